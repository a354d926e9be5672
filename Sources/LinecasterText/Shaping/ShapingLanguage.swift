/// Canonicalizes language tags to the part that selects font rules, so equivalent tags are equal
/// and made-up ones are few.
///
/// HarfBuzz keeps every tag it has seen in a list and searches it for each tag: untrusted texts in
/// 100,000 made-up languages would slow down all later ones. This returns only one of 18,252 codes
/// of two or three letters, or of some 400 longer tags.
enum ShapingLanguage {
  /// Returns the tag for the shaper; `nil` if a tag is malformed (BCP 47 §2.1) or only private.
  ///
  /// - Complexity: O(1); only the start of a long tag is read.
  static func tag(for language: String) -> String? {
    let letters = language.utf8.prefix(longest).map(lowercased)
    let parts = letters.split(separator: dash, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let primary = parts.first, 2...3 ~= primary.utf8.count, isWord(primary) else {
      return nil
    }
    // Extensions and private-use subtags follow a subtag of one character (§2.2.6, §2.2.7).
    let rest = parts.dropFirst().prefix { $0.utf8.count > 1 }
    for (variant, tag) in variants where rest.contains(variant) { return tag }
    // An extended language subtag may follow its macrolanguage (§2.2.2).
    let extended = rest.first.flatMap { $0.utf8.count == 3 && isWord($0) ? $0 : nil }
    guard primary == "zh" || extended == nil && chinese.contains(primary) else {
      let name = extended ?? primary
      return others[name].flatMap { rest.contains($0) ? "\(name)-\($0)" : nil } ?? name
    }
    // At most one of each, however often it occurs in a tag.
    let kinds = [primary == "zh" ? chinese : [], ["hans", "hant"], ["hk", "mo", "tw"]]
    let kept = kinds.compactMap { kind in rest.first(where: kind.contains) }
    return ([primary] + kept).joined(separator: "-")
  }

  /// Whether a language is Chinese, by its primary language subtag.
  static func isChinese(_ language: String) -> Bool {
    guard let tag = tag(for: language) else { return false }
    let primary = tag.prefix { $0 != "-" }
    return primary == "zh" || chinese.contains(String(primary))
  }

  /// The maximum number of bytes read of a tag; RFC 5646 §4.4.1 lets programs stop at 35.
  private static let longest = 64
  private static let dash = UInt8(ascii: "-")

  private static func isWord(_ part: String) -> Bool {
    part.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    // POSIX locale names.
    case UInt8(ascii: "_"): dash
    default: byte
    }
  }

  /// The subtags with font rules of their own in any language, and the tag that represents them, in
  /// the shaper's order of lookup.
  private static let variants = [
    ("fonnapa", "und-fonnapa"), ("polyton", "el-polyton"), ("arevmda", "hy-arevmda"),
    ("provenc", "oc-provenc"), ("fonipa", "und-fonipa"), ("geok", "und-geok"),
    ("syre", "und-syre"), ("syrj", "und-syrj"), ("syrn", "und-syrn"),
  ]

  /// The relevant subtag of some languages: Irish in Gaelic letters, Mon of Thailand, Moldavian.
  private static let others = ["ga": "latg", "mnw": "th", "ro": "md"]

  /// Chinese languages other than `zh`, which represents all of them.
  private static let chinese: Set<String> = [
    "cdo", "cjy", "cmn", "cnp", "cpx", "csp", "czh", "czo", "gan", "hak", "hsn", "lzh", "mnp",
    "nan", "wuu", "yue",
  ]
}
