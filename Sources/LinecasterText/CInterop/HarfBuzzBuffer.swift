internal import CHarfBuzz
import LinecasterBase
import LinecasterFonts

/// The HarfBuzz buffer of one worker.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class HarfBuzzBuffer {
  private let buffer: OpaquePointer
  /// The number of calls of `hb_shape` so far.
  private(set) var calls = 0

  init() {
    buffer = hb_buffer_create()
  }

  deinit {
    hb_buffer_destroy(buffer)
  }

  /// A range of a paragraph's text to shape, with its context.
  struct Stretch {
    var text: UnsafeBufferPointer<UInt16>
    /// The context; text outside it does not influence the glyphs.
    var context: Range<Int>
    /// The text to shape, within the context.
    var range: Range<Int>
    /// Whether the ends of `text` are those of the paragraph.
    ///
    /// If not, HarfBuzz must not know them, or it would insert dotted circles at marks.
    var isParagraph = true
  }

  /// Shapes text, appending the glyphs in logical order, in font units.
  ///
  /// Clusters are relative to the start of the stretch's text.
  ///
  /// - Complexity: that of `hb_shape_full`.
  func shape(_ stretch: Stretch, by plan: ShapingPlan, into glyphs: GlyphBuffer) {
    fill(stretch, plan)
    shape(by: plan, plan.features)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    let base = UInt32(stretch.context.lowerBound)
    let last = Int(count) - 1
    glyphs.reserve(Int(count))
    for index in 0..<Int(count) {
      let place = plan.isRightToLeft ? last - index : index
      glyphs.append(
        ShapedGlyph(
          infos[place], positions[place], base: base,
          isVertical: plan.direction == .topToBottom))
    }
  }

  /// The glyph of a single character with extra features; `nil` unless it is exactly one glyph.
  func glyph(
    of unit: UInt16, by plan: ShapingPlan, _ features: [hb_feature_t]
  ) -> ShapedGlyph? {
    withUnsafePointer(to: unit) { unit in
      fill(
        Stretch(
          text: UnsafeBufferPointer(start: unit, count: 1), context: 0..<1, range: 0..<1,
          isParagraph: false), plan)
    }
    shape(by: plan, plan.features + features)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count), count == 1,
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return nil }
    return ShapedGlyph(
      infos[0], positions[0], base: 0, isVertical: plan.direction == .topToBottom)
  }

  /// The units before which a kashida (U+0640) changes no other glyph, in ascending order.
  ///
  /// - Complexity: that of `hb_shape_full`.
  func kashidaPlaces(in stretch: Stretch, by plan: ShapingPlan) -> [Int] {
    fill(stretch, plan)
    let flags = edges(stretch).rawValue | HB_BUFFER_FLAG_PRODUCE_SAFE_TO_INSERT_TATWEEL.rawValue
    hb_buffer_set_flags(buffer, hb_buffer_flags_t(rawValue: flags))
    shape(by: plan, plan.features)
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count) else { return [] }
    var places: Set<Int> = []
    for index in 0..<Int(count)
    where infos[index].mask & HB_GLYPH_FLAG_SAFE_TO_INSERT_TATWEEL.rawValue != 0 {
      places.insert(stretch.context.lowerBound + Int(infos[index].cluster))
    }
    return places.sorted()
  }

  /// Whether text starts with a mark; HarfBuzz adds a dotted circle to it at a paragraph's start.
  static func startsWithMark(_ text: UnsafeBufferPointer<UInt16>) -> Bool {
    guard let first = text.first, first >= 0x300 else { return false }
    let isPair = first & 0xFC00 == 0xD800 && text.count > 1
    let scalar =
      isPair ? 0x10000 + (UInt32(first) & 0x3FF) << 10 + UInt32(text[1]) & 0x3FF : UInt32(first)
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar) {
    case HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK:
      return true
    default: return false
    }
  }

  /// Shapes the contents of the buffer.
  @inline(__always)
  private func shape(by plan: ShapingPlan, _ features: [hb_feature_t]) {
    // Not hb_shape_plan_execute, which would be slightly faster: only this call bounds the work
    // that a hostile font can cause.
    _ = hb_shape_full(
      plan.face.harfBuzz.pointer, buffer, features, UInt32(features.count),
      linecaster_hb_shapers())
    calls += 1
  }

  private func fill(_ stretch: Stretch, _ plan: ShapingPlan) {
    let context = stretch.context
    hb_buffer_clear_contents(buffer)
    hb_buffer_add_utf16(
      buffer, stretch.text.baseAddress.map { $0 + context.lowerBound }, Int32(context.count),
      UInt32(stretch.range.lowerBound - context.lowerBound), Int32(stretch.range.count))
    hb_buffer_set_direction(buffer, plan.hbDirection)
    hb_buffer_set_script(buffer, hb_script_from_iso15924_tag(plan.script.tag))
    hb_buffer_set_language(buffer, plan.language)
    hb_buffer_set_flags(buffer, edges(stretch))
  }

  private func edges(_ stretch: Stretch) -> hb_buffer_flags_t {
    var flags = HB_BUFFER_FLAG_DEFAULT.rawValue
    guard stretch.isParagraph else { return hb_buffer_flags_t(rawValue: flags) }
    if stretch.range.lowerBound == 0 { flags |= HB_BUFFER_FLAG_BOT.rawValue }
    if stretch.range.upperBound == stretch.text.count { flags |= HB_BUFFER_FLAG_EOT.rawValue }
    return hb_buffer_flags_t(rawValue: flags)
  }
}

extension ShapedGlyph {
  @inline(__always)
  fileprivate init(
    _ info: hb_glyph_info_t, _ position: hb_glyph_position_t, base: UInt32, isVertical: Bool
  ) {
    let isUnsafe = info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue != 0
    self.init(
      cluster: base + info.cluster,
      // HarfBuzz advances downwards are negative.
      advance: isVertical ? 0 &- position.y_advance : position.x_advance,
      identifier: UInt16(truncatingIfNeeded: info.codepoint),
      flags: isUnsafe ? .unsafeToBreak : [],
      xOffset: Int16(clamping: position.x_offset), yOffset: Int16(clamping: position.y_offset))
  }
}

extension FontFace {
  /// Whether the face has a space without ink.
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

/// Canonical equivalents of characters (UAX 15); shapers use the form that the font has.
enum CanonicalForms {
  /// The composition of a character and a mark; `nil` for none.
  static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    var composed: hb_codepoint_t = 0
    let functions = hb_unicode_funcs_get_default()
    return hb_unicode_compose(functions, first, second, &composed) != 0 ? composed : nil
  }

  /// The decomposition of a character into a base and a mark, or 0 for no mark; `nil` if it does
  /// not decompose.
  static func decomposed(_ value: UInt32) -> (first: UInt32, second: UInt32)? {
    var first: hb_codepoint_t = 0
    var second: hb_codepoint_t = 0
    let functions = hb_unicode_funcs_get_default()
    return hb_unicode_decompose(functions, value, &first, &second) != 0 ? (first, second) : nil
  }
}
