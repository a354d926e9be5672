import CExemplars
import Foundation
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import LinecasterText
import Testing

/// The bundled fonts cover the languages of the world.
@Suite struct WorldFontsTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func prepared(_ text: String, _ language: String? = nil) -> PreparedParagraph {
    typesetter.prepare(Paragraph(text, style: TextStyle(size: 20, language: language)))
  }

  private func layout(_ text: String, language: String? = nil) -> TextLayout {
    prepared(text, language).layout()
  }

  private func families(_ text: String, language: String? = nil) -> [String] {
    layout(text, language: language).glyphRuns.map(\.face.family)
  }

  /// The exemplar characters of a language in Unicode's locale data.
  private static func exemplars(of locale: String) -> [Unicode.Scalar] {
    var values = [UInt32](repeating: 0, count: 20_000)
    let count = unsafe exemplars_of(locale, &values, Int32(values.count))
    return values.prefix(max(0, Int(count))).compactMap(Unicode.Scalar.init)
  }

  private static let locales: [String] = (0..<exemplars_locale_count()).compactMap {
    unsafe exemplars_locale($0).map { unsafe String(cString: $0) }
  }

  @Test func allLanguagesOfUnicodesLocaleDataHaveTheirLetters() {
    var missing: [String: [Unicode.Scalar]] = [:]
    var asked = 0
    for locale in Self.locales {
      let characters = Self.exemplars(of: locale)
      // Spaces between the characters isolate combining marks.
      let text = characters.map { String(Character($0)) }.joined(separator: " ")
      asked += characters.count
      let tag = locale.replacingOccurrences(of: "_", with: "-")
      let lacking = prepared(text, tag).missingCharacters
      if !lacking.isEmpty { missing[locale] = lacking }
    }
    #expect(Self.locales.count > 700 && asked > 100_000)
    #expect(missing.isEmpty, "\(missing)")
  }

  @Test func languagesCanBeCalledByTheirOwnNames() {
    var names = 0
    for tag in Set(Self.locales.map { $0.split(separator: "_")[0] }).map(String.init).sorted() {
      let locale = Locale(identifier: tag)
      guard let name = locale.localizedString(forLanguageCode: tag) else { continue }
      names += 1
      #expect(prepared(name, tag).missingCharacters.isEmpty, "\(tag): \(name)")
    }
    #expect(names > 200)
  }

  @Test(arguments: [
    ("తెలుగు", "Noto Sans Telugu"), ("ગુજરાતી", "Noto Sans Gujarati"),
    ("ಕನ್ನಡ", "Noto Sans Kannada"), ("മലയാളം", "Noto Sans Malayalam"),
    ("ଓଡ଼ିଆ", "Noto Sans Oriya"), ("ਪੰਜਾਬੀ", "Noto Sans Gurmukhi"),
    ("සිංහල", "Noto Sans Sinhala"), ("မြန်မာ", "Noto Sans Myanmar"), ("ລາວ", "Noto Sans Lao"),
    ("བོད", "Noto Serif Tibetan"), ("ދިވެހި", "Noto Sans Thaana"), ("ܣܘܪܝܝܐ", "Noto Sans Syriac"),
    ("ߒߞߏ", "Noto Sans NKo"), ("ꦗꦮ", "Noto Sans Javanese"),
    ("ᐃᓄᒃᑎᑐᑦ", "Noto Sans Canadian Aboriginal"), ("ꯃꯩꯇꯩ", "Noto Sans Meetei Mayek"),
    ("ᱚᱞ", "Noto Sans Ol Chiki"), ("𑄌𑄋𑄴𑄟𑄳𑄦", "Noto Sans Chakma"),
    ("ⵜⴰⵎⴰⵣⵉⵖⵜ", "Noto Sans Tifinagh"), ("𞤆𞤵𞤤𞤢𞤪", "Noto Sans Adlam"),
    ("ᏣᎳᎩ", "Noto Sans Cherokee"), ("ꕙꔤ", "Noto Sans Vai"), ("ꆈꌠꉙ", "Noto Sans Yi"),
    ("ᠮᠣᠩᠭᠣᠯ", "Noto Sans Mongolian"), ("∑→≠", "Noto Sans Math"),
    ("✓✗☐", "Noto Sans Symbols2"),
  ])
  func scriptsHaveFontsOfTheirOwn(_ text: String, _ family: String) {
    #expect(Set(families(text)) == [family] && prepared(text).missingCharacters.isEmpty)
  }

  /// The bundled font has the emoji of Unicode 15; newer ones are reported as missing, each of
  /// them.
  @Test func emojiThatNoFontHasAreTold() {
    #expect(prepared("\u{1FAE8} \u{1FABF}").missingCharacters.isEmpty)
    // A face with bags under its eyes, a fingerprint, a harp; a distorted face, an orca, a trunk.
    let newer: [Unicode.Scalar] = [
      "\u{1FAE9}", "\u{1FAC6}", "\u{1FA89}", "\u{1FAEA}", "\u{1FACD}", "\u{1FA8E}",
    ]
    let text = newer.map { "word \($0)" }.joined(separator: " ")
    #expect(prepared(text).missingCharacters == newer)
  }

  @Test func symbolsAreNotThoseOfTheMonospacedFace() {
    let own: Set = ["Noto Sans Math", "Noto Sans Symbols", "Noto Sans Symbols2"]
    for sign in "✓✗☐⌘⏎♫→≠" {
      #expect(own.isSuperset(of: families(String(sign))), "\(sign)")
      #expect(prepared(String(sign)).missingCharacters.isEmpty, "\(sign)")
    }
  }

  /// Characters with a form for each country, in regular and in real bold letters.
  @Test(arguments: [
    ("ja", "JP"), ("ko", "KR"), ("zh-Hans", "SC"), ("zh-Hant", "TC"), ("zh-HK", "HK"),
  ])
  func hanCharactersHaveTheFormsOfTheirLanguage(tag: String, country: String) throws {
    for weight in [FontWeight.regular, .bold] {
      let style = TextStyle(size: 20, weight: weight, language: tag)
      let layout = typesetter.prepare(Paragraph("直骨令海刃", style: style)).layout()
      let run = try #require(layout.glyphRuns.first)
      #expect(layout.glyphRuns.count == 1 && run.face.family == "Noto Sans CJK \(country)")
      #expect(run.face.weight == weight && run.face.synthesis == .none)
    }
  }

  /// The witness is one face with the forms of all languages (`locl`).
  @Test func formsAreThoseThatTheFontHasForTheLanguage() throws {
    let japanese = try FontCollection(
      faces: [FontFace(path: FontFixtures.chineseJapaneseKorean, index: 0)])
    let alone = Typesetter(fonts: japanese)
    var forms: Set<[UInt32]> = []
    for tag in ["ja", "ko", "zh-Hans", "zh-Hant", "zh-HK"] {
      let paragraph = Paragraph("直骨令海刃", style: TextStyle(size: 20, language: tag))
      let glyphs = [alone, typesetter].map { typesetter in
        typesetter.prepare(paragraph).layout().glyphRuns.flatMap {
          $0.placedGlyphs.map(\.identifier)
        }
      }
      #expect(glyphs[0] == glyphs[1], "\(tag)")
      forms.insert(glyphs[1])
    }
    #expect(forms.count >= 4)
  }

  @Test func chinesePunctuationIsThatOfTheChineseFace() {
    #expect(Set(families("漢字、かな。「カナ」")) == ["Noto Sans CJK JP"])
  }

  @Test func urduIsWrittenInNastaliqAndNothingElseIs() {
    let nastaliq = "Noto Nastaliq Urdu"
    for tag in ["ur", "UR-PK", "ks_Arab", "pnb"] {
      #expect(Set(families("اردو ٹیکسٹ", language: tag)) == [nastaliq], "\(tag)")
      #expect(Set(families("Lahore 5", language: tag)) == ["Noto Sans"], "\(tag)")
    }
    for tag in ["ar", "fa", "urd-x", "u", "", "ur\u{301}", nil] {
      #expect(Set(families("اردو", language: tag)) == ["Noto Sans Arabic"], "\(tag ?? "-")")
    }
    let named = TextStyle(families: ["Noto Sans Arabic"], size: 20, language: "ur")
    let layout = typesetter.prepare(Paragraph("اردو", style: named)).layout()
    #expect(Set(layout.glyphRuns.map(\.face.family)) == ["Noto Sans Arabic"])
  }

  @Test func signsWithAStrokeAreOneGlyphWhereAFontHasThem() throws {
    let layout = layout("≠∉≮")
    #expect(Set(layout.glyphRuns.map(\.face.family)) == ["Noto Sans Math"])
    #expect(layout.glyphCount == 3)
    // If no font has the character, its sign and stroke replace it, and nothing is missing.
    let faces = try FontCollection.bundled().faces.filter { $0.family == "Noto Sans" }
    let alone = Typesetter(fonts: try FontCollection(faces: faces))
    let parts = alone.prepare(Paragraph("≠"))
    #expect(parts.missingCharacters.isEmpty)
    #expect(parts.layout().glyphCount == 2)
  }

  @Test func selectedTextIsBlackAndSelectedEmojiAreColoured() {
    for sign in ["❤", "☎", "☀", "✔", "♠"] {
      #expect(families(sign + "\u{FE0E}") != ["Noto Color Emoji"], "\(sign)")
      #expect(families(sign + "\u{FE0F}") == ["Noto Color Emoji"], "\(sign)")
    }
  }
}
