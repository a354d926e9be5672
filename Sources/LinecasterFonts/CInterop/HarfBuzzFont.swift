internal import CHarfBuzz
import LinecasterBase

/// A face of a font file at its axis values, scaled to font units.
///
/// It uses the `hb-ot` functions, so shaping takes no lock. The scale is the em in font units, so
/// one shaping result serves every size.
package final class HarfBuzzFont: @unchecked Sendable {
  // Unchecked: hb_font_t is immutable after `init` ("immutable objects are safe to be shared
  // between threads", HarfBuzz manual), and this object is its only owner.

  /// An immutable `hb_font_t`, alive as long as this object.
  package let pointer: OpaquePointer

  let face: HarfBuzzFace

  /// Creates a font of a face; `coordinates` holds fixed-point values for all axes, or is empty.
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

  /// Returns the glyph of a scalar from the character map, or `nil`.
  func glyph(for scalar: Unicode.Scalar) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(pointer, scalar.value, &glyph) != 0 ? glyph : nil
  }

  /// Returns the horizontal advance of a scalar's nominal glyph, in font units; `nil` if it has
  /// none.
  func advance(of scalar: Unicode.Scalar) -> Int? {
    glyph(for: scalar).map { Int(hb_font_get_glyph_h_advance(pointer, $0)) }
  }

  /// Returns the horizontal advance of a glyph, in font units.
  package func advance(ofGlyph glyph: UInt32) -> Int {
    Int(hb_font_get_glyph_h_advance(pointer, glyph))
  }

  /// Returns the design's value on an axis: its axis value, or the value in the tables.
  func style(_ axis: FontTag) -> Double {
    Double(hb_style_get_value(pointer, hb_style_tag_t(axis.rawValue)))
  }
}

extension HarfBuzzFont {
  /// Returns vertical and decoration metrics in font units at the font's axis values (`MVAR`);
  /// missing values are estimated.
  func metrics() -> FontMetrics {
    let em = Double(face.unitsPerEm)
    let line = lineMetrics()
    return FontMetrics(
      unitsPerEm: face.unitsPerEm, ascent: line.ascent, descent: line.descent,
      lineGap: max(0, line.gap),
      emAscent: emAscent(ascent: line.ascent, descent: line.descent),
      xHeight: height(HB_OT_METRICS_TAG_X_HEIGHT, of: "x") ?? em * 0.5,
      capHeight: height(HB_OT_METRICS_TAG_CAP_HEIGHT, of: "H") ?? em * 0.7,
      underlineOffset: -metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, else: -em * 0.1),
      underlineThickness: max(1, metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE, else: em * 0.05)),
      strikethroughOffset: metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, else: em * 0.3),
      strikethroughThickness: max(1, metric(HB_OT_METRICS_TAG_STRIKEOUT_SIZE, else: em * 0.05)))
  }

  /// Returns the size of the bounding box of all glyphs placed at one origin, and its farthest
  /// distance from the origin, both in ems: from the font (`head`), but at least the usual size of
  /// letters and images.
  func inkBounds() -> (extent: Size, reach: Double) {
    let table = face.table("head")
    var (left, bottom, right, top) = (-0.5, -0.5, 1.5, 1.5)
    if table.count >= 44 {
      let sides = [36, 38, 40, 42].map { offset in
        Double(Int16(bitPattern: UInt16(table[offset]) << 8 | UInt16(table[offset + 1])))
          / Double(face.unitsPerEm)
      }
      (left, bottom) = (min(left, sides[0]), min(bottom, sides[1]))
      (right, top) = (max(right, sides[2]), max(top, sides[3]))
    }
    // Synthesized slant leans by a fifth of the height, and synthesized bold grows by less.
    let lean = max(top, -bottom) / 4
    (left, right) = (left - lean, right + lean)
    let reach = max(-left, -bottom, right, top)
    return (Size(width: right - left, height: top - bottom), reach)
  }

  /// Returns the part of an em above the baseline, in font units.
  private func emAscent(ascent: Double, descent: Double) -> Double {
    let em = Double(face.unitsPerEm)
    let table = face.table("OS/2")
    if table.count >= 72 {
      let fields = [68, 70].map { offset in
        Double(Int16(bitPattern: UInt16(table[offset]) << 8 | UInt16(table[offset + 1])))
      }
      if let share = Self.share(of: fields[0], and: -fields[1]), fields[0] > 0 { return em * share }
    }
    return em * (Self.share(of: ascent, and: descent) ?? 0.8)
  }

  /// Returns the share of an extent above the baseline; `nil` if it is invalid.
  private static func share(of ascent: Double, and descent: Double) -> Double? {
    let height = ascent + descent
    return height > 0 && ascent >= 0 && ascent <= height ? ascent / height : nil
  }

  /// Returns the line's extents: those of `hhea`, or the typographic ones of `OS/2` if the font
  /// asks for them; if these are 0, the other ones of `OS/2`, as in browsers.
  private func lineMetrics() -> (ascent: Double, descent: Double, gap: Double) {
    let ascent = metric(HB_OT_METRICS_TAG_HORIZONTAL_ASCENDER, else: 0)
    let descent = -metric(HB_OT_METRICS_TAG_HORIZONTAL_DESCENDER, else: 0)
    let gap = metric(HB_OT_METRICS_TAG_HORIZONTAL_LINE_GAP, else: 0)
    if ascent != 0 || descent != 0 { return (ascent, descent, gap) }
    let em = Double(face.unitsPerEm)
    let table = face.table("OS/2")
    guard table.count >= 78 else { return (em * 0.8, em * 0.2, 0) }
    let field = { (offset: Int) in UInt16(table[offset]) << 8 | UInt16(table[offset + 1]) }
    let typographic = [68, 70, 72].map { Double(Int16(bitPattern: field($0))) }
    if typographic[0] != 0 || typographic[1] != 0 {
      return (typographic[0], -typographic[1], typographic[2])
    }
    let windows = [74, 76].map { Double(field($0)) }
    return windows == [0, 0] ? (em * 0.8, em * 0.2, 0) : (windows[0], windows[1], 0)
  }

  /// Returns a height from the tables, or that of a letter, or `nil`.
  private func height(_ tag: hb_ot_metrics_tag_t, of letter: Unicode.Scalar) -> Double? {
    let height = metric(tag, else: 0)
    if height > 0 { return height }
    var box = hb_glyph_extents_t()
    guard let glyph = glyph(for: letter),
      hb_font_get_glyph_extents(pointer, glyph, &box) != 0, box.y_bearing > 0
    else { return nil }
    return Double(box.y_bearing)
  }

  private func metric(_ tag: hb_ot_metrics_tag_t, else fallback: Double) -> Double {
    Double(linecaster_hb_metric(pointer, tag, Int32(saturating: fallback.rounded())))
  }
}

extension HarfBuzzFont {
  /// Calls `body` with the PNG file of a glyph's image in a strike (`CBDT`, `sbix`), empty if there
  /// is no image.
  ///
  /// - Parameter pixelsPerEm: The size of the strike; otherwise the next larger one is used, or the
  ///   largest.
  package func withImage<Result>(
    of glyph: UInt32, pixelsPerEm: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    let sized = hb_font_create_sub_font(pointer)
    defer { hb_font_destroy(sized) }
    hb_font_set_ppem(sized, UInt32(clamping: pixelsPerEm), UInt32(clamping: pixelsPerEm))
    let file = hb_ot_color_glyph_reference_png(sized, glyph)
    defer { hb_blob_destroy(file) }
    var count: UInt32 = 0
    let bytes = hb_blob_get_data(file, &count)
    return body(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(count)))
  }
}
