internal import CHarfBuzz
import LinecasterFonts

/// The characters of a face that need no shaper: their glyph is that of the character map, and no
/// lookup of the plan names it.
///
/// Ideographs, kana and Hangul syllables are asked for; texts of these alone are shaped by look-up.
final class InertGlyphs {
  /// What is known of a character.
  struct Entry {
    var identifier: UInt16 = 0
    var state = State.unknown
    var advance: Int32 = 0

    enum State: UInt8 { case unknown, inert, shaped }
  }

  private let face: FontFace
  private let named: OpaquePointer?
  private let pages: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
  private static let pageCount = 256

  /// The glyphs of a plan; nil where every text of its script needs the shaper.
  init?(plan: ShapingPlan) {
    guard plan.rules.leavesGlyphs, Self.scripts.contains(plan.script.tag) else { return nil }
    face = plan.face
    named = Self.glyphs(of: plan)
    pages = .allocate(capacity: Self.pageCount)
    pages.initialize(repeating: nil, count: Self.pageCount)
  }

  deinit {
    hb_set_destroy(named)
    for index in 0..<Self.pageCount { pages[index]?.deallocate() }
    pages.deallocate()
  }

  /// Appends the glyphs of text, clusters counted from its start; false where a character needs
  /// the shaper, or is not one unit and one grapheme.
  func append(
    _ text: UnsafeBufferPointer<UInt16>, _ boundaries: UnsafePointer<BoundaryFlags>,
    to glyphs: GlyphBuffer
  ) -> Bool {
    let start = glyphs.count
    glyphs.reserve(text.count)
    for index in text.indices {
      let entry = entry(text[index])
      guard entry.state == .inert, boundaries[index].contains(.grapheme) else {
        glyphs.truncate(to: start)
        return false
      }
      glyphs.append(
        ShapedGlyph(
          cluster: UInt32(index), advance: entry.advance, identifier: entry.identifier,
          flags: [], xOffset: 0, yOffset: 0))
    }
    return true
  }

  private func entry(_ unit: UInt16) -> Entry {
    guard let page = pages[Int(unit >> 8)] else {
      guard Self.blocks.contains(where: { $0.contains(unit) }) else {
        return Entry(state: .shaped)
      }
      let page = UnsafeMutablePointer<Entry>.allocate(capacity: 256)
      page.initialize(repeating: Entry(), count: 256)
      pages[Int(unit >> 8)] = page
      return entry(unit)
    }
    let index = Int(unit & 0xFF)
    if page[index].state == .unknown { page[index] = find(unit) }
    return page[index]
  }

  private func find(_ unit: UInt16) -> Entry {
    let font = face.harfBuzz.pointer
    var glyph: hb_codepoint_t = 0
    guard Self.blocks.contains(where: { $0.contains(unit) }),
      hb_font_get_nominal_glyph(font, UInt32(unit), &glyph) != 0, glyph <= 0xFFFF,
      hb_set_has(named, glyph) == 0
    else { return Entry(state: .shaped) }
    return Entry(
      identifier: UInt16(glyph), state: .inert,
      advance: hb_font_get_glyph_h_advance(font, glyph))
  }

  /// Every glyph that a lookup of the plan matches.
  private static func glyphs(of plan: ShapingPlan) -> OpaquePointer? {
    let face = hb_font_get_face(plan.face.harfBuzz.pointer)
    let set = hb_set_create()
    for table in [FontRules.substitution, FontRules.positioning] {
      for lookup in plan.lookups(of: table) {
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, set, set, set, nil)
      }
    }
    return set
  }

  /// Han, Hira, Kana, Bopo and Hang: HarfBuzz has no rules of its own for them but for jamo.
  private static let scripts: Set<UInt32> = [
    0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x426F_706F, 0x4861_6E67,
  ]

  /// Letters and punctuation of these scripts that neither combine nor decompose into jamo or to
  /// other ideographs.
  private static let blocks: [ClosedRange<UInt16>] = [
    0x3001...0x3029, 0x3030...0x303D, 0x3041...0x3096, 0x309B...0x309F, 0x30A0...0x30FF,
    0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xAC00...0xD7A3, 0xFF01...0xFF60,
  ]
}
