internal import CHarfBuzz

/// One face of a font file at a place on its axes, scaled in font units.
///
/// Functions of `hb-ot` answer for it, so shaping takes no lock; the scale is the em in font units,
/// so what is shaped once serves every size.
package final class HarfBuzzFont: @unchecked Sendable {
  // Unchecked: hb_font_t is immutable after `init` ("immutable objects are safe to be shared
  // between threads", HarfBuzz manual), and this object is its only owner.

  /// An immutable `hb_font_t`, alive as long as this object.
  package let pointer: OpaquePointer

  let face: HarfBuzzFace

  /// Makes a font of a face; `coordinates` are fixed-point values for all axes, or none.
  init(face: HarfBuzzFace, coordinates: [Int32]) {
    self.face = face
    pointer = hb_font_create(face.pointer)
    hb_ot_font_set_funcs(pointer)
    let unitsPerEm = Int32(face.unitsPerEm)
    hb_font_set_scale(pointer, unitsPerEm, unitsPerEm)
    if !coordinates.isEmpty {
      let values = coordinates.map { Float($0) / 65_536 }
      hb_font_set_var_coords_design(pointer, values, UInt32(values.count))
    }
    hb_font_make_immutable(pointer)
  }

  deinit { hb_font_destroy(pointer) }

  /// The glyph of a scalar by the font's character map, or nil where it has none.
  package func glyph(for scalar: Unicode.Scalar) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(pointer, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// The horizontal advance of a scalar's nominal glyph, in font units; nil where it has none.
  package func advance(of scalar: Unicode.Scalar) -> Int? {
    glyph(for: scalar).map { Int(hb_font_get_glyph_h_advance(pointer, $0)) }
  }

  /// A value of the design on the scale of an axis: its place there, or what the tables say.
  func style(_ axis: FontTag) -> Double {
    Double(hb_style_get_value(pointer, hb_style_tag_t(axis.rawValue)))
  }
}
