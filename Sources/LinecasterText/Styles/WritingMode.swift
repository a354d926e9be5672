import LinecasterBase

/// The direction of lines and of their progression (CSS Writing Modes 4 §3.2).
///
/// A layout of vertical text uses line coordinates: x runs along the line, downwards except for
/// `sidewaysLeftToRight`, and y starts at the edge of the first line.
public enum WritingMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Horizontal lines, from top to bottom.
  case horizontal
  /// Vertical lines, from right to left, as in Japanese books.
  case verticalRightToLeft
  /// Vertical lines, from left to right, as in Mongolian.
  case verticalLeftToRight
  /// Horizontal text rotated clockwise.
  case sidewaysRightToLeft
  /// Horizontal text rotated anticlockwise: lines run upwards.
  case sidewaysLeftToRight

  /// Whether letters may be upright on vertical lines.
  var isVertical: Bool { self == .verticalRightToLeft || self == .verticalLeftToRight }

  /// Whether the upper side of letters faces the following lines.
  var flipsLines: Bool { self == .verticalLeftToRight }

  /// Converts physical insets to line-relative ones: `left` is the start edge for left-to-right
  /// text, `top` the upper side of the letters.
  func alongLine(_ insets: Insets) -> Insets {
    switch self {
    case .horizontal: insets
    case .verticalRightToLeft, .verticalLeftToRight, .sidewaysRightToLeft:
      Insets(
        top: insets.right, left: insets.top, bottom: insets.left, right: insets.bottom)
    case .sidewaysLeftToRight:
      Insets(
        top: insets.left, left: insets.bottom, bottom: insets.right, right: insets.top)
    }
  }

  /// Converts a physical size to one along and across the line.
  func alongLine(_ size: Size) -> Size {
    self == .horizontal ? size : Size(width: size.height, height: size.width)
  }
}

/// The orientation of letters on vertical lines (CSS Writing Modes 4 §5.1).
public enum TextOrientation: UInt8, Hashable, Sendable, CaseIterable {
  /// Letters of horizontal scripts are rotated; all others are upright (UAX 50).
  case mixed
  /// All letters are upright.
  case upright
  /// All letters are rotated.
  case sideways
}
