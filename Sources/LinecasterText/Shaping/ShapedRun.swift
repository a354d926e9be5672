import LinecasterFonts

/// An item after shaping: where its glyphs are and how wide they are, in font units.
struct ShapedRun: Sendable {
  let item: TextItem
  let face: FontFace
  /// Its glyphs in the paragraph's glyph array, in visual order.
  let glyphs: Range<Int>
  /// The sum of the glyphs' advances.
  let advance: Int
  /// The size of the em, in layout points.
  let size: Double
  /// The factor from font units to layout points.
  let scale: Double

  var start: Int { item.start }
  var end: Int { item.end }
}
