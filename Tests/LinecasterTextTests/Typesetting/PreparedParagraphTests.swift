import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct PreparedParagraphCancellationTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
  }

  @Test(arguments: CancellationTexts.pieces.map(\.piece))
  func stopsAtAnyLine(piece: String) throws {
    let paragraph = Paragraph(CancellationTexts.text(piece, bytes: 3_000))
    let expected = typesetter.prepare(paragraph).layout(width: 90)
    let prepared = typesetter.prepare(paragraph)
    for number in CountdownQuestion.samples(of: expected.lines.count) {
      var question = CountdownQuestion(last: number)
      #expect(throws: CancellationError.self) { try layOut(prepared, width: 90, &question) }
      #expect(prepared.knownLines(at: 90) == nil)
    }
    let layout = prepared.layout(width: 90)
    #expect(LayoutDigest(layout) == LayoutDigest(expected))
    #expect(prepared.knownLines(at: 90) != nil)
    // Cancelling a layout at another width leaves the cached lines alone.
    var question = CountdownQuestion(last: 2)
    #expect(throws: CancellationError.self) { try layOut(prepared, width: 40, &question) }
    #expect(prepared.knownLines(at: 90) != nil)
  }

  private func layOut(
    _ prepared: PreparedParagraph, width: Double, _ question: inout CountdownQuestion
  ) throws(CancellationError) {
    _ = try WorkScope.run({ question.ask() }, every: 1) { scope throws(CancellationError) in
      try prepared.layout(width: width, scope)
    }
  }

  @Test(arguments: [10, 2_000, 17_000])
  func findsTheSameWithAQuestion(count: Int) throws {
    for (name, piece) in CancellationTexts.pieces {
      let prepared = typesetter.prepare(Paragraph(CancellationTexts.text(piece, bytes: count)))
      let expected = LayoutDigest(prepared.layout(width: 77))
      _ = prepared.layout(width: 1)
      let asked = try prepared.layout(width: 77, isCancelled: { false })
      #expect(LayoutDigest(asked) == expected, "\(name)")
      #expect(try prepared.minContentWidth(isCancelled: { false }) == prepared.minContentWidth)
      #expect(try prepared.maxContentWidth(isCancelled: { false }) == prepared.maxContentWidth)
    }
  }

  @Test(arguments: [10, 2_000, 17_000])
  func findsNothingForWhoDoesNotWantIt(count: Int) {
    let prepared = typesetter.prepare(Paragraph(CancellationTexts.text("ab ", bytes: count)))
    #expect(throws: CancellationError.self) {
      try prepared.layout(width: 50, isCancelled: { true })
    }
    #expect(throws: CancellationError.self) { try prepared.minContentWidth(isCancelled: { true }) }
    #expect(throws: CancellationError.self) { try prepared.maxContentWidth(isCancelled: { true }) }
    #expect(prepared.knownLines(at: 50) == nil)
  }

  /// Cancelling returns at once from text that takes longer than the time between two checks.
  @Test func leavesLongTextsBehind() {
    let prepared = typesetter.prepare(Paragraph(CancellationTexts.text("ab ", bytes: 1_500_000)))
    var question = CountdownQuestion(last: 3)
    #expect(throws: CancellationError.self) {
      try prepared.layout(width: 50, isCancelled: { question.ask() })
    }
    #expect(question.asked == 3)
  }
}
