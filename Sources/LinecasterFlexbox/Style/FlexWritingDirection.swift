/// The inline direction of a box (CSS Writing Modes §2.1).
public enum FlexWritingDirection: UInt8, Hashable, Sendable, BitwiseCopyable {
  /// Rows start at the left edge.
  case leftToRight
  /// Rows start at the right edge.
  case rightToLeft
}
