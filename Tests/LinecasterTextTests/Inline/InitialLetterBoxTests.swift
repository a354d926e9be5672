import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct InitialLetterBoxTests {
  private let typesetter: Typesetter
  private let style = TextStyle(families: ["Noto Sans"], size: 16)

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: String, _ letter: InitialLetter?, width: Double = 200, isRightToLeft: Bool = false
  ) -> TextLayout {
    var paragraph = ParagraphStyle(lineHeight: .points(24))
    paragraph.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
    paragraph.initialLetter = letter
    return typesetter.prepare(
      Paragraph(AttributedText(text, style: style), style: paragraph)
    ).layout(width: width)
  }

  private static let words = "Everyone has the right to life, liberty and security of person."

  @Test func capitalsAreAsHighAsTheirLines() throws {
    let layout = layout(Self.words, InitialLetter(size: 3))
    let letter = try #require(layout.glyphRuns.first { $0.size > 16 })
    let capital = letter.face.metrics.capHeight / Double(letter.face.metrics.unitsPerEm)
    // The letter reaches from the capitals of the first line to the baseline of the third.
    #expect(abs(letter.size * capital - (48 + 16 * capital)) < 0.01)
    #expect(letter.origin.y == layout.lines[2].baseline)
    #expect(letter.placedGlyphs.map(\.utf16Offset) == [0])
    #expect(layout.lines[0].utf16Range.lowerBound == 0)
  }

  @Test func linesLeaveItRoom() {
    let layout = layout(Self.words, InitialLetter(size: 2))
    let inset = layout.lines[0].frame.minX
    #expect(inset > 10 && inset == inset.rounded())
    #expect(layout.lines.prefix(2).allSatisfy { $0.frame.minX == inset })
    #expect(layout.lines.dropFirst(2).allSatisfy { $0.frame.minX == 0 })
    #expect(layout.lines.allSatisfy { $0.frame.maxX <= 200 })
    let right = self.layout(Self.words, InitialLetter(size: 2), isRightToLeft: true)
    #expect(right.lines.prefix(2).allSatisfy { abs($0.frame.maxX - 200 + inset) < 1e-9 })
    #expect(abs((right.lines.last?.frame.maxX ?? 0) - 200) < 1e-9)
  }

  @Test func raisedLettersMoveTheTextDown() {
    let plain = layout(Self.words, nil)
    let raised = layout(Self.words, InitialLetter(size: 3, sink: 1))
    #expect(raised.lines[0].baseline == plain.lines[0].baseline + 48)
    #expect(raised.lines[0].frame.minX > 0)
    #expect(raised.lines[1].frame.minX == 0)
    #expect(layout("E", InitialLetter(size: 3)).size.height == 72)
  }

  @Test func descendersTakeALineMore() {
    #expect(layout("J" + Self.words, InitialLetter(size: 2)).lines[2].frame.minX > 0)
    #expect(layout("E" + Self.words, InitialLetter(size: 2)).lines[2].frame.minX == 0)
  }

  @Test(
    arguments: [
      ("word", 1), ("«word", 2), ("L’été", 2), ("(a) b", 3), ("  word", 3), ("e\u{301}b", 2),
      ("", 0), ("  ", 0), ("«", 0), ("\nword", 0), ("👩‍👩‍👧 b", 8),
    ])
  func takesTheFirstLetterWithItsPunctuation(text: String, count: Int) {
    var paragraph = Paragraph(text, style: style)
    #expect(paragraph.initialLetterCount == 0)
    paragraph.style.initialLetter = InitialLetter(size: 2)
    #expect(paragraph.initialLetterCount == count)
  }

  @Test func lettersInBoxesOfTheirOwnStay() {
    var text = AttributedText("", style: style)
    text.append(AttributedText("a", style: style), in: InlineBox(style: style))
    text.append("bc", style: style)
    var whole = AttributedText("", style: style)
    whole.append(AttributedText("abc", style: style), in: InlineBox(style: style))
    for (text, count) in [(text, 0), (whole, 1)] {
      var paragraph = Paragraph(text)
      paragraph.style.initialLetter = InitialLetter(size: 2)
      #expect(paragraph.initialLetterCount == count)
    }
  }

  /// For any number and any width, all text has a line and a place.
  @Test func everyNumberLeavesAllText() {
    var random = SeededGenerator(salt: 1_713)
    let odd = [0, -1, .nan, .infinity, 1e300, 1, 2.5, 99]
    for _ in 0..<120 {
      let text = SampleText.mixed(&random, words: 8)
      let letter = InitialLetter(
        size: odd.randomElement(using: &random) ?? 2,
        sink: [Int.min, -1, 0, 1, 2, 50, .max].randomElement(using: &random))
      let width = Double.random(in: 0...200, using: &random)
      let layout = layout(text, letter, width: width)
      let note: Comment = "\(text) \(letter) \(width), seed \(TestSettings.seed)"
      #expect(layout.lines.first?.utf16Range.lowerBound == 0, note)
      #expect(layout.lines.last?.utf16Range.upperBound == text.utf16.count, note)
      #expect(
        zip(layout.lines, layout.lines.dropFirst())
          .allSatisfy { $0.utf16Range.upperBound == $1.utf16Range.lowerBound }, note)
      #expect(layout.size.height.isFinite && layout.size.width.isFinite, note)
    }
  }
}
