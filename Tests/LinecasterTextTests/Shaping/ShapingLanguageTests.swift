import CHarfBuzz
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct ShapingLanguageTests {
  private func tag(_ language: String) -> String? { ShapingLanguage.tag(for: language) }

  /// The OpenType language tags of a language, as HarfBuzz finds them.
  private func fontTags(_ language: String?) -> [hb_tag_t] {
    let language = language.flatMap { hb_language_from_string($0, -1) }
    var (scriptCount, count): (UInt32, UInt32) = (0, 8)
    var tags = [hb_tag_t](repeating: 0, count: 8)
    hb_ot_tags_from_script_and_language(
      HB_SCRIPT_LATIN, language, &scriptCount, nil, &count, &tags)
    return Array(tags.prefix(Int(count)))
  }

  @Test(arguments: [
    ("de", "de"), ("DE-at", "de"), ("pt_BR", "pt"), ("zh-Hant-HK", "zh-hant-hk"),
    ("zh-Hans-SG", "zh-hans"), ("zh-TW", "zh-tw"), ("zh-yue-HK", "zh-yue-hk"),
    ("el-GR-polyton", "el-polyton"), ("en-fonipa", "und-fonipa"), ("ro-MD", "ro-md"),
    ("ar-ary", "ary"), ("de-x-own", "de"), ("en-u-nu-arab-hk", "en"), ("zh-u-hk", "zh"),
    ("sr-Latn-RS", "sr"),
    // HarfBuzz recognizes sign languages only in this form, not in the canonical one (RFC 5646
    // §4.5).
    ("sgn-ase", "ase"),
  ])
  func keepsWhatFontsTellApart(language: String, kept: String) {
    #expect(tag(language) == kept)
  }

  @Test(arguments: ["", "-", "d", "deutsch", "d3", "x-own", "i-lux", "é", "12", "-de"])
  func whatIsNoLanguageIsNone(language: String) { #expect(tag(language) == nil) }

  /// HarfBuzz finds the same rules with the reduced tag as with the whole one.
  @Test func fontsSeeNoDifference() {
    var random = SeededGenerator(salt: 911)
    let primaries = ["zh", "yue", "gan", "hak", "ga", "mnw", "ro", "el", "hy", "oc", "syr", "ka"]
    // At most one script, region, variant and extension, in that order (BCP 47 §2.1).
    let parts = [
      ["Hans", "hant", "latg", "Latn", "geok", "syre", "syrj", "syrn"],
      ["HK", "mo", "TW", "th", "md", "DE", "419"],
      ["polyton", "arevmda", "provenc", "fonipa", "fonnapa", "1996"], ["u-co-phonebk", "x-hk"],
    ]
    let extended = ["zh-yue", "zh-cmn", "zh-Gan", "ar-ary", "ar-arb", "ms-zsm"]
    for _ in 0..<4_000 {
      var language = primaries.randomElement(using: &random) ?? "zh"
      if Bool.random(using: &random) {
        let letters = (0..<Int.random(in: 2...3, using: &random)).map { _ in
          Character(UnicodeScalar(UInt8.random(in: 0x61...0x7A, using: &random)))
        }
        language = String(letters)
      } else if Int.random(in: 0..<4, using: &random) == 0 {
        language = extended.randomElement(using: &random) ?? "zh-yue"
      }
      for kind in parts where Int.random(in: 0..<3, using: &random) == 0 {
        language += "-" + (kind.randomElement(using: &random) ?? "")
      }
      #expect(fontTags(tag(language)) == fontTags(language), "\(language), seed \(random.seed)")
    }
  }

  /// The shaper sees few languages, for any number of invented tags.
  @Test func madeUpLanguagesAreFew() {
    var random = SeededGenerator(salt: 911)
    let known = [
      "zh", "yue", "gan", "hak", "ga", "de", "abc", "Hans", "hant", "latg", "HK", "mo", "TW", "md",
      "polyton", "fonipa", "1996", "é", "", "x", "cmn", "cdo", "wuu", "nan", "hsn", "mnp",
    ]
    var tags: Set<String> = []
    for _ in 0..<200_000 {
      let parts = (0..<Int.random(in: 1...12, using: &random)).compactMap { _ in
        known.randomElement(using: &random)
      }
      if let tag = tag(parts.joined(separator: "-")) { tags.insert(tag) }
    }
    let longer = tags.filter { $0.utf8.count > 3 }
    // 17 languages after `zh`, with 3 scripts and 4 regions; the others without the first language.
    #expect(longer.count <= 17 * 3 * 4 + 16 * 3 * 4 + 12, "seed \(random.seed)")
    #expect(tags.count - longer.count <= known.count)
    #expect(tag("de" + String(repeating: "-hant", count: 1_000_000)) == "de")
  }
}
