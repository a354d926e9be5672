import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TypesetterTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func findsParagraphsItKnows() throws {
    let first = typesetter.prepare(Paragraph("two words"))
    let second = typesetter.prepare(Paragraph("two words"))
    #expect(first === second)
    #expect(typesetter.statistics.paragraphs == 1)
    #expect(typesetter.statistics.paragraphHits == 1)
    #expect(typesetter.statistics.paragraphBytes >= first.byteCount)
    let others = [
      Paragraph("two words "), Paragraph("two words", style: TextStyle(size: 16)),
      Paragraph("two words", style: TextStyle(color: Color(rgb: 0xFF))),
      Paragraph("two words", paragraphStyle: ParagraphStyle(tabSize: 4)),
      Paragraph("e\u{301}"), Paragraph("\u{E9}"),
    ]
    for other in others { _ = typesetter.prepare(other) }
    #expect(typesetter.statistics.paragraphHits == 1)
  }

  /// Removing all cached data frees memory, and later layouts are the same.
  @Test func givesMemoryBackAndGoesOn() throws {
    let typesetter = Typesetter(fonts: try .bundled())
    let texts = (0..<400).map { "word\($0) \($0 * 7) नमस्ते" }
    let lines = texts.map { typesetter.prepare(Paragraph($0)).layout(width: 60).lines }
    let held = typesetter.statistics
    typesetter.removeAll()
    #expect(typesetter.statistics.paragraphBytes == 0)
    #expect(typesetter.statistics.wordBytes < held.wordBytes)
    for (text, lines) in zip(texts, lines) {
      #expect(typesetter.prepare(Paragraph(text)).layout(width: 60).lines == lines)
    }
    #expect(typesetter.statistics.wordBytes == held.wordBytes)
  }

  @Test func goesWithItsLastOwner() throws {
    let fonts = try FontCollection.bundled()
    weak var gone: Typesetter?
    let prepared: PreparedParagraph
    do {
      let typesetter = Typesetter(fonts: fonts)
      gone = typesetter
      prepared = typesetter.prepare(Paragraph("ببببب ببببب"))
    }
    #expect(gone == nil)
    #expect(prepared.layout(width: 20).lines.count > 2)
  }

  @Test func countsWhatItPrepares() throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    for _ in 0..<2 {
      let layout = typesetter.prepare(Paragraph("one line one")).layout()
      #expect(layout.lines.count == 1)
      #expect(layout.glyphCount == 12)
    }
    let statistics = typesetter.statistics
    #expect(statistics.paragraphs == 2)
    #expect(statistics.glyphs == 24)
    #expect(statistics.shapeCalls == 2)
    #expect(statistics.wordMisses == 2)
    #expect(statistics.wordHits == 4)
    #expect(statistics.wordBytes > 7 * 16)
    #expect(statistics.nanoseconds.values.allSatisfy { $0 == 0 })
  }

  @Test func remembersNothingWhereAskedNotTo() throws {
    let typesetter = Typesetter(
      fonts: try .bundled(), shapeCacheBytes: 0, paragraphCacheBytes: 0, measuresTime: true)
    for _ in 0..<2 { _ = typesetter.prepare(Paragraph("one line one")) }
    #expect(typesetter.statistics.shapeCalls == 2)
    #expect(typesetter.statistics.wordBytes == 0)
    #expect(typesetter.statistics.nanoseconds[.shape, default: 0] > 0)
  }

  /// Repeated names must not count as many families.
  @Test func takesAFamilyNamedManyTimes() {
    let style = TextStyle(families: Array(repeating: "Noto Sans", count: 40))
    let layout = typesetter.prepare(Paragraph("a😀", style: style)).layout()
    #expect(layout.glyphRuns.map(\.face.family) == ["Noto Sans", "Noto Color Emoji"])
  }

  /// HarfBuzz is quadratic in marks: 333 pieces of 30 keep it linear.
  @Test func cutsEndlessMarks() throws {
    let typesetter = Typesetter(fonts: try .bundled(), shapeCacheBytes: 0)
    let marks = String(repeating: "\u{301}", count: 10_000)
    let prepared = typesetter.prepare(Paragraph("x" + marks + "y z"))
    #expect(typesetter.statistics.shapeCalls == 334)
    #expect(
      prepared.layout(width: 5).lines.map(\.utf16Range) == [
        0..<10_001, 10_001..<10_003, 10_003..<10_004,
      ])
    #expect(prepared.layout().glyphRuns.allSatisfy { $0.face.family == "Noto Sans" })
  }

  /// A long joined word may break anywhere, and every break is unsafe.
  @Test(arguments: ["a", "ب", "fi", "漢", "\u{E000}"])
  func breaksLongWordsInLinearWork(_ piece: String) {
    let count = 64_000
    let prepared = typesetter.prepare(Paragraph(String(repeating: piece, count: count)))
    let before = typesetter.statistics
    let layout = prepared.layout(width: 60)
    let after = typesetter.statistics
    let lines = layout.lines.count
    #expect(lines > 2_000)
    #expect(after.shapeCalls - before.shapeCalls <= 6 * lines)
    #expect(after.glyphs - before.glyphs <= 8 * count)
  }

  @Test func isTheSameInAnyOrderOnAnyThread() async {
    var random = SeededGenerator(salt: 20)
    let texts = (0..<60).map { _ in SampleText.mixed(&random, words: 12) }
    let expected = texts.map { fingerprint($0) }
    await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        let order = texts.indices.shuffled(using: &random)
        group.addTask { order.filter { fingerprint(texts[$0]) != expected[$0] } }
      }
      for await wrong in group { #expect(wrong == [], "seed \(TestSettings.seed)") }
    }
  }

  private func fingerprint(_ text: String) -> [String] {
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 150)
    return layout.lines.map { "\($0)" }
      + layout.glyphRuns.map { "\($0.face.identifier) \($0.glyphs)" }
  }
}

@Suite struct TypesetterCancellationTests {
  private let fonts: FontCollection

  init() throws {
    fonts = try .bundled()
  }

  /// Cancels the preparation at each check in turn: no later stage begins, nothing is cached, and
  /// the next preparation is complete.
  @Test(arguments: CancellationTexts.pieces.map(\.piece))
  func stopsAtAnyQuestion(piece: String) throws {
    let paragraph = Paragraph(CancellationTexts.text(piece, bytes: 6_000))
    let whole = Typesetter(fonts: fonts, shapeCacheBytes: 0, paragraphCacheBytes: 0)
    let expected = LayoutDigest(whole.prepare(paragraph).layout(width: 200))
    let calls = whole.statistics.shapeCalls

    let typesetter = Typesetter(fonts: fonts, shapeCacheBytes: 0)
    var all = CountdownQuestion()
    _ = try prepare(paragraph, by: Typesetter(fonts: fonts, paragraphCacheBytes: 0), &all)
    // One check at the start, one before each of four stages, and one after each part of these.
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
      // Each run does the same work in the same order, a bit further.
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
    #expect(typesetter.prepare(paragraph) === prepared)
  }

  /// At the start, after two parts of the source, before the analysis and after a part of it,
  /// before the levels, before items and after their scripts.
  private static let questionsBeforeShaping = 8

  private func prepare(
    _ paragraph: Paragraph, by typesetter: Typesetter, _ question: inout CountdownQuestion
  ) throws(CancellationError) -> PreparedParagraph {
    try WorkScope.run({ question.ask() }, every: 1) { scope throws(CancellationError) in
      try typesetter.prepare(paragraph, scope)
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
    #expect(typesetter.prepare(paragraph) === asked)
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

  /// A text that takes far longer than the time between two checks.
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
