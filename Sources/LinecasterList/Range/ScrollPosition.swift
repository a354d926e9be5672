/// Where in the viewport a row should come to stand.
public enum ScrollPosition: Hashable, Sendable, CaseIterable {
  /// At the top, below the header of its section if that stays there.
  case top
  /// In the middle of what is seen of the list below such a header.
  case center
  /// At the bottom.
  case bottom
  /// Where it can be seen after the shortest way; nowhere else if it can be seen already.
  case nearest
}
