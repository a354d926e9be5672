internal import CHarfBuzz
import LinecasterBase

/// A face of a font file in HarfBuzz: its tables, without size or axis values.
final class HarfBuzzFace: @unchecked Sendable {
  // Unchecked: hb_face_t is immutable after `init` ("immutable objects are safe to be shared
  // between threads", HarfBuzz manual), and this object is its only owner.
  private let blob: OpaquePointer
  let pointer: OpaquePointer

  private let data: FontData

  /// Opens face `index` of the data; `nil` if HarfBuzz finds no glyphs there.
  init?(data: FontData, index: Int) {
    self.data = data
    blob = linecaster_hb_blob(data.bytes.baseAddress, UInt32(clamping: data.bytes.count))
    pointer = hb_face_create(blob, UInt32(index))
    hb_face_make_immutable(pointer)
    guard hb_face_get_glyph_count(pointer) > 0 else { return nil }
  }

  deinit {
    hb_face_destroy(pointer)
    hb_blob_destroy(blob)
  }

  /// Returns the number of faces in the data: 1 for a font, 0 for anything else.
  static func faceCount(of data: FontData) -> Int {
    let blob = linecaster_hb_blob(data.bytes.baseAddress, UInt32(clamping: data.bytes.count))
    defer { hb_blob_destroy(blob) }
    return Int(hb_face_count(blob))
  }

  var unitsPerEm: Int { Int(hb_face_get_upem(pointer)) }
  var glyphCount: Int { Int(hb_face_get_glyph_count(pointer)) }
  var hasColorBitmaps: Bool { hb_ot_color_has_png(pointer) != 0 }

  /// Returns every scalar in the font's character map, as sorted closed ranges.
  func coveredRanges() -> [ClosedRange<UInt32>] {
    let set = hb_set_create()
    defer { hb_set_destroy(set) }
    hb_face_collect_unicodes(pointer, set)
    var ranges: [ClosedRange<UInt32>] = []
    var last = linecaster_hb_set_value_invalid()
    var first: hb_codepoint_t = 0
    while hb_set_next_range(set, &first, &last) != 0 { ranges.append(first...last) }
    return ranges
  }

  /// Returns the bytes of a table; empty if the font has none.
  func table(_ tag: FontTag) -> [UInt8] {
    let table = hb_face_reference_table(pointer, tag.rawValue)
    defer { hb_blob_destroy(table) }
    var length: UInt32 = 0
    guard let bytes = hb_blob_get_data(table, &length) else { return [] }
    return Array(UnsafeRawBufferPointer(start: bytes, count: Int(length)))
  }
}

extension HarfBuzzFace {
  /// Returns the first English name with an identifier, or `nil`.
  func name(_ identifier: UInt32) -> String? {
    name(identifier, language: hb_language_from_string("en", -1))
  }

  /// Returns the names with any of the identifiers in every language, without duplicates, in the
  /// font's order.
  func names(_ identifiers: [UInt32]) -> [String] {
    var count: UInt32 = 0
    guard let entries = hb_ot_name_list_names(pointer, &count) else { return [] }
    var names: [String] = []
    for entry in UnsafeBufferPointer(start: entries, count: Int(count)).prefix(Self.nameLimit)
    where identifiers.contains(entry.name_id) {
      if let name = name(entry.name_id, language: entry.language), !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }

  private func name(_ identifier: UInt32, language: hb_language_t?) -> String? {
    var length: UInt32 = 0
    let full = hb_ot_name_get_utf8(pointer, identifier, language, &length, nil)
    guard full > 0, full < 4096 else { return nil }
    length = full + 1
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length)) { buffer in
      _ = hb_ot_name_get_utf8(pointer, identifier, language, &length, buffer.baseAddress)
      return String(
        decoding: UnsafeRawBufferPointer(start: buffer.baseAddress, count: Int(length)),
        as: UTF8.self)
    }
  }

  /// The maximum number of `name` records read; real fonts have some hundreds.
  private static let nameLimit = 4096
}

