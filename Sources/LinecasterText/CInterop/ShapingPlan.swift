internal import CHarfBuzz
import LinecasterFonts

/// How one face draws one script in one direction: what HarfBuzz is told, and what was found out
/// about the rules it follows.
///
/// Not Sendable: it lives in a worker that one thread uses at a time.
final class ShapingPlan {
  let face: FontFace
  let script: ScriptCode
  let isRightToLeft: Bool
  let language: OpaquePointer?
  let features: [hb_feature_t]
  /// A number that no other plan of the worker has; caches use it as part of their keys.
  let serial: UInt32
  /// The glyph of a space that comes from another face, which draws nothing.
  private(set) lazy var spaceGlyph = face.spaceGlyph
  /// What the rules of the font say about spaces and single glyphs, found out when first asked.
  private(set) lazy var rules = FontRules(of: self)
  /// The glyphs that no rule touches, filled as they are asked for; nil where there are none.
  private(set) lazy var inert = InertGlyphs(plan: self)

  init(
    face: FontFace, script: ScriptCode, isRightToLeft: Bool, options: ShapingOptions,
    serial: UInt32
  ) {
    self.face = face
    self.script = script
    self.isRightToLeft = isRightToLeft
    self.serial = serial
    language = options.language.flatMap { hb_language_from_string($0, -1) }
    features = options.features.map {
      hb_feature_t(tag: $0.tag.rawValue, value: $0.value, start: 0, end: .max)
    }
  }

  /// The lookups of a table that HarfBuzz applies, in ascending order.
  func lookups(of table: hb_tag_t) -> [UInt32] {
    var properties = hb_segment_properties_t()
    properties.direction = isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
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
