import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct CheckpointTests {
  @Test func asksAtOnce() {
    var asked = 0
    #expect(throws: CancellationError.self) {
      try Checkpoint.run({
        asked += 1
        return true
      }) { _ in Issue.record("the work was done all the same") }
    }
    #expect(asked == 1)
  }

  @Test func asksAgainOnceEnoughIsDone() throws {
    var asked = 0
    let question = {
      asked += 1
      return false
    }
    try Checkpoint.run(question, every: 100) { checkpoint throws(CancellationError) in
      for _ in 0..<9 { try checkpoint.pass(10) }
      #expect(asked == 1)
      try checkpoint.pass(10)
      #expect(asked == 2)
      try checkpoint.pass(5_000)
      #expect(asked == 3)
      for _ in 0..<9 { try checkpoint.pass(10) }
      try checkpoint.ask()
      #expect(asked == 4)
      for _ in 0..<9 { try checkpoint.pass(10) }
      #expect(asked == 4)
    }
  }

  @Test func endsTheWorkWhereTheAnswerTurns() {
    var asked = 0
    var passed = 0
    #expect(throws: CancellationError.self) {
      try Checkpoint.run(
        {
          asked += 1
          return asked == 3
        }, every: 10
      ) { checkpoint throws(CancellationError) in
        for _ in 0..<100 {
          try checkpoint.pass(5)
          passed += 1
        }
      }
    }
    #expect(passed == 3)
  }

  @Test(arguments: [0, 1, 999, 65_536, 65_537, 200_000], [1, 3, 64])
  func cutsRangesIntoPieces(count: Int, steps: Int) throws {
    var asked = 0
    let question = {
      asked += 1
      return false
    }
    var reached = 7
    try Checkpoint.run(question) { checkpoint throws(CancellationError) in
      try checkpoint.forEachPiece(of: 7..<7 + count, steps: steps) { piece in
        #expect(piece.lowerBound == reached)
        #expect(piece.count * steps <= 65_536)
        reached = piece.upperBound
      }
    }
    #expect(reached == 7 + count)
    #expect(asked >= 1 + count * steps / 400_000)
  }

  /// Work that nobody calls off throws nothing, or this would not compile; it is done whole.
  @Test func doesAllOfWhatNobodyCallsOff() {
    var reached = 0
    Checkpoint.never.pass(.max)
    Checkpoint.never.ask()
    Checkpoint.never.forEachPiece(of: 0..<200_000, steps: 3) { piece in
      #expect(piece.lowerBound == reached)
      reached = piece.upperBound
    }
    #expect(reached == 200_000)
  }

  /// A short text is not worth more than one question.
  @Test(arguments: [(1, 1...1), (1_023, 1...1), (8_192, 2...1_000)])
  func asksByTheLengthOfTheText(count: Int, expected: ClosedRange<Int>) throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    var asked = 0
    _ = try typesetter.prepare(Paragraph(String(repeating: "a", count: count))) {
      asked += 1
      return false
    }
    #expect(expected.contains(asked), "\(asked) questions")
  }

  /// Every break inside of a cluster without an end is unsafe, so each end that is tried is shaped
  /// again; the question is put between the tries.
  @Test func asksBetweenTriesInsideOfACluster() throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    let letters = "\u{1780}" + String(repeating: "\u{17D2}\u{1780}", count: 3_000)
    let paragraph = Paragraph(
      AttributedText(letters), style: ParagraphStyle(overflowWrap: .anywhere))
    for last in [2, 3, 7] {
      let prepared = typesetter.prepare(paragraph)
      var (asked, most) = (0, 0)
      var seen = typesetter.statistics.reshapedGlyphs
      func look() {
        let now = typesetter.statistics.reshapedGlyphs
        (most, seen) = (max(most, now - seen), now)
      }
      #expect(throws: CancellationError.self) {
        try Checkpoint.run({
          look()
          asked += 1
          return asked == last
        }) { checkpoint throws(CancellationError) in
          // Less than one letter is wide, so that no end fits.
          _ = try prepared.layout(width: 5, checkpoint)
        }
      }
      look()
      #expect(asked == last)
      // Two tries over an item of 4,096 units: the end of a line that fits, and one that does not.
      #expect(most > 0 && most <= 2 * 4_096, "\(most) glyphs between questions")
    }
  }
}
