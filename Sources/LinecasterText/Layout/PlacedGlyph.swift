public import LinecasterGeometry

/// A glyph of a layout with its place, for renderers of their own.
public struct PlacedGlyph: Hashable, Sendable {
  /// The glyph's number in its face.
  public let identifier: UInt32
  /// Its origin on the baseline, in layout points from the layout's top-left corner, y down.
  public let origin: Point
  /// The distance to the next glyph's pen position along the line, in layout points.
  public let advance: Double
  /// The UTF-16 offset of the first unit of the text it stands for.
  ///
  /// Glyphs of one cluster have the same; a mark that is not in the text has that of the text it
  /// stands behind.
  public let utf16Offset: Int
}
