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

  /// No line ends inside an endless cluster, so nothing is shaped again to find that none fits.
  @Test func shapesNoCandidatesInsideOfACluster() throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    let letters = "\u{1780}" + String(repeating: "\u{17D2}\u{1780}", count: 3_000)
    let prepared = typesetter.prepare(
      Paragraph(AttributedText(letters), style: ParagraphStyle(overflowWrap: .anywhere)))
    let seen = typesetter.statistics.reshapedGlyphs
    let layout = prepared.layout(width: 5)
    #expect(layout.lines.map(\.utf16Range) == [0..<letters.utf16.count])
    #expect(typesetter.statistics.reshapedGlyphs == seen)
  }

  /// Each break inside a word of joined letters is unsafe, so each candidate is shaped again;
  /// cancellation is checked between the candidates.
  @Test func asksBetweenTriesInsideOfAWord() throws {
    let typesetter = Typesetter(fonts: try .bundled(), paragraphCacheBytes: 0)
    let letters = String(repeating: "ب", count: 3_000)
    let prepared = typesetter.prepare(
      Paragraph(AttributedText(letters), style: ParagraphStyle(overflowWrap: .anywhere)))
    for last in [2, 3, 7] {
      var asked = 0
      #expect(throws: CancellationError.self) {
        try WorkScope.run({
          asked += 1
          return asked == last
        }) { scope throws(CancellationError) in
          // The width is less than one letter, so no candidate fits.
          _ = try prepared.layout(width: 1, scope)
        }
      }
      #expect(asked == last)
    }
  }
}
