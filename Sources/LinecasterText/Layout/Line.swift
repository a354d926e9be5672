public import LinecasterGeometry

/// A line of a text layout.
public struct Line: Hashable, Sendable {
  /// The text on the line as UTF-16 offsets, white space and line terminator at its end included.
  ///
  /// The line of an ellipsis ends where the text it stands for begins.
  public let utf16Range: Range<Int>
  /// The line box, in layout points from the layout's top-left corner, y down.
  ///
  /// Its width is that of the glyphs, without white space at the line's end.
  public let frame: Rect
  /// The distance from the layout's top edge down to the line's baseline, in layout points.
  public let baseline: Double
  /// Whether an ellipsis stands at the end for text not shown.
  public let isTruncated: Bool
}
