/// Which row stays where it is seen while others come, go and change their heights.
public enum Anchor: Hashable, Sendable {
  /// None: the list keeps its offset.
  case none
  /// The first row that can be seen keeps its distance from the top of the viewport.
  case firstVisible
  /// The last row that can be seen keeps its distance from the bottom of the viewport.
  case lastVisible
  /// A certain row keeps its distance from the top of the viewport, whether it can be seen or not.
  case row(RowIdentity)

  /// A certain item keeps its distance from the top of the viewport.
  public static func item(_ identifier: ItemIdentifier) -> Anchor {
    .row(RowIdentity(identifier))
  }
}
