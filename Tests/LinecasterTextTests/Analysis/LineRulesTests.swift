import Testing

@testable import LinecasterText

@Suite struct LineRulesTests {
  @Test func followsLanguageAndStrictness() {
    #expect(LineRules(.css, .automatic, language: nil) == .normal)
    #expect(LineRules(.css, .automatic, language: "ja-JP") == .normal)
    #expect(LineRules(.css, .automatic, language: "zh-Hant-TW") == .eastAsianNormal)
    #expect(LineRules(.css, .normal, language: "KO") == .eastAsianNormal)
    #expect(LineRules(.css, .loose, language: "en") == .loose)
    #expect(LineRules(.css, .loose, language: "ja") == .eastAsianLoose)
    #expect(LineRules(.css, .strict, language: "zh") == .strict)
    #expect(LineRules(.unicode, .automatic, language: nil) == .root)
    #expect(LineRules(.unicode, .automatic, language: "ja") == .japanese)
    #expect(LineRules(.unicode, .automatic, language: "ko") == .korean)
    #expect(LineRules(.unicode, .automatic, language: "zh_CN") == .chinese)
    for odd in ["", "-", "z", "zho", "zhx-CN", "𐐀", "j-a"] {
      #expect(LineRules(.unicode, .automatic, language: odd) == .root, "\(odd)")
    }
  }
}
