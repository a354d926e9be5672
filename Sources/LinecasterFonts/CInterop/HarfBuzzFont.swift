internal import CHarfBuzz

/// One face of a font file as HarfBuzz sees it, scaled in font units.
///
/// Functions of `hb-ot` answer for it, so shaping takes no lock; the scale is the em in font units,
/// so what is shaped once serves every size.
package final class HarfBuzzFont: @unchecked Sendable {
  // Unchecked: hb_face_t and hb_font_t are immutable after `init` ("immutable objects are safe to
  // be shared between threads", HarfBuzz manual), and this object is their only owner.
  private let blob: OpaquePointer
  private let face: OpaquePointer
  /// An immutable `hb_font_t`, alive as long as this object.
  package let pointer: OpaquePointer

  private let data: FontData

  /// Opens face `index` of the data; nil where HarfBuzz finds no glyphs there.
  init?(data: FontData, index: Int) {
    self.data = data
    blob = linecaster_hb_blob(data.bytes.baseAddress, UInt32(clamping: data.bytes.count))
    face = hb_face_create(blob, UInt32(index))
    hb_face_make_immutable(face)
    pointer = hb_font_create(face)
    hb_ot_font_set_funcs(pointer)
    let unitsPerEm = Int32(hb_face_get_upem(face))
    hb_font_set_scale(pointer, unitsPerEm, unitsPerEm)
    hb_font_make_immutable(pointer)
    guard hb_face_get_glyph_count(face) > 0 else { return nil }
  }

  deinit {
    hb_font_destroy(pointer)
    hb_face_destroy(face)
    hb_blob_destroy(blob)
  }

  /// The number of faces in the data: 1 for a font, 0 for what is no font at all.
  static func faceCount(of data: FontData) -> Int {
    let blob = linecaster_hb_blob(data.bytes.baseAddress, UInt32(clamping: data.bytes.count))
    defer { hb_blob_destroy(blob) }
    return Int(hb_face_count(blob))
  }

  var unitsPerEm: Int { Int(hb_face_get_upem(face)) }
  var glyphCount: Int { Int(hb_face_get_glyph_count(face)) }
  var hasColorBitmaps: Bool { hb_ot_color_has_png(face) != 0 }

  /// The glyph of a scalar by the font's character map, or nil where it has none.
  func glyph(for scalar: Unicode.Scalar) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(pointer, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// The horizontal advance of a scalar's nominal glyph, in font units; nil where it has none.
  func advance(of scalar: Unicode.Scalar) -> Int? {
    glyph(for: scalar).map { Int(hb_font_get_glyph_h_advance(pointer, $0)) }
  }

  /// Vertical and decoration metrics in font units, y up, with the usual estimates for gaps.
  func metrics() -> FontMetrics {
    let em = Double(unitsPerEm)
    func metric(_ tag: hb_ot_metrics_tag_t, else fallback: Double) -> Double {
      Double(linecaster_hb_metric(pointer, tag, Int32(fallback.rounded())))
    }
    return FontMetrics(
      unitsPerEm: unitsPerEm,
      ascent: metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER, else: em * 0.8),
      descent: -metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER, else: -em * 0.2),
      lineGap: max(0, metric(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP, else: 0)),
      xHeight: metric(HB_OT_METRICS_TAG_X_HEIGHT, else: em * 0.5),
      capHeight: metric(HB_OT_METRICS_TAG_CAP_HEIGHT, else: em * 0.7),
      underlineOffset: -metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, else: -em * 0.1),
      underlineThickness: max(1, metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE, else: em * 0.05)))
  }

  /// Every scalar the font's character map has, as sorted closed ranges.
  func coveredRanges() -> [ClosedRange<UInt32>] {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(face, set)
    var ranges: [ClosedRange<UInt32>] = []
    var last = linecaster_hb_set_value_invalid()
    var first: hb_codepoint_t = 0
    while hb_set_next_range(set, &first, &last) != 0 { ranges.append(first...last) }
    return ranges
  }

  /// The first name with `identifier` in English, or nil.
  func name(_ identifier: UInt32) -> String? {
    let english = hb_language_from_string("en", -1)
    var length: UInt32 = 0
    let full = hb_ot_name_get_utf8(face, identifier, english, &length, nil)
    guard full > 0, full < 4096 else { return nil }
    length = full + 1
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length)) { buffer in
      _ = hb_ot_name_get_utf8(face, identifier, english, &length, buffer.baseAddress)
      return String(
        decoding: UnsafeRawBufferPointer(start: buffer.baseAddress, count: Int(length)),
        as: UTF8.self)
    }
  }

  /// The registered weight (100 to 900) and italic angle from the style tables.
  func style() -> (weight: Double, isItalic: Bool) {
    let weight = Double(hb_style_get_value(pointer, HB_STYLE_TAG_WEIGHT))
    let italic = hb_style_get_value(pointer, HB_STYLE_TAG_ITALIC) != 0
    return (weight, italic || hb_style_get_value(pointer, HB_STYLE_TAG_SLANT_ANGLE) != 0)
  }
}
