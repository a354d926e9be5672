import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterText
import Testing

/// Texts with a limited number of lines.
@Suite struct LineLimitTests {
  private let words = "See antidisestablishmentarianism in all of its considerable length"

  private func layout(_ text: LayoutNode, width: Double) throws -> TextLayout {
    let arrangement = try Arranging.arrange(Row { text }, width: width)
    return try #require(arrangement.texts.first).layout
  }

  /// A single line fills its width with as many letters as there is room for: one more and the
  /// ellipsis would be too wide.
  @Test(arguments: [60.0, 100, 147, 230]) func aSingleLineEndsInAnEllipsis(width: Double) throws {
    let layout = try layout(Text(words).lineLimit(1), width: width)
    let line = try #require(layout.lines.first)
    let hidden = try #require(line.hiddenUTF16Range)
    #expect(layout.lines.count == 1 && hidden.upperBound == words.utf16.count)
    #expect(line.frame.width <= width)
    let shown = String(words.prefix(hidden.lowerBound + 1))
    let longer = try self.layout(Text(shown + "…").lineLimit(1), width: 1_000)
    #expect(try #require(longer.lines.first).frame.width > width)
    // Without the modifier, the line ends where it would wrap.
    let wrapped = try self.layout(
      Text(words, paragraphStyle: ParagraphStyle(maximumLines: 1)).node, width: width)
    #expect(try #require(wrapped.lines.first?.hiddenUTF16Range).lowerBound <= hidden.lowerBound)
  }

  @Test func moreLinesWrap() throws {
    for count in 2...3 {
      let layout = try layout(Text(words).lineLimit(count), width: 130)
      #expect(layout.lines.count == count && layout.lines.map(\.isTruncated).last == true)
    }
    #expect(try layout(Text(words).lineLimit(9), width: 130).isTruncated == false)
    #expect(try layout(Text(words).lineLimit(0), width: 130).lines.count == 1)
    #expect(
      Text(words, paragraphStyle: ParagraphStyle(maximumLines: 1)).lineLimit(nil)
        == Text(words).node)
  }

  /// Beside others it becomes narrower than its words, so nothing is pushed out.
  @Test func itLeavesRoomForOthers() throws {
    let row = Row(spacing: 4) {
      Text(words).lineLimit(1)
      Box(.black, size: Size(width: 40, height: 10)).shrink(0)
    }
    let arrangement = try Arranging.arrange(row, width: 90)
    let text = try #require(arrangement.texts.first)
    #expect(text.layout.lines.count == 1 && text.layout.isTruncated)
    #expect(try #require(arrangement.fills.first).maxX <= 90)
  }
}
