internal import CHarfBuzz

/// Canonical equivalents of characters (UAX 15), of which shapers take the one that a font has.
enum CanonicalForms {
  /// The character that a character and a mark after it make; nil where there is none.
  static func composed(_ first: UInt32, _ second: UInt32) -> UInt32? {
    var composed: hb_codepoint_t = 0
    let functions = hb_unicode_funcs_get_default()
    return hb_unicode_compose(functions, first, second, &composed) != 0 ? composed : nil
  }

  /// What a character is made of: another one, and a mark that is 0 where there is none; nil for
  /// characters that are not made of others.
  static func decomposed(_ value: UInt32) -> (first: UInt32, second: UInt32)? {
    var first: hb_codepoint_t = 0
    var second: hb_codepoint_t = 0
    let functions = hb_unicode_funcs_get_default()
    return hb_unicode_decompose(functions, value, &first, &second) != 0 ? (first, second) : nil
  }
}
