/// The direction a paragraph is written in, in which its runs follow each other (UAX 9 HL1).
public enum BaseDirection: UInt8, Hashable, Sendable {
  /// By the first strong character of each paragraph, left to right where there is none (UAX 9 P2).
  case automatic
  /// Left to right.
  case leftToRight
  /// Right to left.
  case rightToLeft
}
