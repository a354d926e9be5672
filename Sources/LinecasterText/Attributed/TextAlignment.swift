/// Which edge of the layout's width lines stand at.
public enum TextAlignment: UInt8, Hashable, Sendable {
  /// The left edge for lines of left-to-right paragraphs, the right edge for the others.
  case start
  /// The opposite of `start`.
  case end
  /// The left edge.
  case left
  /// The right edge.
  case right
  /// The middle.
  case center
  /// Both edges: spaces, and in Chinese, Japanese and Korean all characters, share the free room.
  ///
  /// The last line, and each that a terminator ends, stands at the start.
  case justify

  /// The share of the free space that stands left of a line, 0 to 1.
  func leadingShare(isRightToLeft: Bool) -> Double {
    switch self {
    case .left: 0
    case .right: 1
    case .center: 0.5
    case .start, .justify: isRightToLeft ? 1 : 0
    case .end: isRightToLeft ? 0 : 1
    }
  }
}
