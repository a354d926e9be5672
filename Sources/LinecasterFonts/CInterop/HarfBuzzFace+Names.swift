internal import CHarfBuzz

extension HarfBuzzFace {
  /// The first name with `identifier` in English, or nil.
  func name(_ identifier: UInt32) -> String? {
    name(identifier, language: hb_language_from_string("en", -1))
  }

  /// The names with one of the identifiers in every language, each once, in the font's order.
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

  /// Records of a `name` table that are looked at; fonts have some hundreds.
  private static let nameLimit = 4096
}
