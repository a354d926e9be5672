/// Whether a line leaves room where letters cross it (CSS Text Decoration 4 §2.11).
public enum SkipInk: UInt8, Hashable, Sendable, CaseIterable {
  /// Around letters, but not around ideographs and other characters of Chinese, Japanese and
  /// Korean, nor around slashes and low lines, which would leave too little of the line.
  case auto
  /// Nowhere.
  case none
  /// Around all characters.
  case all
}
