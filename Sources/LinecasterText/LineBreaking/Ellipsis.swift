import LinecasterFonts

/// The mark at the end of a line that stands for text not shown.
struct Ellipsis: Sendable {
  let face: FontFace
  let glyphs: [ShapedGlyph]
  /// The factor from font units to layout points.
  let scale: Double
  /// Which of the attributed text's styles it is drawn in.
  let style: Int
  let box: LineBox

  /// Its width in layout points.
  var width: Double { Double(glyphs.reduce(0) { $0 + Int($1.advance) }) * scale }
}
