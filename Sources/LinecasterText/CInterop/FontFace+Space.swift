internal import CHarfBuzz
import LinecasterFonts

extension FontFace {
  /// Whether the face has a space that draws nothing.
  var hasBlankSpace: Bool {
    var glyph: hb_codepoint_t = 0
    var extents = hb_glyph_extents_t()
    guard hb_font_get_nominal_glyph(harfBuzz.pointer, 0x20, &glyph) != 0 else { return false }
    return hb_font_get_glyph_extents(harfBuzz.pointer, glyph, &extents) == 0
      || extents.width == 0 || extents.height == 0
  }

  /// The glyph of a blank space, or 0.
  var spaceGlyph: UInt16 {
    var glyph: hb_codepoint_t = 0
    _ = hb_font_get_nominal_glyph(harfBuzz.pointer, 0x20, &glyph)
    return UInt16(truncatingIfNeeded: glyph)
  }
}
