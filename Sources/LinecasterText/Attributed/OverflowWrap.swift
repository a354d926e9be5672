/// What becomes of a word that is wider than a line (CSS Text 3 §5.5).
public enum OverflowWrap: UInt8, Hashable, Sendable, CaseIterable {
  /// It overflows.
  case normal
  /// It is broken between graphemes; the minimum content width is that of whole words.
  case breakWord
  /// It is broken between graphemes, and the minimum content width knows.
  case anywhere
}
