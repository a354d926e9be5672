import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LineOpportunityFinderTests {
  /// Line starts in every mode, against what a browser did.
  @Test func breaksWhereABrowserDoes() throws {
    var compared = 0
    for recorded in try RecordedLineStart.all() where !isKnownDifference(recorded) {
      let source = Opportunities.source(recorded.text, recorded.style)
      let starts = Opportunities.places(recorded.text, recorded.style, language: recorded.lang)
        .map { source.map.source(of: $0) }
      #expect(starts == recorded.starts, "\(recorded)")
      compared += 1
    }
    print("line opportunities: \(compared) texts as recorded")
  }

  /// What is done differently on purpose.
  private func isKnownDifference(_ recorded: RecordedLineStart) -> Bool {
    let scalars = recorded.text.unicodeScalars
    return
      // These end lines by CSS Text 3 §5.1; Chromium takes them for characters.
      scalars.contains { [0x0B, 0x0C, 0x85, 0x2028, 0x2029].contains($0.value) }
      // Chromium lacks the strict rules of Korean and falls back to the usual ones.
      || recorded.lang == "ko" && recorded.lineBreak == "strict"
      // Unicode 15.1 keeps Khmer clusters together that Unicode 15.0 parts.
      || scalars.contains { (0x1780...0x17FF).contains($0.value) }
      // Chromium looks at half a pair, and so does not keep ideographs beyond the basic plane.
      || recorded.wordBreak == "keep-all" && scalars.contains { $0.value > 0xFFFF }
      // Chromium forgets at a line's start what stands before; a hyphen there joins what follows.
      || recorded.wordBreak == "break-all"
        && scalars.contains { (0x5D0...0x5EA).contains($0.value) }
      // Chromium breaks before soft hyphens there.
      || recorded.wordBreak == "break-all" && recorded.lineBreak == "loose"
  }

  /// ICU is asked about stretches only; the whole text must give the same.
  @Test(arguments: [LineRules.normal, .strict, .loose, .eastAsianNormal])
  func findsTheSameInStretchesAsInTheWhole(rules: LineRules) {
    var random = SeededGenerator(salt: 101)
    let unicode = UnicodeAnalyzer()
    for _ in 0..<400 {
      let text = Array(OpportunityText.random(&random).utf16)
      let expected = WholeTextWitness(unicode).places(text, rules)
      #expect(
        found(text, rules, unicode) == expected,
        "\(String(decoding: text, as: UTF16.self)), seed \(TestSettings.seed)")
    }
  }

  private func found(_ text: [UInt16], _ rules: LineRules, _ unicode: UnicodeAnalyzer) -> [Int] {
    var flags = [UInt8](repeating: BoundaryFlags.grapheme.rawValue, count: text.count + 1)
    text.withUnsafeBufferPointer { text in
      flags.withUnsafeMutableBufferPointer { flags in
        var finder = LineOpportunityFinder(
          text: text, flags: flags, unicode: unicode, rules: rules, style: ParagraphStyle())
        if text.count > 1 { finder.find(1..<text.count) }
        finder.clearOffers()
      }
    }
    #expect(flags.allSatisfy { $0 & BoundaryFlags.offered.rawValue == 0 })
    return flags.indices.filter { flags[$0] & BoundaryFlags.softBreak.rawValue != 0 }
  }

  @Test func answersByTheLanguageOfEachPart() {
    var text = AttributedText("a”b ", style: TextStyle(language: "zh-Hant"))
    text.append("a”b ", style: TextStyle(language: "en"))
    text.append("a”b", style: TextStyle(language: "zh_CN"))
    let source = SourceText(text, whiteSpace: .normal)
    let boundaries = TextAnalyzer(unicode: UnicodeAnalyzer())
      .analyze(source, style: ParagraphStyle(whiteSpace: .normal)).boundaries
    #expect(boundaries.indices.filter { boundaries[$0].contains(.softBreak) } == [2, 4, 8, 10, 11])
  }

  @Test func partsHebrewWordsAtAHyphen() {
    #expect(Opportunities.marked("ש\u{AD}ל א\u{2003}b") == "ש\u{AD}|ל |א\u{2003}|b")
    #expect(Opportunities.marked("א-ב a-ב א־ב א־a") == "א-|ב |a-|ב |א־|ב |א־a")
  }

  @Test func keepsAHyphenWithTheWordItStarts() {
    #expect(Opportunities.marked("–a –a\u{A0}–a b–a –1") == "–a |–a\u{A0}–a |b–|a |–|1")
    #expect(Opportunities.marked("‐a b‐a") == "‐a |b‐|a")
  }
}
