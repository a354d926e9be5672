internal import CHarfBuzz

extension HarfBuzzFont {
  /// Vertical and decoration metrics in font units at the font's place on its axes (`MVAR`), with
  /// the usual estimates for gaps.
  func metrics() -> FontMetrics {
    let em = Double(face.unitsPerEm)
    let line = lineMetrics()
    return FontMetrics(
      unitsPerEm: face.unitsPerEm, ascent: line.ascent, descent: line.descent,
      lineGap: max(0, line.gap),
      xHeight: height(HB_OT_METRICS_TAG_X_HEIGHT, of: "x") ?? em * 0.5,
      capHeight: height(HB_OT_METRICS_TAG_CAP_HEIGHT, of: "H") ?? em * 0.7,
      underlineOffset: -metric(HB_OT_METRICS_TAG_UNDERLINE_OFFSET, else: -em * 0.1),
      underlineThickness: max(1, metric(HB_OT_METRICS_TAG_UNDERLINE_SIZE, else: em * 0.05)),
      strikethroughOffset: metric(HB_OT_METRICS_TAG_STRIKEOUT_OFFSET, else: em * 0.3),
      strikethroughThickness: max(1, metric(HB_OT_METRICS_TAG_STRIKEOUT_SIZE, else: em * 0.05)))
  }

  /// The extents of a line: those of `hhea`, or the typographic ones of `OS/2` where the font asks
  /// for them; where these are nothing, the other ones of `OS/2` as browsers take them.
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

  /// A height from the tables, else that of a letter, else nil.
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
    Double(linecaster_hb_metric(pointer, tag, Int32(fallback.rounded())))
  }
}
