import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LineOpportunityFinderTests {
  /// Line starts in every mode, compared with a browser's.
  @Test func breaksWhereABrowserDoes() throws {
    var same = 0
    var different = 0
    for recorded in try RecordedLineStart.all() {
      let source = Opportunities.source(recorded.text, recorded.style)
      let starts = Opportunities.places(recorded.text, recorded.style, language: recorded.lang)
        .map { source.map.source(of: $0) }
      if starts == recorded.starts {
        same += 1
      } else {
        #expect(isKnownDifference(recorded), "\(recorded), found \(starts)")
        different += 1
      }
    }
    #expect(same == 456)
    #expect(different == 48)
  }

  /// Marks that repeat a word: Thai, Lao and Khmer.
  @Test(arguments: ["เล่น ๆ มาก", "ຊ້າ ໆ ຊ້າ", "ធំ ៗ ធំ"])
  func strictRulesNeverBreakBeforeARepetition(text: String) {
    let mark = text.utf16.firstIndex { [0x0E46, 0x0EC6, 0x17D7].contains($0) }
    let place = mark?.utf16Offset(in: text) ?? 0
    let places = { (strictness: LineBreakStrictness) in
      Opportunities.places(text, ParagraphStyle(lineBreakStrictness: strictness), language: "th")
    }
    #expect(places(.normal).contains(place))
    #expect(places(.strict) == places(.normal).filter { $0 != place })
  }

  /// Those of Thai and Khmer directly behind their word never begin a line.
  @Test(arguments: ["เล่นๆ มาก", "ធំៗ ធំ"])
  func noRulesBreakBetweenAWordAndItsRepetition(text: String) throws {
    let mark = try #require(text.utf16.firstIndex { [0x0E46, 0x0EC6, 0x17D7].contains($0) })
    for strictness in [LineBreakStrictness.automatic, .loose, .normal, .strict] {
      let style = ParagraphStyle(lineBreakStrictness: strictness)
      let places = Opportunities.places(text, style, language: "th")
      #expect(!places.contains(mark.utf16Offset(in: text)), "\(strictness)")
      #expect(!places.isEmpty)
    }
  }

  /// Whether a text may differ on purpose; it may agree all the same.
  private func isKnownDifference(_ recorded: RecordedLineStart) -> Bool {
    let scalars = recorded.text.unicodeScalars
    return
      // These end lines by CSS Text 3 §5.1; Chromium treats them as characters.
      scalars.contains { [0x0B, 0x0C, 0x85, 0x2028, 0x2029].contains($0.value) }
      // Chromium has no strict rules for Korean and falls back to normal ones.
      || recorded.lang == "ko" && recorded.lineBreak == "strict"
      // Unicode 15.1 keeps Khmer clusters together that Unicode 15.0 breaks.
      || scalars.contains { (0x1780...0x17FF).contains($0.value) }
      // Chromium examines half a surrogate pair, and so breaks supplementary ideographs.
      || recorded.wordBreak == "keep-all" && scalars.contains { $0.value > 0xFFFF }
      // Chromium ignores the text before a line's start; a hyphen there joins the next letter.
      || recorded.wordBreak == "break-all"
        && scalars.contains { (0x5D0...0x5EA).contains($0.value) }
      // Chromium breaks before soft hyphens there.
      || recorded.wordBreak == "break-all" && recorded.lineBreak == "loose"
  }

  /// ICU analyzes stretches only; the whole text gives the same result.
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

@Suite struct LineOpportunityMarkerTests {
  /// With unbroken phrases, no line ends between a letter or digit and kana or kanji.
  @Test(arguments: ["第|6月です", "A語です", "語|Aです", "語|\u{FF16}月"])
  func phrasesHoldDigitsBeforeThem(marked: String) {
    let style = ParagraphStyle(wordBreak: .autoPhrase)
    let text = marked.filter { $0 != "|" }
    #expect(Opportunities.marked(text, style, language: "ja") == marked)
  }

  /// In every mode, lines end between graphemes and never where a break is forbidden.
  @Test(arguments: WhiteSpace.allCases)
  func keepsItsPromisesInEveryMode(whiteSpace: WhiteSpace) {
    var random = SeededGenerator(salt: 120)
    let analyzer = TextAnalyzer(unicode: UnicodeAnalyzer())
    for _ in 0..<150 {
      let style = ParagraphStyle(
        whiteSpace: whiteSpace, lineBreakRules: random.oneIn(4) ? .unicode : .css,
        lineBreakStrictness: LineBreakStrictness.allCases.randomElement(using: &random) ?? .loose,
        wordBreak: WordBreak.allCases.randomElement(using: &random) ?? .normal)
      let text = OpportunityText.random(&random) + "\n" + OpportunityText.random(&random)
      let source = SourceText(AttributedText(text), whiteSpace: whiteSpace)
      let boundaries = analyzer.analyze(source, style: style).boundaries
      #expect(
        faults(source.units, boundaries, style) == [],
        "\(text.debugDescription) \(style), seed \(TestSettings.seed)")
    }
  }

  private func faults(
    _ units: [UInt16], _ boundaries: [BoundaryFlags], _ style: ParagraphStyle
  ) -> [String] {
    var faults: [String] = []
    for place in units.indices.dropFirst() {
      let flags = boundaries[place]
      let next: UInt16? = units[place]
      if LineTerminator.endsLine(units[place - 1], before: next) != flags.contains(.hardBreak) {
        faults.append("a forced end at \(place)")
      }
      guard flags.contains(.softBreak), !flags.contains(.hardBreak) else { continue }
      if !style.whiteSpace.wraps { faults.append("a soft break at \(place)") }
      if UTF16.isTrailSurrogate(units[place]), UTF16.isLeadSurrogate(units[place - 1]) {
        faults.append("half a pair at \(place)")
      }
      if LineTerminator.isOne(units[place]) { faults.append("before a terminator at \(place)") }
      // UAX 14 allows a break between a space and a tab.
      let spaces: [UInt16] = style.lineBreakRules == .css ? [0x20, 0x09] : [0x20]
      if style.whiteSpace.hangs, spaces.contains(units[place]) {
        faults.append("before hanging space at \(place)")
      }
    }
    return faults
  }

  @Test func breaksAtGraphemesAnywhere() {
    let style = ParagraphStyle(whiteSpace: .normal, lineBreakStrictness: .anywhere)
    #expect(Opportunities.marked("a, e\u{301}👩‍👧 (b", style) == "a|, |e\u{301}|👩‍👧 |(|b")
  }

  @Test func breaksAfterEverySpaceThatTakesRoom() {
    let style = ParagraphStyle(whiteSpace: .breakSpaces)
    #expect(Opportunities.marked("a  b \u{3000}c", style) == "a | |b |\u{3000}|c")
  }
}

