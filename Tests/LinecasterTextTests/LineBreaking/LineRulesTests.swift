import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
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

@Suite struct PhraseTests {
  private static let phrases = ParagraphStyle(wordBreak: .autoPhrase)
  private let heading = "彼は、生命、自由及び身体の安全に対する権利を有する。"

  private func places(_ text: String, _ style: ParagraphStyle = Self.phrases) -> [Int] {
    Opportunities.places(text, style, language: "ja")
  }

  @Test func rulesAreThoseOfJapaneseAndKorean() {
    #expect(LineRules(.css, .automatic, .autoPhrase, language: "ja-JP") == .normalPhrases)
    #expect(LineRules(.css, .strict, .autoPhrase, language: "ja") == .strictPhrases)
    #expect(LineRules(.css, .loose, .autoPhrase, language: "ja") == .loosePhrases)
    #expect(LineRules(.unicode, .automatic, .autoPhrase, language: "ja") == .strictPhrases)
    #expect(LineRules(.css, .automatic, .autoPhrase, language: "ko") == .normalPhrases)
    for other in [nil, "zh", "en"] {
      let rules = LineRules(.css, .automatic, .autoPhrase, language: other)
      #expect(rules == LineRules(.css, .automatic, language: other))
    }
  }

  @Test func phrasesStayWhole() {
    let found = places(heading)
    #expect(
      Opportunities.marked(heading, Self.phrases, language: "ja")
        == "彼は、|生命、|自由|及び身体の|安全に|対する|権利を|有する。")
    let customary = places(heading, ParagraphStyle())
    #expect(Set(found).isSubset(of: customary) && found.count * 2 < customary.count)
    // Text of other languages is unchanged.
    for text in [heading, "two words", "ภาษาไทย"] {
      #expect(
        Opportunities.places(text, Self.phrases, language: "en")
          == Opportunities.places(text, language: "en"))
    }
  }

  /// Long text has the phrases of its repeated parts, unless a stretch of thousands of characters
  /// without a comma is split.
  @Test func longTextsHaveThePhrasesOfShortOnes() {
    let clause = heading.dropFirst(3).filter { $0 != "、" && $0 != "。" }
    for piece in [heading, clause] {
      let count = piece.utf16.count
      let phrases = places(String(repeating: piece, count: 3)).map { $0 - count }
        .filter { (0..<count).contains($0) }
      let found = Set(places(String(repeating: piece, count: 400)))
      let wanted = Set((0..<400).flatMap { time in phrases.map { $0 + time * count } })
      let cuts = piece == heading ? 0 : 6 * (400 * count / 4_096 + 2)
      #expect(found.symmetricDifference(wanted.subtracting([0])).count <= cuts)
    }
  }

  @Test func aPhraseThatIsTooWideIsBrokenByCustom() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let japanese = TextStyle(size: 10, language: "ja")
    let customary = Set(places(heading, ParagraphStyle()))
    let whole = Set(places(heading))
    var broken = 0
    for wrap in OverflowWrap.allCases {
      let style = ParagraphStyle(wordBreak: .autoPhrase, overflowWrap: wrap)
      let prepared = typesetter.prepare(Paragraph(heading, style: japanese, paragraphStyle: style))
      let widest = typesetter.prepare(
        Paragraph(
          heading, style: japanese, paragraphStyle: ParagraphStyle(overflowWrap: wrap))
      ).minContentWidth
      for width in stride(from: 20.0, through: 130, by: 5) {
        let lines = prepared.layout(width: width).lines
        var start = 0
        for line in lines.dropLast() {
          let end = line.utf16Range.upperBound
          #expect(customary.contains(end), "\(wrap), \(width)")
          let next = whole.filter { $0 > start && $0 <= end }.max()
          // If a whole phrase fits, lines end only after whole phrases.
          #expect(next == nil || next == end, "\(wrap), \(width)")
          broken += next == nil ? 1 : 0
          start = end
        }
        #expect(lines.allSatisfy { $0.frame.width <= width })
      }
      #expect(wrap == .anywhere || prepared.minContentWidth > 2 * widest)
    }
    #expect(broken > 10)
  }
}
