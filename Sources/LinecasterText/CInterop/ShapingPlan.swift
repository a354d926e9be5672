internal import CHarfBuzz
import LinecasterBase
import LinecasterFonts

/// The direction in which glyphs advance.
enum GlyphDirection: UInt8 {
  case leftToRight
  case rightToLeft
  case topToBottom
}

/// The plan for shaping one script in one direction with one face: HarfBuzz's settings and
/// properties of the font's rules.
///
/// Not Sendable: it belongs to a worker that one thread uses at a time.
final class ShapingPlan {
  let face: FontFace
  let script: ScriptCode
  let direction: GlyphDirection
  let language: OpaquePointer?
  let features: [hb_feature_t]
  /// A number unique among the plans of the worker; caches use it as part of their keys.
  let serial: UInt32
  /// The glyph of a blank space, used for spaces from another face.
  private(set) lazy var spaceGlyph = face.spaceGlyph
  /// The font's rules about spaces and single glyphs, computed on demand.
  private(set) lazy var rules = FontRules(of: self)
  /// The glyphs that no rule touches, filled on demand; `nil` if the plan has none.
  private(set) lazy var nominal = NominalGlyphs(plan: self)

  init(
    face: FontFace, script: ScriptCode, direction: GlyphDirection, options: ShapingOptions,
    serial: UInt32
  ) {
    self.face = face
    self.script = script
    self.direction = direction
    self.serial = serial
    language = options.language.flatMap { ShapingLanguage.tag(for: $0.string) }
      .flatMap { hb_language_from_string($0, -1) }
    features = options.features.map {
      hb_feature_t(tag: $0.tag.rawValue, value: $0.value, start: 0, end: .max)
    }
  }

  var isRightToLeft: Bool { direction == .rightToLeft }

  /// A cache of wide punctuation.
  private var punctuation: [UInt16: Punctuation] = [:]

  /// A character that may be set half-width.
  private struct Punctuation {
    var isWide = false
    var isInLeftHalf = false
    var half: ShapedGlyph?
  }

  /// Whether a character is as wide as the em, so its ink leaves half of it empty.
  func isWide(_ unit: UInt16, _ tools: ShapingTools) -> Bool { look(at: unit, tools).isWide }

  /// Whether the ink of a character is in the left half of the em.
  func isInLeftHalf(_ unit: UInt16, _ tools: ShapingTools) -> Bool {
    look(at: unit, tools).isInLeftHalf
  }

  /// The half-width glyph of a character from the font (`halt`, `vhal`); `nil` if it has none.
  func halved(_ unit: UInt16, _ tools: ShapingTools) -> ShapedGlyph? {
    look(at: unit, tools).half
  }

  private func look(at unit: UInt16, _ tools: ShapingTools) -> Punctuation {
    if let known = punctuation[unit] { return known }
    var found = Punctuation()
    if let whole = tools.buffer.glyph(of: unit, by: self, []) {
      let em = face.metrics.unitsPerEm
      var ink = hb_glyph_extents_t()
      found.isWide = Int(whole.advance) == em
      if hb_font_get_glyph_extents(face.harfBuzz.pointer, UInt32(whole.identifier), &ink) != 0 {
        found.isInLeftHalf = Int(ink.x_bearing) + Int(ink.width) <= em / 2
      }
      let tag: UInt32 = direction == .topToBottom ? 0x7668_616C : 0x6861_6C74
      let feature = hb_feature_t(tag: tag, value: 1, start: 0, end: .max)
      let half = tools.buffer.glyph(of: unit, by: self, [feature])
      if let half, half.advance < whole.advance { found.half = half }
    }
    punctuation[unit] = found
    return found
  }

  /// The HarfBuzz direction.
  var hbDirection: hb_direction_t {
    switch direction {
    case .leftToRight: HB_DIRECTION_LTR
    case .rightToLeft: HB_DIRECTION_RTL
    case .topToBottom: HB_DIRECTION_TTB
    }
  }

  /// The lookups of a table that HarfBuzz applies, in ascending order.
  func lookups(of table: hb_tag_t) -> [UInt32] {
    var properties = hb_segment_properties_t()
    properties.direction = hbDirection
    properties.script = hb_script_from_iso15924_tag(script.tag)
    properties.language = language
    let font = face.harfBuzz.pointer
    var count: UInt32 = 0
    let coordinates = hb_font_get_var_coords_normalized(font, &count)
    let plan = hb_shape_plan_create_cached2(
      hb_font_get_face(font), &properties, features, UInt32(features.count), coordinates, count,
      linecaster_hb_shapers())
    defer { hb_shape_plan_destroy(plan) }
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_ot_shape_plan_collect_lookups(plan, table, set)
    var lookups: [UInt32] = []
    var lookup = linecaster_hb_set_value_invalid()
    while hb_set_next(set, &lookup) != 0 { lookups.append(lookup) }
    return lookups
  }
}