@Suite struct IdeographPairsTests {
  /// Units of every class in the pair tables, and of classes that are not in them.
  private static let units: [UInt16] =
    Array(0x3001...0x303F) + Array(0x3041...0x3052) + Array(0x3099...0x30AC)
    + [0x30FB, 0x30FC, 0x30FD, 0x4E00, 0x9FFF, 0xAC00, 0xAC01, 0xD7A3] + Array(0xFF01...0xFF0F)
    + [0xFF1A, 0xFF1F, 0xFF5B, 0xFF5D, 0xFF60] + Array(0x21...0x40) + [0x41, 0x7A, 0x7B, 0x7D]

  /// In any context ICU agrees with the tables of pairs, under all rules except those of phrases.
  @Test(arguments: LineRules.allCases.filter { !$0.keepPhrases })
  func answersAsICUDoes(rules: LineRules) {
    let witness = ICUWitness(rules)
    var random = SeededGenerator(salt: 131)
    var answers = 0
    for last in Self.units {
      var text: [UInt16] = []
      var places: [(Int, LetterPairs.Answer)] = []
      for next in Self.units {
        let answer = IdeographPairs.answer(last, next)
        guard answer != .unknown else { continue }
        let around = (0..<2).map { _ in Self.units[Int(random.next() % UInt64(Self.units.count))] }
        text += [0x61, 0x20, around[0], last, next, around[1], 0x20]
        places.append((text.count - 3, answer))
      }
      let breaks = witness.breaks(in: text)
      for (place, answer) in places {
        let around = String(decoding: text[(place - 2)...(place + 1)], as: UTF16.self)
        #expect(
          breaks.contains(place) == (answer == .break),
          "\(around), \(rules), seed \(TestSettings.seed)")
      }
      answers += places.count
    }
    #expect(answers > 2_000)
  }
}

