import LinecasterFonts

/// A sign at the end of a line that is not in its text: an ellipsis or a hyphen.
struct LineMark: Sendable {
  let face: FontFace
  let glyphs: [ShapedGlyph]
  /// The size of the em, in layout points.
  let size: Double
  /// Which of the attributed text's styles it is drawn in.
  let style: Int
  let box: LineBox

  /// The factor from font units to layout points.
  var scale: Double { size / Double(face.metrics.unitsPerEm) }

  /// Its width in layout points.
  var width: Double { Double(glyphs.reduce(0) { $0 + Int($1.advance) }) * scale }
}
