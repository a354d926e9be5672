internal import CHarfBuzz
import LinecasterBase
import LinecasterFonts

/// The characters of a face that need no shaping, or only kerning with the next one: the lookups of
/// the plan do not change the glyph that the character map has for them.
///
/// Covers ideographs, kana and Hangul syllables; text of only these is shaped by lookup.
final class NominalGlyphs {
  /// The work that text needs, in ascending order.
  enum Need: UInt8, Comparable {
    /// The glyphs of the character map, side by side.
    case nothing
    /// The same, kerned by pairs: each pair is shaped as if it stood alone.
    case kerning
    case shaping

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A cached character.
  private struct Entry {
    var identifier: UInt16 = 0
    /// `nil` for characters that were not looked up yet.
    var need: Need?
    var advance: Int32 = 0
  }

  private let face: FontFace
  private let isRightToLeft: Bool
  private let glyphs: LookupGlyphs
  private let pages: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
  private static let pageCount = 256

  /// Creates an empty cache; `nil` if every text of the script needs the shaper.
  init?(plan: ShapingPlan) {
    guard plan.direction != .topToBottom, plan.rules.leavesGlyphs,
      Self.scripts.contains(plan.script.tag)
    else { return nil }
    face = plan.face
    isRightToLeft = plan.isRightToLeft
    glyphs = LookupGlyphs(of: plan)
    pages = .allocate(capacity: Self.pageCount)
    pages.initialize(repeating: nil, count: Self.pageCount)
  }

  deinit {
    for index in 0..<Self.pageCount { pages[index]?.deallocate() }
    pages.deallocate()
  }

  /// Appends the glyphs of text, with clusters relative to its start, and returns what else they
  /// need. Appends none if a character needs the shaper, or is not one unit and one grapheme.
  func append(
    _ text: UnsafeBufferPointer<UInt16>, _ boundaries: UnsafePointer<BoundaryFlags>,
    to glyphs: GlyphBuffer
  ) -> Need {
    let start = glyphs.count
    var need = Need.nothing
    glyphs.reserve(text.count)
    for index in text.indices {
      let entry = entry(text[index])
      guard let own = entry.need, own < .shaping, boundaries[index].contains(.grapheme) else {
        glyphs.truncate(to: start)
        return .shaping
      }
      // The last glyph has no pair.
      if own > need, index + 1 < text.count { need = own }
      glyphs.append(
        ShapedGlyph(
          cluster: UInt32(index), advance: entry.advance, identifier: entry.identifier,
          flags: [], xOffset: 0, yOffset: 0))
    }
    return need
  }

  /// Whether a character may be kerned with the next one.
  func isKerned(_ unit: UInt16) -> Bool { entry(unit).need == .kerning }

  private func entry(_ unit: UInt16) -> Entry {
    guard let page = pages[Int(unit >> 8)] else {
      guard Self.blocks.contains(where: { $0.contains(unit) }) else {
        return Entry(need: .shaping)
      }
      let page = UnsafeMutablePointer<Entry>.allocate(capacity: 256)
      page.initialize(repeating: Entry(), count: 256)
      pages[Int(unit >> 8)] = page
      return entry(unit)
    }
    let index = Int(unit & 0xFF)
    if page[index].need == nil { page[index] = find(unit) }
    return page[index]
  }

  private func find(_ unit: UInt16) -> Entry {
    let font = face.harfBuzz.pointer
    var glyph: hb_codepoint_t = 0
    guard Self.blocks.contains(where: { $0.contains(unit) }),
      hb_font_get_nominal_glyph(font, UInt32(unit), &glyph) != 0, glyph <= 0xFFFF,
      !isMirrored(unit)
    else { return Entry(need: .shaping) }
    return Entry(
      identifier: UInt16(glyph), need: glyphs.need(of: glyph),
      advance: hb_font_get_glyph_h_advance(font, glyph))
  }

  /// Whether text of the plan mirrors the character, for example brackets in right-to-left text
  /// (UAX 9, L4).
  private func isMirrored(_ unit: UInt16) -> Bool {
    isRightToLeft
      && hb_unicode_mirroring(hb_unicode_funcs_get_default(), UInt32(unit)) != UInt32(unit)
  }

  /// Han, Hira, Kana, Bopo and Hang: HarfBuzz has no rules of its own for them except for jamo.
  private static let scripts: Set<UInt32> = [
    0x4861_6E69, 0x4869_7261, 0x4B61_6E61, 0x426F_706F, 0x4861_6E67,
  ]