extension HarfBuzzFace {
  /// Returns the axes of a variable font, in the font's order; empty for other fonts.
  func axes() -> [FontAxis] {
    let count = min(Int(hb_ot_var_get_axis_count(pointer)), Self.axisLimit)
    guard count > 0 else { return [] }
    var found = UInt32(count)
    let infos = [hb_ot_var_axis_info_t](unsafeUninitializedCapacity: count) { buffer, filled in
      buffer.initialize(repeating: hb_ot_var_axis_info_t())
      _ = hb_ot_var_get_axis_infos(pointer, 0, &found, buffer.baseAddress)
      filled = min(count, Int(found))
    }
    return infos.map { info in
      let tag = FontTag(rawValue: info.tag)
      return FontAxis(
        tag: tag, name: name(info.name_id) ?? tag.name, minimum: Double(info.min_value),
        defaultValue: Double(info.default_value), maximum: Double(info.max_value),
        isHidden: info.flags.rawValue & HB_OT_VAR_AXIS_FLAG_HIDDEN.rawValue != 0)
    }
  }

  /// Returns the named instances (OpenType `fvar`).
  func namedInstances(_ axes: [FontAxis]) -> [FontInstance] {
    let count = min(Int(hb_ot_var_get_named_instance_count(pointer)), Self.instanceLimit)
    guard !axes.isEmpty else { return [] }
    return (0..<count).compactMap { index in
      var filled = UInt32(axes.count)
      let place = [Float](unsafeUninitializedCapacity: axes.count) { buffer, initialized in
        buffer.initialize(repeating: 0)
        _ = hb_ot_var_named_instance_get_design_coords(
          pointer, UInt32(index), &filled, buffer.baseAddress)
        initialized = axes.count
      }
      guard Int(filled) == axes.count else { return nil }
      let identifier = hb_ot_var_named_instance_get_subfamily_name_id(pointer, UInt32(index))
      return FontInstance(
        name: name(identifier) ?? "",
        variations: zip(axes, place).map { FontVariation($0.tag, Double($1)) })
    }
  }

  /// The maximum number of axes; variable fonts have a handful, some research fonts dozens.
  private static let axisLimit = 64
  /// The maximum number of named instances.
  private static let instanceLimit = 1024
}

extension HarfBuzzFace {
  /// Returns the font's design languages as BCP 47 tags (OpenType `meta`, `dlng`).
  func designLanguages() -> [String] {
    var length: UInt32 = 0
    let blob = hb_ot_meta_reference_entry(pointer, HB_OT_META_TAG_DESIGN_LANGUAGES)
    defer { hb_blob_destroy(blob) }
    guard let bytes = hb_blob_get_data(blob, &length), length <= 4096 else { return [] }
    let text = String(
      decoding: UnsafeRawBufferPointer(start: bytes, count: Int(length)), as: UTF8.self)
    return text.split(separator: ",").map { tag in
      String(tag.drop { $0 == " " }.prefix { $0 != " " })
    }
  }

  /// Returns the glyphs of scalars without a language and in each language; `nil` if the font's
  /// substitutions support none of the languages.
  func localizedForms(
    of scalars: [UInt32], languages: [String]
  ) -> (own: [UInt32], localized: [[UInt32]])? {
    guard hb_ot_layout_has_substitution(pointer) != 0 else { return nil }
    let font = HarfBuzzFont(face: self, coordinates: [])
    let own = shape(scalars, language: nil, with: font)
    let localized = languages.map { shape(scalars, language: $0, with: font) }
    return localized.allSatisfy { $0 == own } ? nil : (own, localized)
  }

  private func shape(
    _ scalars: [UInt32], language: String?, with font: HarfBuzzFont
  ) -> [UInt32] {
    let buffer = hb_buffer_create()
    defer { hb_buffer_destroy(buffer) }
    hb_buffer_add_utf32(buffer, scalars, Int32(scalars.count), 0, Int32(scalars.count))
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, HB_SCRIPT_HAN)
    hb_buffer_set_language(buffer, hb_language_from_string(language ?? "und", -1))
    hb_shape(font.pointer, buffer, nil, 0)
    var count: UInt32 = 0
    guard let glyphs = hb_buffer_get_glyph_infos(buffer, &count) else { return [] }
    return UnsafeBufferPointer(start: glyphs, count: Int(count)).map(\.codepoint)
  }
}
