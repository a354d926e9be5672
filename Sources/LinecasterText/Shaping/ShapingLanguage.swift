/// What of a language's tag decides which rules of a font hold, so that tags which mean the same to
/// fonts are one and made-up ones are few.
///
/// HarfBuzz keeps each tag that it has ever been told in one list and walks that list for each
/// tag: a stranger's texts in 100,000 made-up languages would slow down all that follow. What it is
/// told here is one of 18,252 codes of two or three letters, or of some 400 longer tags.
enum ShapingLanguage {
  /// The tag to tell the shaper; nil where a tag is not well formed (BCP 47 §2.1) or only private.
  ///
  /// - Complexity: O(1): of a long tag the start is read.
  static func tag(for language: String) -> String? {
    let letters = language.utf8.prefix(longest).map(lowercased)
    let parts = letters.split(separator: dash, omittingEmptySubsequences: false).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard let primary = parts.first, 2...3 ~= primary.utf8.count, isWord(primary) else {
      return nil
    }
    // Behind a part of one character are extensions and private agreements (§2.2.6, §2.2.7).
    let rest = parts.dropFirst().prefix { $0.utf8.count > 1 }
    for (variant, tag) in variants where rest.contains(variant) { return tag }
    // A language may stand behind the one that it is a kind of (§2.2.2).
    let extended = rest.first.flatMap { $0.utf8.count == 3 && isWord($0) ? $0 : nil }
    guard primary == "zh" || extended == nil && chinese.contains(primary) else {
      let name = extended ?? primary
      return others[name].flatMap { rest.contains($0) ? "\(name)-\($0)" : nil } ?? name
    }
    // At most one of each, however often a tag says them.
    let kinds = [primary == "zh" ? chinese : [], ["hans", "hant"], ["hk", "mo", "tw"]]
    let kept = kinds.compactMap { kind in rest.first(where: kind.contains) }
    return ([primary] + kept).joined(separator: "-")
  }

  /// Bytes that are read of a tag; RFC 5646 §4.4.1 lets programs stop at 35.
  private static let longest = 64
  private static let dash = UInt8(ascii: "-")

  private static func isWord(_ part: String) -> Bool {
    part.utf8.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
    // POSIX names of languages.
    case UInt8(ascii: "_"): dash
    default: byte
    }
  }

  /// Parts that have rules of their own in fonts, whatever the language, and the tag that stands
  /// for all with that part, in the order in which the shaper looks for them.
  private static let variants = [
    ("fonnapa", "und-fonnapa"), ("polyton", "el-polyton"), ("arevmda", "hy-arevmda"),
    ("provenc", "oc-provenc"), ("fonipa", "und-fonipa"), ("geok", "und-geok"),
    ("syre", "und-syre"), ("syrj", "und-syrj"), ("syrn", "und-syrn"),
  ]

  /// The part that matters in a language: Irish in Gaelic letters, Mon of Thailand, Moldavian.
  private static let others = ["ga": "latg", "mnw": "th", "ro": "md"]

  /// Chinese languages besides `zh`, which stands for all.
  private static let chinese: Set<String> = [
    "cdo", "cjy", "cmn", "cnp", "cpx", "csp", "czh", "czo", "gan", "hak", "hsn", "lzh", "mnp",
    "nan", "wuu", "yue",
  ]
}
