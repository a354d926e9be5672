import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct OptimalBreakerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// Short paragraphs (10,000 in long runs), compared with all ways to break them.
  @Test func costsAsLittleAsTheBestOfAllWays() {
    var random = SeededGenerator(salt: 2_811)
    var tried = 0
    let texts = TestSettings.isLong ? 2_100 : 420
    for index in 0..<texts {
      let paragraph = Self.paragraph(&random, words: Int.random(in: 2...8, using: &random))
      let prepared = typesetter.prepare(paragraph)
      let widest = prepared.minContentWidth + 1
      for _ in 0..<5 {
        let limit = widest + Double.random(in: 0...1.5, using: &random) * widest
        prepared.withView { view in
          let breaker = LineBreaker(paragraph: prepared, view: view, limit: limit)
          var optimal = OptimalBreaker(breaker, costs: PrettyCosts(prepared))
          let found = WaysToBreak(breaker, PrettyCosts(prepared))
          let cost = found.cost(ofLinesEndingAt: optimal.ends())
          let least = found.least()
          // If no way respects the limit of hyphens, words are broken.
          guard least < .infinity else { return }
          tried += 1
          #expect(
            cost < .infinity && abs(cost - least) <= 1e-6 * cost,
            "\(index) at \(limit), seed \(TestSettings.seed)")
        }
      }
    }
    #expect(tried >= texts * 20 / 21 * 5)
  }

  @Test func neverCostsMoreThanGreedyLines() {
    var random = SeededGenerator(salt: 2_812)
    for _ in 0..<60 {
      let paragraph = Self.paragraph(&random, words: 90)
      let prepared = typesetter.prepare(paragraph)
      let limit = prepared.minContentWidth + Double.random(in: 1...200, using: &random)
      prepared.withView { view in
        let breaker = LineBreaker(paragraph: prepared, view: view, limit: limit)
        var optimal = OptimalBreaker(breaker, costs: PrettyCosts(prepared))
        var greedy: [Int] = []
        WorkScope.finish { scope throws(CancellationError) in
          try breaker.breakLines(scope) { greedy.append($0.range.upperBound) }
        }
        let ways = WaysToBreak(breaker, PrettyCosts(prepared))
        let cost = ways.cost(ofLinesEndingAt: optimal.ends())
        #expect(
          cost <= ways.cost(ofLinesEndingAt: greedy), "seed \(TestSettings.seed)")
      }
    }
  }

  /// Words wider than a line are broken, and no other line overflows.
  @Test func breaksWordsThatAreTooWide() {
    var random = SeededGenerator(salt: 2_813)
    for _ in 0..<200 {
      let text = SampleText.mixed(&random, words: 24)
      let style = ParagraphStyle(wrapStyle: .pretty, maximumLines: nil)
      let prepared = typesetter.prepare(Paragraph(text, paragraphStyle: style))
      let width = Double.random(in: 0...120, using: &random)
      let lines = prepared.layout(width: width).lines
      let note: Comment = "\(text) at \(width), seed \(TestSettings.seed)"
      for (line, next) in zip(lines, lines.dropFirst()) {
        #expect(line.utf16Range.upperBound == next.utf16Range.lowerBound, note)
      }
      #expect(lines.last?.utf16Range.upperBound == text.utf16.count, note)
      for line in lines where line.frame.width > width + 0.01 {
        let units = Array(text.utf16)[line.utf16Range]
        let shown = String(decoding: units, as: UTF16.self)
        #expect(shown.filter { !$0.isWhitespace && !$0.isNewline }.count <= 2, note)
      }
    }
  }

  @Test func endsInNoShortWord() {
    let text = "The library lays out paragraphs of text in many scripts and it is fast as well so"
    var style = ParagraphStyle()
    let greedy = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: 262)
    #expect(greedy.lines.last.map { $0.frame.width < 262 / 4 } == true)
    style.wrapStyle = .pretty
    let pretty = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: 262)
    #expect(pretty.lines.last.map { $0.frame.width > 262 / 4 } == true)
    #expect(pretty.lines.count == greedy.lines.count)
  }

  @Test func keepsToTheMostHyphensInARow() {
    let word = "in\u{AD}ter\u{AD}na\u{AD}tion\u{AD}al\u{AD}i\u{AD}za\u{AD}tion"
    var style = ParagraphStyle(alignment: .justify, wrapStyle: .pretty)
    for limit in 0...2 {
      style.hyphenationLimits.linesInARow = limit
      let text = Array(repeating: word, count: 12).joined(separator: " ")
      let prepared = typesetter.prepare(Paragraph(text, paragraphStyle: style))
      let units = Array(text.utf16)
      var most = 0
      for width in stride(from: 140.0, to: 260, by: 7) {
        var row = 0
        for line in prepared.layout(width: width).lines {
          row = units[line.utf16Range.upperBound - 1] == 0xAD ? row + 1 : 0
          #expect(row <= limit, "\(width)")
          most = max(most, row)
        }
      }
      #expect(most >= min(limit, 1))
    }
  }

  @Test func balancesUpToTheFirstTerminator() {
    let text = "one two three four five six seven eight\nnine ten eleven twelve thirteen fourteen"
    let style = ParagraphStyle(wrapStyle: .balance)
    let balanced = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: 200)
    let greedy = typesetter.prepare(Paragraph(text)).layout(width: 200)
    #expect(balanced.lines.count == greedy.lines.count)
    let count = greedy.lines.prefix { $0.utf16Range.upperBound <= 40 }.count
    func squares(_ layout: TextLayout) -> Double {
      layout.lines[..<count].reduce(0) { $0 + (200 - $1.frame.width) * (200 - $1.frame.width) }
    }
    #expect(count > 1 && squares(balanced) < squares(greedy))
    #expect(
      balanced.lines[count...].map(\.utf16Range) == greedy.lines[count...].map(\.utf16Range))
  }

  /// Words of several kinds, in a random style.
  private static func paragraph(_ random: inout SeededGenerator, words: Int) -> Paragraph {
    let vocabulary = [
      "a", "of", "lines", "which", "to\u{AD}geth\u{AD}er", "AVATAR", "hy\u{AD}phen\u{AD}ation",
      "日本語", "x-ray", "لا", "שלום", "T.", "office", "paragraphs", "Ti\u{AD}tel",
    ]
    var style = ParagraphStyle(alignment: Bool.random(using: &random) ? .justify : .start)
    style.autospaces = Int.random(in: 0..<4, using: &random) == 0
    style.firstLineIndent = [0, 0, 12, -8].randomElement(using: &random) ?? 0
    style.hyphenationLimits.linesInARow = [nil, nil, 1, 2].randomElement(using: &random) ?? nil
    style.indentedLines = Bool.random(using: &random) ? .first : .others
    let text = TextStyle()
    var box = InlineBox(style: text)
    box.padding = Insets(horizontal: 3)
    box.decorationBreak = Bool.random(using: &random) ? .clone : .slice
    let isRich = Int.random(in: 0..<3, using: &random) == 0
    var content = AttributedText("", style: text)
    for index in 0..<words {
      if index > 0 { content.append(" ", style: text) }
      let word = vocabulary.randomElement(using: &random) ?? ""
      if isRich, Bool.random(using: &random) {
        content.append(AttributedText(word, style: text), in: box)
      } else {
        content.append(word, style: text)
      }
    }
    return Paragraph(content, style: style)
  }
}
