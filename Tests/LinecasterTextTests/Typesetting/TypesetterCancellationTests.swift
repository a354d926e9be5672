import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TypesetterCancellationTests {
  private let fonts: FontCollection

  init() throws {
    fonts = try .bundled()
  }

  /// Calls off the preparation at one question after the other: no later stage begins, nothing is
  /// kept, and what is prepared next is what it would have been.
  @Test(arguments: CancellationTexts.pieces.map(\.piece))
  func stopsAtAnyQuestion(piece: String) throws {
    let paragraph = Paragraph(CancellationTexts.text(piece, bytes: 6_000))
    let whole = Typesetter(fonts: fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
    let expected = LayoutDigest(whole.prepare(paragraph).layout(width: 200))
    let calls = whole.statistics.shapeCalls

    let typesetter = Typesetter(fonts: fonts, shapeCacheBytes: 0)
    var all = CountdownQuestion()
    _ = try prepare(paragraph, by: Typesetter(fonts: fonts, paragraphCacheBytes: 0), &all)
    // One at once, one before each of four stages, and one after each part of these.
    #expect(all.asked >= 11)
    var before = 0
    var callsAtLast = 0
    for number in CountdownQuestion.samples(of: all.asked) {
      var question = CountdownQuestion(last: number)
      #expect(throws: CancellationError.self) { try prepare(paragraph, by: typesetter, &question) }
      #expect(question.asked == number)
      let statistics = typesetter.statistics
      #expect(statistics.paragraphs == 0)
      #expect(statistics.paragraphBytes == 0)
      // The same work in the same order, a bit more of it each time.
      #expect(statistics.shapeCalls - before >= callsAtLast)
      callsAtLast = statistics.shapeCalls - before
      before = statistics.shapeCalls
      if number <= Self.questionsBeforeShaping { #expect(callsAtLast == 0) }
    }
    #expect(callsAtLast == calls)

    let prepared = typesetter.prepare(paragraph)
    #expect(LayoutDigest(prepared.layout(width: 200)) == expected)
    #expect(typesetter.statistics.paragraphHits == 0)
    #expect(typesetter.statistics.paragraphs == 1)
    #expect(typesetter.prepare(paragraph).storage === prepared.storage)
  }

  /// At once, after two parts of the source, before the analysis and after a part of it, before the
  /// levels, before items and after their scripts.
  private static let questionsBeforeShaping = 8

  private func prepare(
    _ paragraph: Paragraph, by typesetter: Typesetter, _ question: inout CountdownQuestion
  ) throws(CancellationError) -> PreparedParagraph {
    try Checkpoint.run({ question.ask() }, every: 1) { checkpoint throws(CancellationError) in
      try typesetter.prepare(paragraph, checkpoint)
    }
  }

  @Test(arguments: [10, 2_000, 40_000])
  func preparesTheSameWithAQuestion(count: Int) throws {
    let text = CancellationTexts.pieces.map(\.piece).joined()
    let paragraph = Paragraph(CancellationTexts.text(text, bytes: count))
    let plain = Typesetter(fonts: fonts, paragraphCacheBytes: 0).prepare(paragraph)
    let typesetter = Typesetter(fonts: fonts, paragraphCacheBytes: 64 << 20)
    let asked = try typesetter.prepare(paragraph, isCancelled: { false })
    #expect(LayoutDigest(asked.layout(width: 123)) == LayoutDigest(plain.layout(width: 123)))
    #expect(typesetter.prepare(paragraph).storage === asked.storage)
  }

  @Test(arguments: [10, 2_000, 40_000])
  func doesNothingForWhoDoesNotWantIt(count: Int) {
    let typesetter = Typesetter(fonts: fonts)
    let paragraph = Paragraph(CancellationTexts.text("words ", bytes: count))
    #expect(throws: CancellationError.self) {
      try typesetter.prepare(paragraph, isCancelled: { true })
    }
    #expect(typesetter.statistics == TextStatistics.nothingDone)
  }

  /// A text that takes far longer than the time between two questions.
  @Test func leavesLongTextsBehind() {
    let typesetter = Typesetter(fonts: fonts)
    let paragraph = Paragraph(CancellationTexts.text("words and more ", bytes: 4_000_000))
    var question = CountdownQuestion(last: 3)
    #expect(throws: CancellationError.self) {
      try typesetter.prepare(paragraph, isCancelled: { question.ask() })
    }
    #expect(question.asked == 3)
    #expect(typesetter.statistics.paragraphs == 0)
  }
}

extension TextStatistics {
  /// The statistics of a typesetter that has prepared nothing.
  fileprivate static var nothingDone: TextStatistics {
    var statistics = TextStatistics()
    for stage in Stage.allCases { statistics.nanoseconds[stage] = 0 }
    return statistics
  }
}
