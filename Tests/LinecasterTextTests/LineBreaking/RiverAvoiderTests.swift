import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct RiverAvoiderTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// Words of similar widths, whose gaps often align.
  private static func paragraph(_ random: inout SeededGenerator, words: Int) -> Paragraph {
    let vocabulary = ["iron", "hats", "of", "gold", "to\u{AD}geth\u{AD}er", "T.\u{A0}A."]
    var style = ParagraphStyle(alignment: .justify, wrapStyle: .pretty)
    style.justification = Bool.random(using: &random) ? .automatic : .interWord
    style.firstLineIndent = [0, 0, 12, -8].randomElement(using: &random) ?? 0
    style.hyphenationLimits.linesInARow = [nil, nil, 1, 2].randomElement(using: &random) ?? nil
    let text = (0..<words).map { _ in vocabulary.randomElement(using: &random) ?? "" }
    return Paragraph(text.joined(separator: " "), paragraphStyle: style)
  }

  /// With the default cost of rivers, and with one so high that it makes lines worse.
  @Test(arguments: [nil, 1_000_000]) func costsAsLittleAsTheBestOfAllWays(river: Double?) {
    var random = SeededGenerator(salt: 2_814)
    var (tried, changed) = (0, 0)
    let texts = TestSettings.isLong ? 500 : 16
    for index in 0..<texts {
      let paragraph = Self.paragraph(&random, words: Int.random(in: 30...44, using: &random))
      let prepared = typesetter.prepare(paragraph)
      let limit = Double.random(in: 180...300, using: &random)
      prepared.withView { view in
        let breaker = LineBreaker(paragraph: prepared, view: view, limit: limit)
        var costs = RiverCosts(PrettyCosts(prepared))
        costs.river = river ?? costs.river
        var optimal = OptimalBreaker(breaker, costs: costs)
        let ends = optimal.ends()
        let found = WaysToBreak(breaker, costs)
        let (cost, least) = (found.cost(ofLinesEndingAt: ends), found.least())
        guard least < .infinity else { return }
        tried += 1
        #expect(
          cost < .infinity && abs(cost - least) <= 1e-6 * cost,
          "\(index) at \(limit), seed \(TestSettings.seed)")
        // The case counts if other lines would be best without a cost of rivers.
        let free = WaysToBreak(breaker, costs, seesRivers: false)
        if free.cost(ofLinesEndingAt: ends) > free.least() * (1 + 1e-6) { changed += 1 }
      }
    }
    #expect(tried >= texts * 9 / 10)
    #expect(river == nil || changed >= texts / 16, "\(changed) of \(tried)")
  }

  /// Running text in columns of book width has fewer rivers than without their cost.
  @Test func leavesFewRivers() {
    var random = SeededGenerator(salt: 2_816)
    var (free, left) = (0, 0)
    for _ in 0..<40 {
      let paragraph = Self.paragraph(&random, words: 160)
      let prepared = typesetter.prepare(paragraph)
      prepared.withView { view in
        let breaker = LineBreaker(paragraph: prepared, view: view, limit: 420)
        let ways = WaysToBreak(breaker, PrettyCosts(prepared))
        var optimal = OptimalBreaker(breaker, costs: PrettyCosts(prepared))
        left += ways.riverCount(ofLinesEndingAt: optimal.ends())
        var costs = RiverCosts(PrettyCosts(prepared))
        costs.river = 0
        var other = OptimalBreaker(breaker, costs: costs)
        free += ways.riverCount(ofLinesEndingAt: other.ends())
      }
    }
    #expect(free > 60)
    #expect(left * 4 < free * 3, "\(left) of \(free), seed \(TestSettings.seed)")
  }

  /// The gaps are the spaces of the drawn text.
  @Test(arguments: [false, true]) func findsGapsWhereTheyAreDrawn(rightToLeft: Bool) {
    var random = SeededGenerator(salt: 2_815)
    for _ in 0..<40 {
      let words = (0..<40).map { _ in
        (rightToLeft ? ["שלום", "לא", "אב"] : ["iron", "a", "together"])
          .randomElement(using: &random) ?? ""
      }
      var style = ParagraphStyle(alignment: .justify, wrapStyle: .pretty)
      style.firstLineIndent = Double.random(in: 0...20, using: &random)
      style.lastLineAlignment = [nil, .end, .center, .justify].randomElement(using: &random) ?? nil
      let prepared = typesetter.prepare(
        Paragraph(words.joined(separator: " "), paragraphStyle: style))
      let limit = Double.random(in: 120...300, using: &random)
      let layout = prepared.layout(width: limit)
      prepared.withView { view in
        let breaker = LineBreaker(paragraph: prepared, view: view, limit: limit)
        guard let finder = RiverFinder(breaker) else {
          Issue.record("no gaps are known")
          return
        }
        var scanner = PlaceScanner(breaker)
        scanner.begin(at: 0)
        var places = [scanner.place(at: 0, startsStretch: true)]
        while let next = scanner.next(after: places[places.count - 1].unit) { places.append(next) }
        for line in layout.lines {
          let range = line.utf16Range
          let inside = places.filter { range.contains($0.unit) || $0.unit == range.upperBound }
          let width = (inside.last?.hyphenatedEnd ?? 0) - (inside.first?.start ?? 0)
          let found = finder.gaps(between: inside[...], width: width)
          let drawn = inside.dropFirst().dropLast().compactMap {
            layout.rectangles(for: $0.unit - 1..<$0.unit).first
          }
          #expect(found.count == drawn.count)
          for (gap, rectangle) in zip(found, drawn) {
            let start = rightToLeft ? limit - rectangle.maxX : rectangle.minX
            #expect(abs(gap.start - start) < 0.1, "\(gap) \(rectangle), \(TestSettings.seed)")
            #expect(abs(gap.end - gap.start - rectangle.width) < 0.1, "\(TestSettings.seed)")
          }
        }
      }
    }
  }

  @Test func looksForNoneWhereGapsAreNotKnown() {
    func knows(_ text: String, _ change: (inout ParagraphStyle) -> Void = { _ in }) -> Bool {
      var style = ParagraphStyle(alignment: .justify, wrapStyle: .pretty)
      change(&style)
      let prepared = typesetter.prepare(Paragraph(text, paragraphStyle: style))
      return prepared.withView {
        RiverFinder(LineBreaker(paragraph: prepared, view: $0, limit: 100)) != nil
      }
    }
    #expect(knows("some words"))
    #expect(knows("שלום לא"))
    #expect(!knows("some words לא"))
    #expect(!knows("some 日本語 words"))
    #expect(knows("some 日本語 words") { $0.justification = .interWord })
    #expect(!knows("some words") { $0.justification = .interCharacter })
    #expect(!knows("some words") { $0.justification = .kashida })
    #expect(!knows("some words") { $0.alignment = .start })
  }

  /// Of many similarly good ways not all are followed, and queries of the whole text are made once
  /// instead of for each part.
  @Test(arguments: [" ", "\n"]) func takesTimeInProportion(separator: String) {
    let part = Array(repeating: "aa bb", count: 16).joined(separator: " ") + separator
    let style = ParagraphStyle(alignment: .justify, wrapStyle: .pretty)
    let growth = AlternatingMarks.growth { byteCount in
      let text = String(repeating: part, count: byteCount / part.utf8.count)
      let prepared = typesetter.prepare(Paragraph(text, paragraphStyle: style))
      return {
        prepared.withView { view in
          let breaker = LineBreaker(paragraph: prepared, view: view, limit: 160)
          var optimal = OptimalBreaker(breaker, costs: PrettyCosts(prepared))
          #expect(optimal.ends().last == view.count)
        }
      }
    }
    #expect(growth.isProportional, "\(growth)")
  }
}

/// The costs of pretty lines with another cost of rivers.
private struct RiverCosts: LineCosts {
  private let costs: PrettyCosts
  var river: Double

  init(_ costs: PrettyCosts) {
    self.costs = costs
    river = costs.river
  }

  func cost(of line: LineChoice) -> Double { costs.cost(of: line) }
  func penalty(of line: LineChoice) -> Double { costs.penalty(of: line) }
}
