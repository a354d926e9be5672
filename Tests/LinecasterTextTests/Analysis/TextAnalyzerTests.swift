import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TextAnalyzerTests {
  private func analyze(
    _ text: String, _ direction: BaseDirection = .automatic
  ) -> TextAnalysis {
    let style = ParagraphStyle(baseDirection: direction, lineBreakRules: .unicode)
    let source = SourceText(AttributedText(text), whiteSpace: style.whiteSpace)
    return TextAnalyzer(unicode: UnicodeAnalyzer()).analyze(source, style: style)
  }

  private func places(_ flag: BoundaryFlags, _ text: String) -> [Int] {
    let flags = analyze(text).boundaries
    return flags.indices.filter { flags[$0].contains(flag) }
  }

  @Test func marksLineOpportunities() {
    #expect(places(.softBreak, "a b-c") == [2, 4, 5])
    #expect(places(.softBreak, "a\u{A0}b") == [3])
    #expect(places(.softBreak, "日本。") == [1, 3])
    #expect(places(.softBreak, "ภาษาไทย") == [4, 7])
    #expect(places(.hardBreak, "a\r\nb\n") == [3, 5])
    #expect(places(.hardBreak, "no end") == [])
    #expect(places(.softBreak, "") == [])
  }

  @Test func marksGraphemes() {
    #expect(places(.grapheme, "ab") == [0, 1, 2])
    #expect(places(.grapheme, "a\r\nb") == [0, 1, 3, 4])
    #expect(places(.grapheme, "e\u{301}👩‍👧🇩🇪🇫🇷") == [0, 2, 7, 11, 15])
    #expect(places(.grapheme, "") == [0])
  }

  /// Swift's `Character` is a second witness of UAX 29.
  @Test func agreesWithSwiftOnGraphemes() {
    var random = SeededGenerator(salt: 90)
    for _ in 0..<100 {
      let text = SampleText.mixed(&random, words: 10)
      let ends = text.indices.map { $0.utf16Offset(in: text) } + [text.utf16.count]
      #expect(places(.grapheme, text) == ends, "\(text), seed \(TestSettings.seed)")
    }
  }

  @Test func findsLevels() {
    #expect(analyze("abc 123").levelList == [])
    #expect(analyze("aאb").levelList == [0, 1, 0])
    #expect(analyze("אa1").levelList == [1, 2, 2])
    #expect(analyze("ab", .rightToLeft).levelList == [2, 2])
    #expect(analyze("אב", .leftToRight).levelList == [1, 1])
    let paragraphs = analyze("a\nא\n").paragraphs
    #expect(paragraphs.map(\.end) == [2, 4] && paragraphs.map(\.level) == [0, 1])
    #expect(analyze("", .rightToLeft).paragraphs.map(\.level) == [1])
  }

  /// Each paragraph has the levels that it would have alone.
  @Test func paragraphsHaveLevelsOfTheirOwn() {
    #expect(analyze("אב\n12(two)\n").levelList == [1, 1, 1] + Array(repeating: 0, count: 8))
    var random = SeededGenerator(salt: 91)
    let unicode = UnicodeAnalyzer()
    let ends = ["\n", "\r\n", "\r", "\u{85}", "\u{2029}", "\u{1C}"]
    for _ in 0..<200 {
      let paragraphs = (0..<4).map { _ in
        SampleText.mixed(&random, words: 3).filter { !$0.isNewline }
          + (ends.randomElement(using: &random) ?? "")
      }
      for direction in [BaseDirection.automatic, .leftToRight, .rightToLeft] {
        let whole = unicode.levels(Array(paragraphs.joined().utf16), direction: direction)
        let alone = paragraphs.flatMap { text in
          unicode.levels(Array(text.utf16), direction: direction)?.levels ?? []
        }
        #expect(whole?.levels == alone, "\(paragraphs), seed \(TestSettings.seed)")
      }
    }
  }

  /// Skipping the bidirectional algorithm is exact: the quick test misses no right-to-left
  /// character.
  @Test func skipsBidiOnlyWhereAllLevelsAreZero() {
    let unicode = UnicodeAnalyzer()
    var wrong: [UInt32] = []
    for value in 0..<UInt32(0x1F000) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let source = SourceText(AttributedText("a\(Character(scalar))"), whiteSpace: .preWrap)
      let analyzer = TextAnalyzer(unicode: unicode)
      guard analyzer.analyze(source, style: ParagraphStyle()).levels.isEmpty else { continue }
      let levels = unicode.levels(source.units, direction: .automatic)?.levels
      if levels?.contains(where: { $0 != 0 }) == true { wrong.append(value) }
    }
    #expect(wrong == [])
  }
}

@Suite struct AnalysisMemoryTests {
  /// Arrays of any lengths that are lent in a row do not overlap.
  @Test func lendsArraysOfTheirOwn() {
    var random = SeededGenerator(salt: 91)
    let memory = AnalysisMemory()
    for count in [0, 1, 70_000, 3, 20_000]
      + (0..<40).map({ _ in Int.random(in: 0..<9_000, using: &random) })
    {
      let arrays = memory.reserve(count)
      let all = [arrays.scripts, arrays.properties, arrays.levels]
      for (index, array) in all.enumerated() { array.initialize(repeating: UInt8(index)) }
      for (index, array) in all.enumerated() {
        #expect(array.count == count && array.allSatisfy { $0 == index }, "\(count) units")
      }
    }
  }
}

/// Brackets nested in more than 255 open ones are ordinary neutral characters, which keeps ICU's
/// work linear (BD16 of UAX 9 itself stops at 63).
@Suite struct BracketLimitTests {
  /// The levels of text in a right-to-left paragraph.
  private func levels(_ text: String) -> [UInt8] {
    let style = ParagraphStyle(baseDirection: .rightToLeft)
    let source = SourceText(AttributedText(text), whiteSpace: .pre)
    let analysis = TextAnalyzer(unicode: UnicodeAnalyzer()).analyze(source, style: style)
    return analysis.levelList
  }

  /// The level of a bracket that closes a pair around a Latin letter, after another one.
  private func closing(after open: String) -> UInt8? { levels(open + "א a(b)").last }

  @Test func pairsCountUpToTheLimit() {
    #expect(closing(after: "") == 2)
    #expect(closing(after: String(repeating: "(", count: 254)) == 2)
    #expect(closing(after: String(repeating: "(", count: 255)) == 1)
    #expect(closing(after: String(repeating: "{[", count: 40_000)) == 1)
  }

  @Test func closedBracketsDoNotCount() {
    #expect(closing(after: String(repeating: "(x)", count: 2000)) == 2)
    #expect(
      closing(after: String(repeating: "(", count: 300) + String(repeating: ")", count: 300)) == 2)
    // U+2329 pairs with U+3009.
    #expect(closing(after: String(repeating: "\u{2329}x\u{3009}", count: 2000)) == 2)
  }

  @Test func paragraphsCountForThemselves() {
    #expect(closing(after: String(repeating: "(", count: 300) + "\n") == 2)
    #expect(closing(after: String(repeating: "(", count: 300) + "\u{2029}") == 2)
  }
}
