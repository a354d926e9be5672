import LinecasterBase

/// Which way lines run and follow each other (CSS Writing Modes 4 §3.2).
///
/// A layout of vertical text has the coordinates of its lines: x runs along the line, downwards but
/// for `sidewaysLeftToRight`, and y from the edge that the first line stands at.
public enum WritingMode: UInt8, Hashable, Sendable, CaseIterable {
  /// Lines run from side to side and follow each other downwards.
  case horizontal
  /// Lines run downwards and follow each other from right to left, as in Japanese books.
  case verticalRightToLeft
  /// Lines run downwards and follow each other from left to right, as in Mongolian.
  case verticalLeftToRight
  /// Horizontal text turned clockwise.
  case sidewaysRightToLeft
  /// Horizontal text turned anticlockwise: lines run upwards.
  case sidewaysLeftToRight

  /// Whether letters may stand upright on lines that run downwards.
  var isVertical: Bool { self == .verticalRightToLeft || self == .verticalLeftToRight }

  /// Whether the upper side of letters looks at the lines that come next.
  var flipsLines: Bool { self == .verticalLeftToRight }

  /// Physical insets as those of the line: `left` is its start edge for text from left to right,
  /// and `top` the upper side of its letters.
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

  /// A physical size as that along and across the line.
  func alongLine(_ size: Size) -> Size {
    self == .horizontal ? size : Size(width: size.height, height: size.width)
  }
}

/// How letters stand on lines that run downwards (CSS Writing Modes 4 §5.1).
public enum TextOrientation: UInt8, Hashable, Sendable, CaseIterable {
  /// Those of horizontal scripts turned, all others upright (UAX 50).
  case mixed
  /// All upright.
  case upright
  /// All turned.
  case sideways
}
