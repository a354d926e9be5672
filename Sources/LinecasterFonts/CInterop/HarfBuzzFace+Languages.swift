internal import CHarfBuzz

extension HarfBuzzFace {
  /// The languages that the font says it is made for (OpenType `meta`, `dlng`), as BCP 47 tags.
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

  /// The glyphs of scalars without a language and in each language; nil where the font's
  /// substitutions know none of the languages.
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
