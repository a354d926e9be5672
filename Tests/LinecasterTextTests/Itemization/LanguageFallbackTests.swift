import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LanguageFallbackTests {
  private func families(_ text: String, _ language: String?, _ fonts: FontCollection) -> [String] {
    Typesetter(fonts: fonts)
      .prepare(Paragraph(text, style: TextStyle(language: language))).layout()
      .glyphRuns.map(\.face.family)
  }

  /// Noto Sans and the collection's faces in the file's order or another one.
  private func fonts(_ order: [Int]) throws -> FontCollection {
    let latin = try #require(try FontCollection.bundled().faces.first)
    let path = try #require(FontFixtures.chineseJapaneseKorean)
    return try FontCollection(
      faces: [latin] + order.map { try FontFace(path: path, index: $0) })
  }

  /// The faces have the same characters and code pages, so only their own forms tell them apart.
  @Test(
    .enabled(
      if: FontFixtures.chineseJapaneseKorean != nil, "the package fonts-noto-cjk is not installed"),
    arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]])
  func theLanguageChoosesTheFormsOfHan(_ order: [Int]) throws {
    let fonts = try fonts(order)
    let expected = [
      "ja": "JP", "ja-JP": "JP", "ko": "KR", "ko-KR": "KR", "zh": "SC", "zh-CN": "SC",
      "zh-Hans": "SC", "zh_SG": "SC", "zh-Hans-HK": "SC", "zh-TW": "TC", "zh-Hant": "TC",
      "ZH-hant-tw": "TC", "zh-HK": "HK", "zh-Hant-HK": "HK", "zh-MO": "HK", "yue": "HK",
    ]
    for (language, face) in expected {
      #expect(families("\u{76F4}", language, fonts) == ["Noto Sans CJK \(face)"], "\(language)")
    }
    let first = fonts.faces[1].family
    #expect(families("\u{76F4}", nil, fonts) == [first])
    #expect(families("\u{76F4}", "en", fonts) == [first])
    #expect(families("한", nil, fonts) == ["Noto Sans CJK KR"])
    #expect(families("あ", nil, fonts) == ["Noto Sans CJK JP"])
    #expect(families("ㄅ", nil, fonts) == ["Noto Sans CJK TC"])
    #expect(families("한", "ja", fonts) == ["Noto Sans CJK KR"])
  }

  @Test(
    .enabled(
      if: FontFixtures.chineseJapaneseKorean != nil, "the package fonts-noto-cjk is not installed"))
  func aNeighbourStandsInForAMissingLanguage() throws {
    #expect(families("\u{76F4}", "zh-HK", try fonts([0, 2, 3])) == ["Noto Sans CJK TC"])
    #expect(families("\u{76F4}", "zh-TW", try fonts([0, 2, 4])) == ["Noto Sans CJK HK"])
    #expect(families("\u{76F4}", "zh-TW", try fonts([0, 2])) == ["Noto Sans CJK JP"])
  }

  @Test func strayCharactersDoNotMakeAFont() throws {
    // Droid Sans Fallback, which comes first, has three of Korean's 11,172 syllables.
    let fonts = try FontCollection.bundled()
    #expect(families("가나다", nil, fonts) == ["NanumGothic"])
    #expect(families("日本", "ja", fonts) == ["Droid Sans Fallback"])
    #expect(families("日本", "ko", fonts) == ["NanumGothic"])
  }
}
