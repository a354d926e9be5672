import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
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
    // What is called off at another width leaves the lines alone that are known.
    var question = CountdownQuestion(last: 2)
    #expect(throws: CancellationError.self) { try layOut(prepared, width: 40, &question) }
    #expect(prepared.knownLines(at: 90) != nil)
  }

  private func layOut(
    _ prepared: PreparedParagraph, width: Double, _ question: inout CountdownQuestion
  ) throws(CancellationError) {
    _ = try Checkpoint.run({ question.ask() }, every: 1) { checkpoint throws(CancellationError) in
      try prepared.layout(width: width, checkpoint)
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

  /// Text that takes longer to lay out than the time between two questions.
  @Test func leavesLongTextsBehind() {
    let prepared = typesetter.prepare(Paragraph(CancellationTexts.text("ab ", bytes: 1_500_000)))
    var question = CountdownQuestion(last: 3)
    #expect(throws: CancellationError.self) {
      try prepared.layout(width: 50, isCancelled: { question.ask() })
    }
    #expect(question.asked == 3)
  }
}

@Suite struct IntrinsicWidthsTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func holdForRandomText() {
    var random = SeededGenerator(salt: 40)
    for _ in 0..<200 {
      let text = SampleText.mixed(&random, words: 9)
      let prepared = typesetter.prepare(Paragraph(text))
      let flags = prepared.boundaries
      let failure: Comment = "\(text), seed \(TestSettings.seed)"
      let (least, most) = (prepared.minContentWidth, prepared.maxContentWidth)
      #expect(abs(most - prepared.layout().size.width) < 1e-6, failure)
      let wide = prepared.layout(width: most).lines.dropLast()
      #expect(wide.allSatisfy { flags[$0.utf16Range.upperBound].contains(.hardBreak) }, failure)
      let breaksWords = { (width: Double) in
        prepared.layout(width: width).lines.dropLast().contains {
          !flags[$0.utf16Range.upperBound].contains(.softBreak)
        }
      }
      #expect(!breaksWords(least), failure)
      #expect(prepared.layout(width: least).size.width <= least + 1e-6, failure)
      let pieces = pieces(prepared)
      #expect(abs(least - (pieces.max() ?? 0)) < 1e-6, failure)
    }
  }

  /// The widths of the text between opportunities, each shaped alone.
  private func pieces(_ prepared: PreparedParagraph) -> [Double] {
    let witness = LineWitness(prepared)
    var start = 0
    var widths: [Double] = []
    for end in 1..<prepared.count + 1
    where prepared.boundaries[end].contains(.softBreak) || end == prepared.count {
      widths.append(witness.shape(start..<end).width)
      start = end
    }
    return widths
  }

  /// By Unicode's rules no line ends before a closing bracket, so the space before it takes room.
  @Test func countsSpacesInsidePieces() {
    let style = ParagraphStyle(lineBreakRules: .unicode)
    let prepared = typesetter.prepare(Paragraph("aa )", paragraphStyle: style))
    #expect(prepared.minContentWidth == prepared.maxContentWidth)
    #expect(typesetter.prepare(Paragraph("")).minContentWidth == 0)
  }

  /// Where lines wrap it hangs, but before a forced end it takes room if there is some.
  @Test func countsWhiteSpaceBeforeForcedEndsWhereItIsKept() {
    let maximum = { (text: String, whiteSpace: WhiteSpace) in
      typesetter.prepare(Paragraph(text, paragraphStyle: .init(whiteSpace: whiteSpace)))
        .maxContentWidth
    }
    let three = maximum("aa   )", .pre) - maximum("aa)", .pre)
    let letters = maximum("aa", .pre)
    #expect(abs(maximum("aa   ", .preWrap) - letters - three) < 1e-6)
    #expect(abs(maximum("aa   \nb", .preWrap) - letters - three) < 1e-6)
    #expect(maximum("aa   ", .normal) == letters)
    #expect(typesetter.prepare(Paragraph("aa   ")).minContentWidth == letters)
  }
}
