/// What becomes of spaces, tabs and line terminators, and whether lines wrap (CSS Text 3 §3).
public enum WhiteSpace: UInt8, Hashable, Sendable, CaseIterable {
  /// Runs of white space, terminators included, become one space; lines wrap.
  case normal
  /// The same, but lines do not wrap.
  case nowrap
  /// Nothing is changed, and lines end at terminators only.
  case pre
  /// Nothing is changed; lines wrap, and white space at their ends takes no room.
  case preWrap
  /// Runs of spaces and tabs become one space; terminators end lines, and lines wrap.
  case preLine
  /// Nothing is changed; lines wrap after every space, and white space always takes room.
  case breakSpaces
}
