import LinecasterFonts

/// Part of a line that is from one run and one shaping: a view on its glyphs.
struct LineSegment: Sendable {
  let face: FontFace
  /// The glyphs in visual order.
  let glyphs: ArraySlice<ShapedGlyph>
  /// The factor from font units to layout points.
  let scale: Double
  /// The sum of the advances, in layout points.
  let width: Double
  /// The embedding level.
  let level: UInt8
  /// Which of the attributed text's styles it starts in.
  let style: Int
  let box: LineBox
}
