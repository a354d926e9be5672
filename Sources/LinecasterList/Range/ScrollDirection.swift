/// Which way a list is scrolled.
public enum ScrollDirection: Hashable, Sendable, CaseIterable {
  /// Towards the first row.
  case towardsStart
  /// Towards the last row.
  case towardsEnd

  /// The direction of a velocity or of a change of the offset; nil at rest.
  public init?(_ movement: Double) {
    guard movement != 0, movement.isFinite else { return nil }
    self = movement > 0 ? .towardsEnd : .towardsStart
  }
}
