import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import Testing

@testable import LinecasterText

@Suite struct LinePlacerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: String, _ style: ParagraphStyle, width: Double = .infinity
  ) -> TextLayout {
    typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: width)
  }

  @Test func indentsTheFirstLineOnly() {
    let text = "some words that take three lines of text"
    let plain = layout(text, .init(), width: 120)
    let indented = layout(text, .init(firstLineIndent: 30), width: 120)
    #expect(indented.lines.map(\.frame.minX) == [30] + indented.lines.dropFirst().map { _ in 0 })
    #expect(indented.lines[0].frame.maxX <= 120)
    #expect(indented.lines[0].utf16Range.count < plain.lines[0].utf16Range.count)
    // The returned width gives the same lines again.
    let again = layout(text, .init(firstLineIndent: 30), width: indented.size.width)
    #expect(again.lines.map(\.utf16Range) == indented.lines.map(\.utf16Range))
  }

  @Test func indentsFromTheRightForRightToLeftText() {
    let line = layout("שלום", .init(firstLineIndent: 30), width: 200).lines[0]
    #expect(abs(line.frame.maxX - 170) < 1e-9)
  }

  @Test func putsRoomUnderParagraphs() {
    let lines = layout("one\ntwo\nthree", .init(paragraphSpacing: 7)).lines
    #expect(lines[1].frame.minY - lines[0].frame.maxY == 7)
    #expect(lines[2].frame.minY - lines[1].frame.maxY == 7)
    let layout = layout("one\ntwo\nthree", .init(paragraphSpacing: 7))
    #expect(layout.size.height == lines[2].frame.maxY)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -5])
  func takesAnyNumber(_ number: Double) {
    let style = ParagraphStyle(paragraphSpacing: number, firstLineIndent: number)
    let layout = layout("one two\nthree", style, width: 40)
    #expect(layout.size.height.isFinite && layout.size.width.isFinite)
    #expect(layout.lines.allSatisfy { $0.frame.minX.isFinite && $0.frame.minY.isFinite })
  }

  @Test func growsForTheTallestText() {
    var text = AttributedText("small ", style: TextStyle(size: 10))
    text.append("large", style: TextStyle(size: 40))
    let mixed = typesetter.prepare(Paragraph(text)).layout().lines[0]
    let large = typesetter.prepare(Paragraph("large", style: TextStyle(size: 40))).layout().lines[0]
    #expect(mixed.frame.height == large.frame.height && mixed.baseline == large.baseline)
  }

  @Test func makesRoomForTextThatIsRaised() {
    var text = AttributedText("x", style: TextStyle(size: 20))
    text.append("2", style: TextStyle(size: 10, baselineShift: 30))
    let layout = typesetter.prepare(Paragraph(text)).layout()
    let plain = typesetter.prepare(Paragraph("x", style: TextStyle(size: 20))).layout()
    #expect(layout.size.height > plain.size.height)
    #expect(layout.glyphRuns[1].origin.y == layout.glyphRuns[0].origin.y - 30)
  }

  @Test func keepsALeastHeight() {
    #expect(layout("a", .init(lineHeight: .atLeast(50))).size.height == 50)
    #expect(layout("a", .init(lineHeight: .atLeast(5))).size.height == 20)
  }
}