  /// Letters and punctuation of these scripts that neither combine nor decompose.
  private static let blocks: [ClosedRange<UInt16>] = [
    0x3001...0x3029, 0x3030...0x303D, 0x3041...0x3096, 0x309B...0x309F, 0x30A0...0x30FF,
    0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
    0xAC00...0xD7A3, 0xFF01...0xFF60,
  ]
}

/// The lookups of a plan, by what they do to text of looked-up characters.
private final class LookupGlyphs {
  /// The glyphs that only the shaper gets right.
  private let shaped = hb_set_create()
  /// The combining voiced sound marks of kana, which are in no block that is looked up.
  private let marks = hb_set_create()
  /// The bytes of GSUB and GPOS, and the subtables of ligatures and of pairs that are moved alone,
  /// which are searched for the glyphs that occur.
  private let substitutions, positionings: OpaquePointer?
  private var ligatures: [LayoutTable.Subtable] = []
  private var pairs: [LayoutTable.Subtable] = []

  deinit {
    for set in [shaped, marks] { hb_set_destroy(set) }
    for blob in [substitutions, positionings] { hb_blob_destroy(blob) }
  }

  init(of plan: ShapingPlan) {
    let font = plan.face.harfBuzz.pointer
    let face = hb_font_get_face(font)
    substitutions = hb_face_reference_table(face, FontRules.substitution)
    positionings = hb_face_reference_table(face, FontRules.positioning)
    for mark in [0x3099, 0x309A] as [hb_codepoint_t] {
      var glyph: hb_codepoint_t = 0
      if hb_font_get_nominal_glyph(font, mark, &glyph) != 0 { hb_set_add(marks, glyph) }
    }
    // If another character has the glyph of a mark, it needs the shaper.
    hb_set_union(shaped, marks)
    for lookup in plan.lookups(of: FontRules.substitution) {
      let subtables = substitutionTable.subtables(of: Int(lookup), extensionKind: 7)
      if subtables.allSatisfy({ $0.kind == 4 }) {
        ligatures += subtables
      } else {
        hb_ot_layout_lookup_collect_glyphs(
          face, FontRules.substitution, lookup, shaped, shaped, shaped, nil)
      }
    }
    for lookup in plan.lookups(of: FontRules.positioning) {
      let subtables = positioningTable.subtables(of: Int(lookup), extensionKind: 9)
      // HarfBuzz kerns right-to-left text in reading order, so pairs are not those of the text.
      if !plan.isRightToLeft,
        positioningTable.kernsPairsAlone(subtables, flags: positioningTable.flags(of: Int(lookup)))
      {
        pairs += subtables
      } else {
        hb_ot_layout_lookup_collect_glyphs(
          face, FontRules.positioning, lookup, shaped, shaped, shaped, nil)
      }
    }
  }

  private var substitutionTable: LayoutTable {
    LayoutTable(bytes: FontRules.bytes(of: substitutions))
  }

  private var positioningTable: LayoutTable {
    LayoutTable(bytes: FontRules.bytes(of: positionings))
  }

  /// The work that text with a glyph needs because of this glyph, if it comes first in a rule.
  ///
  /// A ligature or pair needs nothing for its later glyphs: the first one is in the same text.
  func need(of glyph: hb_codepoint_t) -> NominalGlyphs.Need {
    if hb_set_has(shaped, glyph) != 0 || beginsLigature(Int(glyph)) { return .shaping }
    let table = positioningTable
    return pairs.contains { table.coverageIndex(of: Int(glyph), in: $0) != nil }
      ? .kerning : .nothing
  }

  /// Whether a glyph is the first of a ligature without a mark, which text of looked-up characters
  /// may have.
  private func beginsLigature(_ glyph: Int) -> Bool {
    let table = substitutionTable
    var work = 0
    for subtable in ligatures {
      guard let index = table.coverageIndex(of: glyph, in: subtable) else { continue }
      let set = subtable.offset + table.u16(subtable.offset + 6 + 2 * index)
      for number in 0..<table.u16(set) {
        let ligature = set + table.u16(set + 2 + 2 * number)
        let count = max(1, table.u16(ligature + 2)) - 1
        work += 1 + count
        guard work <= Self.workLimit else { return true }
        let hasMark = (0..<count).contains {
          hb_set_has(marks, hb_codepoint_t(table.u16(ligature + 4 + 2 * $0))) != 0
        }
        if !hasMark { return true }
      }
    }
    return false
  }

  /// The number of glyphs in ligatures to read for a glyph; a font with more needs the shaper.
  private static let workLimit = 10_000
}

extension LayoutTable {
  /// The index of a glyph in the coverage table of a ligature or pair subtable; `nil` for none.
  fileprivate func coverageIndex(of glyph: Int, in subtable: Subtable) -> Int? {
    coverageIndex(of: glyph, at: subtable.offset + u16(subtable.offset + 2))
  }

  /// Whether a lookup moves only the first glyphs of pairs, so each pair is moved as if it stood
  /// alone, in text without marks.
  fileprivate func kernsPairsAlone(_ subtables: [Subtable], flags: Int) -> Bool {
    // Rules that ignore bases or ligatures match glyphs that are not adjacent.
    flags & 0x06 == 0
      && subtables.allSatisfy { $0.kind == 2 && u16($0.offset + 6) == 0 }
  }
}
