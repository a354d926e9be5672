import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

/// The number of cancellation checks while text is prepared and laid out.
@Suite struct TextQuestionTests {
  /// A short text has one check.
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

  /// Every break inside an endless cluster is unsafe, so each candidate is shaped again;
  /// cancellation is checked between the candidates.
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
        try WorkScope.run({
          look()
          asked += 1
          return asked == last
        }) { scope throws(CancellationError) in
          // The width is less than one letter, so no candidate fits.
          _ = try prepared.layout(width: 5, scope)
        }
      }
      look()
      #expect(asked == last)
      // Two candidates over an item of 4,096 units: a line end that fits, and one that does not.
      #expect(most > 0 && most <= 2 * 4_096, "\(most) glyphs between questions")
    }
  }
}
