import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TailTruncatorTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func prepare(_ text: String, lines: Int = 1) -> PreparedParagraph {
    typesetter.prepare(
      Paragraph(text, paragraphStyle: ParagraphStyle(maximumLines: lines)))
  }

  @Test(arguments: [
    "Featherstonehaugh-Cholmondeley", "Feather\u{AD}stonehaugh", "a-bcdefghijklmn o",
  ])
  func aHyphenDoesNotEndTheLineBeforeAnEllipsis(text: String) throws {
    let plain = typesetter.prepare(Paragraph(text)).layout()
    for width in stride(from: 20.0, to: plain.size.width, by: 3.7) {
      let line = try #require(prepare(text).layout(width: width).lines.first)
      let end = line.utf16Range.upperBound
      // The witness is the longest start of the text on one line that fits beside the ellipsis.
      let longest = plain.graphemes.last { $0.x + $0.width <= width - ellipsis }
      let kept = longest?.utf16Range.upperBound ?? 0
      #expect(line.isTruncated && abs(end - kept) <= 1, "\(end), not \(kept), at \(width)")
      #expect(line.frame.width <= width + LineBreaker.tolerance)
    }
  }

  @Test func keepsTheMostThatFits() {
    var random = SeededGenerator(salt: 50)
    for index in 0..<250 {
      let text = SampleText.mixed(&random, words: 10)
      let width = Double.random(in: 25...140, using: &random)
      let prepared = prepare(text, lines: 1 + index % 3)
      let layout = prepared.layout(width: width)
      guard layout.isTruncated, let line = layout.lines.last else { continue }
      let failure: Comment = "\(text) at \(width), \(line), seed \(TestSettings.seed)"
      #expect(layout.lines.count <= 1 + index % 3, failure)
      #expect(line.frame.width <= width + LineBreaker.tolerance, failure)
      let flags = prepared.boundaries
      let end = line.utf16Range.upperBound
      #expect(flags[end].contains(.grapheme), failure)
      // One more grapheme is too wide, or ends the truncated line.
      let full = typesetter.prepare(Paragraph(text)).layout(width: width)
      var whole = full.lines[layout.lines.count - 1].utf16Range
      // After a final hyphen, letters of the rest of the word may be kept as well.
      if let last = whole.last, [0x2D, 0xAD, 0x2010].contains(prepared.text[last]) {
        var wordEnd = whole.upperBound
        while wordEnd < prepared.count, flags[wordEnd].isDisjoint(with: .hanging),
          !flags[wordEnd].contains(.hardBreak)
        {
          wordEnd += 1
        }
        whole = whole.lowerBound..<wordEnd
      }
      // White space at the line's end is never visible.
      while let last = whole.last, !flags[last].isDisjoint(with: .hanging) {
        whole = whole.dropLast()
      }
      #expect(end <= whole.upperBound, failure)
      // Text in the opposite direction is cut at its start instead.
      let base = prepared.baseLevel(at: line.utf16Range.lowerBound)
      guard prepared.runs.allSatisfy({ $0.item.level == base }) else { continue }
      var next = end + 1
      while next < prepared.count,
        !flags[next].contains(.grapheme) || !prepared.beginsCluster(next)
      {
        next += 1
      }
      guard next <= whole.upperBound, !flags[next - 1].contains(.control) else { continue }
      let shown = line.utf16Range.lowerBound..<next
      let letters = full.graphemes.filter { shown.contains($0.utf16Range.lowerBound) }
      #expect(letters.reduce(0) { $0 + $1.width } + ellipsis > width, failure)
    }
  }

  private var ellipsis: Double { typesetter.prepare(Paragraph("…")).maxContentWidth }

  @Test func standsAtTheEndOfItsDirection() {
    for (text, isRight) in [("hello world and more", true), ("שלום עולם ועוד הרבה", false)] {
      let layout = prepare(text).layout(width: 70)
      let edge = isRight ? layout.glyphRuns.last : layout.glyphRuns.first
      let mark = typesetter.prepare(Paragraph("…")).layout().glyphRuns[0].glyphs.first
      #expect(layout.isTruncated && layout.lines.count == 1)
      #expect(edge?.glyphs.first?.identifier == mark?.identifier)
    }
  }

  @Test func takesTheColorOfTheLastCharacter() {
    var text = AttributedText("aaa", style: TextStyle(color: .black))
    text.append("bbbbbbbbbbbbbb", style: TextStyle(color: Color(rgb: 0xFF0000)))
    let paragraph = Paragraph(text, style: ParagraphStyle(maximumLines: 1))
    let runs = typesetter.prepare(paragraph).layout(width: 60).glyphRuns
    #expect(runs.map(\.color) == [.black, Color(rgb: 0xFF0000)] || runs.last?.color.red == 255)
    #expect(runs.last?.glyphs.count == 1)
  }

  @Test func standsForHiddenLinesWhereThereIsRoom() {
    let layout = prepare("ab\ncd").layout()
    #expect(layout.isTruncated)
    #expect(layout.lines.map(\.utf16Range) == [0..<2])
    #expect(layout.glyphCount == 3)
    #expect(!prepare("ab\n").layout().isTruncated)
    #expect(prepare("ab", lines: 0).layout().lines.count == 1)
  }

  @Test func showsOnlyTheMarkWhereNothingFits() {
    let layout = prepare("wide words").layout(width: 1)
    #expect(layout.glyphCount == 1 && layout.isTruncated)
    #expect(layout.lines.map(\.utf16Range) == [0..<0])
  }
}