extension FontFace {
  /// Whether any script of the face has a substitution feature.
  ///
  /// - Complexity: O(features).
  func hasSubstitution(_ tag: FontTag) -> Bool {
    let face = hb_font_get_face(harfBuzz.pointer)
    var tags = [hb_tag_t](repeating: 0, count: 64)
    var start: UInt32 = 0
    while true {
      var count = UInt32(tags.count)
      let total = hb_ot_layout_table_get_feature_tags(
        face, FontRules.substitution, start, &count, &tags)
      if tags.prefix(Int(count)).contains(tag.rawValue) { return true }
      start += count
      if count == 0 || start >= total { return false }
    }
  }
}

/// Properties of a face's lookups and kerning for shaping text in pieces.
final class FontRules {
  /// Whether words can be shaped separately if shaping `space word space` shows that no rule ties
  /// the word to its spaces. No rule then reaches across a space.
  private(set) var stopsAtSpaces = false
  /// Glyphs that may interact with text beyond the next space.
  private(set) var triggers: Set<Int> = []
  /// The glyph of a single space.
  private(set) var space = ShapedGlyph.blank
  /// Whether no rule moves or replaces any glyph.
  let isPlain: Bool
  /// Whether glyphs that no lookup names are drawn unchanged, side by side.
  let leavesGlyphs: Bool

  init(of plan: ShapingPlan) {
    let font = plan.face.harfBuzz.pointer
    let face = hb_font_get_face(font)
    let substitutions = plan.lookups(of: Self.substitution)
    let positionings = plan.lookups(of: Self.positioning)
    let isApple = Self.apple.contains { Self.has($0, face) }
    // Kerning outside of lookups is found by shaping words, but not for single glyphs.
    leavesGlyphs = !isApple && !Self.has(Self.kerning, face)
    isPlain = leavesGlyphs && substitutions.isEmpty && positionings.isEmpty
    var glyph: hb_codepoint_t = 0
    // Words and single glyphs are cached for horizontal lines only.
    guard plan.direction != .topToBottom, !isApple, !Self.isCounted(plan),
      hb_font_get_nominal_glyph(font, 0x20, &glyph) != 0
    else { return }
    let skipped = LookupScanner.skippingFlags(
      glyphClass: Int(hb_ot_layout_get_glyph_class(face, glyph).rawValue))
    let tables = [(Self.substitution, substitutions), (Self.positioning, positionings)]
    for (tag, lookups) in tables {
      let blob = hb_face_reference_table(face, tag)
      defer { hb_blob_destroy(blob) }
      var scanner = LookupScanner(
        Self.bytes(of: blob), isPositioning: tag == Self.positioning, glyph: Int(glyph),
        skippingFlags: skipped)
      if scanner.passesOver(lookups.map(Int.init)) { return }
      triggers.formUnion(scanner.triggers)
    }
    guard let space = Self.space(of: plan) else { return }
    self.space = space
    stopsAtSpaces = true
  }

  /// Whether HarfBuzz scans the whole text for digits and letters to order the glyphs of a cluster.
  /// It does if a right-to-left script is set left to right.
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

  /// Whether the face has a non-empty table.
  private static func has(_ table: hb_tag_t, _ face: OpaquePointer?) -> Bool {
    let blob = hb_face_reference_table(face, table)
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  /// The bytes of a blob; valid while the blob lives.
  static func bytes(of blob: OpaquePointer?) -> UnsafeRawBufferPointer {
    var count: UInt32 = 0
    let data = hb_blob_get_data(blob, &count)
    return UnsafeRawBufferPointer(start: data, count: data == nil ? 0 : Int(count))
  }

  static let substitution: hb_tag_t = 0x4753_5542  // GSUB
  static let positioning: hb_tag_t = 0x4750_4F53  // GPOS
  private static let kerning: hb_tag_t = 0x6B65_726E  // kern
  /// The tables morx, mort, kerx and trak, whose rules are not parsed.
  private static let apple: [hb_tag_t] = [0x6D6F_7278, 0x6D6F_7274, 0x6B65_7278, 0x7472_616B]
}