/// ICU's line breaks of a text, in one pass.
struct ICUWitness {
  private let unicode = UnicodeAnalyzer()
  private let rules: LineRules

  init(_ rules: LineRules) { self.rules = rules }

  func breaks(in text: [UInt16]) -> Set<Int> {
    var flags = [UInt8](repeating: 0, count: text.count + 1)
    text.withUnsafeBufferPointer { text in
      flags.withUnsafeMutableBufferPointer { flags in
        unicode.offerLineBreaks(
          text, in: text.indices, by: rules, opensQuotes: false, into: flags)
      }
    }
    return Set(flags.indices.filter { flags[$0] != 0 })
  }
}

@Suite struct EastAsianQuotesTests {
  private func bracketed(_ text: String) -> String? {
    let units = Array(text.utf16)
    return units.withUnsafeBufferPointer {
      EastAsianQuotes.bracketed($0, in: 0..<units.count)
    }
    .map { String(decoding: $0, as: UTF16.self) }
  }

  @Test func bracketsMarksAmongEastAsianCharacters() {
    #expect(bracketed("中“国”人‘大’学") == "中「国」人「大」学")
    #expect(bracketed("가«나»다") == "가「나」다")
    #expect(bracketed("𠀀“𠀁”𠀂") == "𠀀「𠀁」𠀂")
  }

  @Test func leavesOtherMarksAlone() {
    for text in ["a“b”c", "中“b”国", "“中”", "don’t", "中文", ""] {
      #expect(bracketed(text) == nil, "\(text)")
    }
  }

  @Test func partsLinesAtThem() {
    #expect(Opportunities.marked("中“国”人") == "中|“国”|人")
    #expect(Opportunities.marked("a“b”c") == "a“b”c")
  }
}

/// Line break opportunities of texts, in the notation of tests.
enum Opportunities {
  /// The places of soft breaks in the processed text, without its end.
  static func places(
    _ text: String, _ style: ParagraphStyle = ParagraphStyle(), language: String? = nil
  ) -> [Int] {
    let source = source(text, style, language: language)
    let boundaries = TextAnalyzer(unicode: UnicodeAnalyzer()).analyze(source, style: style)
      .boundaries
    return (0..<source.units.count).filter { boundaries[$0].contains(.softBreak) }
  }

  /// The text with a bar at every soft break.
  static func marked(
    _ text: String, _ style: ParagraphStyle = ParagraphStyle(), language: String? = nil
  ) -> String {
    let source = source(text, style, language: language)
    var marked: [UInt16] = []
    var start = 0
    for place in places(text, style, language: language) + [source.units.count] {
      marked += source.units[start..<place] + (place < source.units.count ? [0x7C] : [])
      start = place
    }
    return String(decoding: marked, as: UTF16.self)
  }

  static func source(
    _ text: String, _ style: ParagraphStyle, language: String? = nil
  ) -> SourceText {
    let attributed = AttributedText(text, style: TextStyle(language: language))
    return SourceText(attributed, whiteSpace: style.whiteSpace)
  }
}
