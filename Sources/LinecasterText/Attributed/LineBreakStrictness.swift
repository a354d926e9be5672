/// How strict the rules of line breaking are, above all for Japanese (CSS Text 3 §5.3).
public enum LineBreakStrictness: UInt8, Hashable, Sendable, CaseIterable {
  /// As the rules in use have it where nothing is said.
  case automatic
  /// The least strict rules, for short lines.
  case loose
  /// The most common rules.
  case normal
  /// The strictest rules: no small kana starts a line.
  case strict
  /// Between any two graphemes, punctuation and spaces included.
  case anywhere
}
