import CHarfBuzz
import LinecasterBundledFonts
import LinecasterFonts
import Testing

/// The bundled faces that tests draw with, and what HarfBuzz says of their glyphs.
enum SampleFonts {
  static func sans() throws -> FontFace {
    let fonts = try FontCollection.bundled()
    return try #require(fonts.face(family: "Noto Sans", weight: .regular, slant: .upright))
  }

  static func emoji() throws -> FontFace {
    try #require(try FontCollection.bundled().faces.first { $0.hasColorBitmaps })
  }

  static func glyph(_ scalar: Unicode.Scalar, of face: FontFace) throws -> UInt32 {
    var glyph: hb_codepoint_t = 0
    try #require(hb_font_get_nominal_glyph(face.harfBuzz.pointer, scalar.value, &glyph) != 0)
    return glyph
  }

  /// The glyph's outline box in ems from its origin, y up.
  static func extents(
    _ glyph: UInt32, of face: FontFace
  ) -> (left: Double, bottom: Double, right: Double, top: Double) {
    var box = hb_glyph_extents_t()
    hb_font_get_glyph_extents(face.harfBuzz.pointer, glyph, &box)
    let em = Double(face.metrics.unitsPerEm)
    return (
      Double(box.x_bearing) / em, Double(box.y_bearing + box.height) / em,
      Double(box.x_bearing + box.width) / em, Double(box.y_bearing) / em
    )
  }
}
