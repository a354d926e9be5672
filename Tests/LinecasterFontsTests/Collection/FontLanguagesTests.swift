import Testing

@testable import LinecasterFonts

@Suite struct HanLanguageTests {
  @Test func readsLanguageTags() {
    let expected: [(String, HanLanguage?)] = [
      ("ja", .japanese), ("ja-JP", .japanese), ("JA_jp", .japanese), ("ko-Kore-KR", .korean),
      ("zh", .simplifiedChinese), ("zh-Hans-TW", .simplifiedChinese), ("zh-CN", .simplifiedChinese),
      ("zh-TW", .traditionalChinese), ("zh-Hant", .traditionalChinese),
      ("zh-Hant-HK", .hongKongChinese), ("zh-yue", .hongKongChinese), ("yue", .hongKongChinese),
      ("yue-Hans", .simplifiedChinese), ("cmn-Hant", .traditionalChinese),
      ("en", nil), ("", nil), ("-", nil), ("japan", nil), ("th-JP", nil),
    ]
    for (tag, language) in expected { #expect(HanLanguage(languageTag: tag) == language, "\(tag)") }
  }

  @Test func knowsScriptsOfOneLanguage() {
    #expect(HanLanguage(scriptOf: 0xAC00) == .korean && HanLanguage(scriptOf: 0x3042) == .japanese)
    #expect(HanLanguage(scriptOf: 0x3105) == .traditionalChinese)
    #expect(HanLanguage(scriptOf: 0x76F4) == nil && HanLanguage(scriptOf: 0x61) == nil)
  }

  @Test func tellsHanCharactersFromOthers() {
    for han: UInt32 in [0x3001, 0x76F4, 0xFF0C, 0x20000] { #expect(HanLanguage.distinguishes(han)) }
    for other: UInt32 in [0x61, 0x431, 0x627, 0x2192, 0xAC00, 0x1F600] {
      #expect(!HanLanguage.distinguishes(other))
    }
  }

  @Test func readsBackItsOwnTags() {
    for language in HanLanguage.allCases {
      #expect(HanLanguage(languageTag: language.languageTag) == language)
    }
  }
}
