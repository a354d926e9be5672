internal import CHarfBuzz
import LinecasterFonts

/// What the lookups and kerning of a face mean for text that is shaped piece by piece.
struct FontRules {
  /// Whether text may be shaped from space to space wherever `space word space` says that no rule
  /// ties the word to its spaces: no rule reaches over a space.
  private(set) var stopsAtSpaces = false
  /// Glyphs that may be tied to what stands beyond the next space.
  private(set) var triggers: Set<Int> = []
  /// The glyph of a space that stands alone.
  private(set) var space = ShapedGlyph.blank
  /// Whether no rule moves or replaces any glyph.
  let isPlain: Bool
  /// Whether glyphs that no lookup names are drawn as their character's, side by side.
  let leavesGlyphs: Bool

  init(of plan: ShapingPlan) {
    let font = plan.face.harfBuzz.pointer
    let face = hb_font_get_face(font)
    let substitutions = plan.lookups(of: Self.substitution)
    let positionings = plan.lookups(of: Self.positioning)
    let isApple = Self.apple.contains { Self.has($0, face) }
    // Kerning outside of lookups is found by shaping, but not for glyphs one by one.
    leavesGlyphs = !isApple && !Self.has(Self.kerning, face)
    isPlain = leavesGlyphs && substitutions.isEmpty && positionings.isEmpty
    var glyph: hb_codepoint_t = 0
    guard !isApple, !Self.isCounted(plan), hb_font_get_nominal_glyph(font, 0x20, &glyph) != 0
    else { return }
    let skipped = LookupReach.skippingFlags(
      glyphClass: Int(hb_ot_layout_get_glyph_class(face, glyph).rawValue))
    let tables = [(Self.substitution, substitutions), (Self.positioning, positionings)]
    for (tag, lookups) in tables {
      let blob = hb_face_reference_table(face, tag)
      defer { hb_blob_destroy(blob) }
      var reach = LookupReach(
        table: FontTable(blob), isPositioning: tag == Self.positioning, glyph: Int(glyph),
        skippingFlags: skipped)
      if reach.passesOver(lookups.map(Int.init)) { return }
      triggers.formUnion(reach.triggers)
    }
    guard let space = Self.space(of: plan) else { return }
    self.space = space
    stopsAtSpaces = true
  }

  /// Whether HarfBuzz looks through the whole text for digits and letters to find the order of
  /// glyphs in a cluster: it does where a script of the other direction runs left to right.
  private static func isCounted(_ plan: ShapingPlan) -> Bool {
    let script = hb_script_from_iso15924_tag(plan.script.tag)
    return !plan.isRightToLeft && hb_script_get_horizontal_direction(script) == HB_DIRECTION_RTL
  }

  /// The glyph of a space, if it is one glyph and the same between other spaces.
  private static func space(of plan: ShapingPlan) -> ShapedGlyph? {
    let buffer = HarfBuzzBuffer()
    let glyphs = GlyphBuffer()
    let spaces: [UInt16] = [0x20, 0x20, 0x20]
    for count in [1, 3] {
      spaces.withUnsafeBufferPointer {
        buffer.shape(
          HarfBuzzBuffer.Stretch(
            text: $0, context: 0..<count, range: 0..<count, isParagraph: false),
          by: plan, into: glyphs)
      }
    }
    guard glyphs.count == 4, let first = glyphs.all.first else { return nil }
    for (index, glyph) in glyphs.all.enumerated() {
      var other = glyph
      other.cluster = 0
      guard other == first, glyph.cluster == max(0, index - 1) else { return nil }
    }
    return first.flags.isEmpty ? first : nil
  }

  /// Whether the face has a table with something in it.
  private static func has(_ table: hb_tag_t, _ face: OpaquePointer?) -> Bool {
    let blob = hb_face_reference_table(face, table)
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  static let substitution: hb_tag_t = 0x4753_5542  // GSUB
  static let positioning: hb_tag_t = 0x4750_4F53  // GPOS
  private static let kerning: hb_tag_t = 0x6B65_726E  // kern
  /// The tables morx, mort, kerx and trak, whose rules are not read here.
  private static let apple: [hb_tag_t] = [0x6D6F_7278, 0x6D6F_7274, 0x6B65_7278, 0x7472_616B]
}

extension FontTable {
  /// The bytes of a blob, which must outlive it.
  fileprivate init(_ blob: OpaquePointer?) {
    var count: UInt32 = 0
    let data = hb_blob_get_data(blob, &count)
    self.init(bytes: UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(count)))
  }
}
