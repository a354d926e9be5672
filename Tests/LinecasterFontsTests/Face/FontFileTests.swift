import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterFonts

@Suite struct FontFileTests {
  @Test(
    .enabled(
      if: FontFixtures.chineseJapaneseKorean != nil, "the package fonts-noto-cjk is not installed"))
  func opensEveryFaceOfACollectionFile() throws {
    let path = try #require(FontFixtures.chineseJapaneseKorean)
    let fonts = try FontCollection(paths: [path])
    #expect(fonts.faces.count == 10 && Set(fonts.faces.map(\.data.source)) == [path])
    #expect(fonts.faces.map(\.index) == Array(0..<10))
    #expect(
      fonts.faces.map(\.family)
        == ["", " Mono"].flatMap { kind in
          ["JP", "KR", "SC", "TC", "HK"].map { "Noto Sans\(kind) CJK \($0)" }
        })
    let korean = try FontFace(path: path, index: 1)
    #expect(korean.family == "Noto Sans CJK KR" && korean.covers("한"))
    // The faces share glyphs, but choose among them by country.
    let glyphs = fonts.faces.prefix(5).map { $0.harfBuzz.glyph(for: "\u{76F4}") }
    #expect(Set(glyphs).count >= 3)
    #expect(throws: FontError.self) { try FontFace(path: path, index: 10) }
  }
}
