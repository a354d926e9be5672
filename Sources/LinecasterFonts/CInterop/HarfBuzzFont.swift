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

  private let face: HarfBuzzFace

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

  /// Vertical and decoration metrics in font units, y up, with the usual estimates for gaps.
  func metrics() -> FontMetrics {
    let em = Double(face.unitsPerEm)
    func metric(_ tag: hb_ot_metrics_tag_t, else fallback: Double) -> Double {
      Double(linecaster_hb_metric(pointer, tag, Int32(fallback.rounded())))
    }
    return FontMetrics(
      unitsPerEm: face.unitsPerEm,
      ascent: metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER, else: em * 0.8),
      descent: -metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER, else: -em * 0.2),
      lineGap: max(0, metric(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP, else: 0)),
      xHeight: metric(HB_OT_METRICS_TAG_X_HEIGHT, else: em * 0.5),
      capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT, else: em * 0.7),
      underlineOffset: -metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, else: -em * 0.1),
      underlineThickness: max(1, metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE, else: em * 0.05)),
      strikethroughOffset: metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, else: em * 0.3),
      strikethroughThickness: max(1, metric(HB_OT_METRICS_TAG_STRIKEOUT_SIZE, else: em * 0.05)))
  }

  /// A value of the design on the scale of an axis: its place there, or what the tables say.
  func style(_ axis: FontTag) -> Double {
    Double(hb_style_get_value(pointer, hb_style_tag_t(axis.rawValue)))
  }
}
