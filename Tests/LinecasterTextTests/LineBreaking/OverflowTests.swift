import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import Testing

@testable import LinecasterText

/// Lines that do not wrap, and words that are wider than a line.
@Suite struct OverflowTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(_ text: String, _ style: ParagraphStyle, width: Double) -> TextLayout {
    typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: width)
  }

  @Test(arguments: [WhiteSpace.nowrap, .pre])
  func linesThatDoNotWrapOverflow(_ whiteSpace: WhiteSpace) {
    let layout = layout("many words that do not fit", .init(whiteSpace: whiteSpace), width: 50)
    #expect(layout.lines.count == 1 && layout.size.width > 100 && !layout.isTruncated)
  }

  @Test func eachLineThatIsTooWideEndsInAnEllipsis() throws {
    let style = ParagraphStyle(whiteSpace: .pre, truncatesOverflow: true)
    let layout = layout("short\na line that is too wide\nlast", style, width: 80)
    #expect(layout.lines.map(\.isTruncated) == [false, true, false])
    #expect(layout.lines.allSatisfy { $0.frame.width <= 80 + LineBreaker.tolerance })
    let hidden = try #require(layout.lines[1].hiddenUTF16Range)
    #expect(hidden.lowerBound == layout.lines[1].utf16Range.upperBound)
    #expect(hidden.upperBound == layout.lines[2].utf16Range.lowerBound)
    #expect(layout.hiddenUTF16Range == hidden)
  }

  @Test func wordsStayWholeWhereTheyMayNotBeBroken() {
    let word = "Donaudampfschifffahrt"
    let text = "a \(word) b"
    let layout = layout(text, .init(overflowWrap: .normal), width: 60)
    #expect(layout.lines.map(\.utf16Range) == [0..<2, 2..<24, 24..<25])
    let whole = typesetter.prepare(Paragraph(word)).maxContentWidth
    #expect(abs(layout.size.width - whole) < 1e-6)
  }

  @Test func minimumWidthKnowsWhetherWordsBreak() {
    let minimum = { (wrap: OverflowWrap) in
      typesetter.prepare(Paragraph("wide words", paragraphStyle: .init(overflowWrap: wrap)))
        .minContentWidth
    }
    let word = typesetter.prepare(Paragraph("words")).maxContentWidth
    let letter = typesetter.prepare(Paragraph("w")).maxContentWidth
    #expect(abs(minimum(.normal) - word) < 1e-6 && abs(minimum(.breakWord) - word) < 1e-6)
    #expect(abs(minimum(.anywhere) - letter) < 1e-6)
  }
}
