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

@Suite struct WordBreakRuleTests {
  private func marked(_ text: String, _ wordBreak: WordBreak) -> String {
    Opportunities.marked(text, ParagraphStyle(wordBreak: wordBreak))
  }

  @Test func breakAllPartsLettersAndDigitsButNotPunctuation() {
    #expect(marked("ab(cd), 12.", .breakAll) == "a|b|(c|d), |1|2.")
    #expect(marked("e\u{301}a\u{300}", .breakAll) == "e\u{301}|a\u{300}")
    #expect(marked("𝐀𝐁", .breakAll) == "𝐀|𝐁")
    #expect(marked("ภาษ่า", .breakAll) == "ภ|า|ษ่|า")
    #expect(marked("a+1", .breakAll) == "a|+|1")
  }

  @Test func keepAllKeepsEveryScriptButThoseOfDictionaries() {
    #expect(marked("中文ab国、人 한국어", .keepAll) == "中文ab国、|人 |한국어")
    #expect(marked("𠀀𠀁", .keepAll) == "𠀀𠀁")
    #expect(marked("か\u{3099}き", .keepAll) == "か\u{3099}き")
    #expect(marked("ภาษาไทย", .keepAll) == "ภาษา|ไทย")
    // The second of these letters is a mark.
    let marks = "か\u{3033}\u{3035}\u{3035}き、\u{3035}"
    #expect(marked(marks, .keepAll) == marks)
  }
}
