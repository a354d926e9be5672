import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// The line of box edges between two lines, as in Chromium 156.
@Suite struct LineBreakerBoxesTests {
  private let typesetter: Typesetter
  private let style = TextStyle(size: 18)

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: AttributedText, width: Double, _ style: ParagraphStyle = ParagraphStyle()
  ) -> TextLayout {
    typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
  }

  private func width(_ text: String) -> Double {
    layout(AttributedText(text, style: style), width: .infinity).size.width
  }

  private func box(_ padding: Double) -> InlineBox {
    InlineBox(style: style, padding: Insets(horizontal: padding))
  }

  /// The text "auf Leben, " and a box with an empty box before its text.
  private func nested(_ space: String = " ") -> AttributedText {
    var inner = AttributedText("", style: style)
    inner.append(AttributedText("", style: style), in: box(1))
    inner.append("und", style: style)
    var text = AttributedText("auf Leben,\(space)", style: style)
    text.append(inner, in: box(3))
    text.append(" Sicherheit", style: style)
    return text
  }

  /// The lines of fragments as wide as the edges of the empty box.
  private func linesOfEmptyBox(_ layout: TextLayout) -> [Int] {
    layout.boxFragments.filter { abs($0.frame.width - 2) < 1e-6 }.map(\.line)
  }

  /// An empty box goes to the next line with the box around it if the space before them fits, and
  /// stays behind the space if that does not fit.
  @Test(arguments: [WhiteSpace.normal, .preWrap])
  func edgesFollowASpaceThatDoesNotFit(whiteSpace: WhiteSpace) {
    let lines = ParagraphStyle(whiteSpace: whiteSpace)
    let (word, space) = (width("auf Leben,"), width("a b") - width("ab"))
    for (room, line) in [(0.5, 0), (space - 0.5, 0), (space + 0.5, 1), (space + 8, 1)] {
      let layout = layout(nested(), width: word + room, lines)
      #expect(layout.lines[0].utf16Range == 0..<11)
      #expect(linesOfEmptyBox(layout) == [line], "\(room)")
      // The text begins behind the edges that are left for its line.
      let first = layout.graphemes.first { $0.utf16Range.lowerBound == 11 }
      #expect(abs((first?.x ?? 0) - (line == 0 ? 0 : 5)) < 1e-6, "\(room)")
    }
  }

  /// A word that is too wide itself keeps them as well, and text without white space does not.
  @Test func otherTextBeforeTheEdges() {
    let lines = ParagraphStyle(overflowWrap: .normal)
    #expect(linesOfEmptyBox(layout(nested(), width: width("Leben,") - 2, lines)) == [1])
    var text = AttributedText("auf-", style: style)
    var inner = AttributedText("", style: style)
    inner.append(AttributedText("", style: style), in: box(1))
    inner.append("und", style: style)
    text.append(inner, in: box(3))
    let broken = layout(text, width: width("auf-") + 0.5, lines)
    #expect(broken.lines.map(\.utf16Range) == [0..<4, 4..<7])
    #expect(linesOfEmptyBox(broken) == [1])
  }

  /// Edges that stay count for alignment, and for the height of the line.
  @Test func edgesThatStayCount() throws {
    var large = box(0)
    large.style.size = 40
    var inner = AttributedText("", style: style)
    inner.append(AttributedText("", style: style), in: large)
    inner.append("und", style: style)
    var text = AttributedText("auf Leben, ", style: style)
    text.append(inner, in: box(3))
    let (word, space) = (width("auf Leben,"), width("a b") - width("ab"))
    let (near, far) = (
      layout(text, width: word + space - 0.5), layout(text, width: word + space + 0.5)
    )
    #expect(near.lines[0].frame.height == far.lines[1].frame.height)
    #expect(near.lines[1].frame.height == far.lines[0].frame.height)
    #expect(near.lines[0].frame.height > near.lines[1].frame.height + 5)
    #expect(abs(near.lines[0].frame.width - word - 3) < 1e-6)
    #expect(abs(far.lines[0].frame.width - word) < 1e-6)
  }

  /// Boxes that only open go to the next line in any case.
  @Test func boxesThatOpenLastStartTheNextLine() {
    var text = AttributedText("auf Leben, ", style: style)
    text.append(AttributedText("und", style: style), in: box(3))
    let layout = layout(text, width: width("auf Leben,") + 0.5)
    #expect(layout.boxFragments.map(\.line) == [1])
    #expect(layout.boxFragments.first?.hasLeftEdge == true)
  }

  /// A paragraph of 10 points with a box in it, and its balanced lines in Chromium 156.
  struct Balanced: Sendable {
    let text: (before: String, inside: String, behind: String)
    let padding: Insets
    let width: Double
    /// The starts of the lines.
    let starts: [Int]
    /// The lines of the box, and its widths there.
    let boxes: [(line: Int, width: Double)]
  }

  /// Edges beside a break take no room when lines are compared. Boxes that open behind the last
  /// word of a line start on the next one, unless greedy breaking gives the same line or the line
  /// has one word only.
  @Test(arguments: [
    Balanced(
      text: ("xxx x x ", "xxxx x", " xxxxx xxxxx"), padding: Insets(right: 8), width: 80,
      starts: [0, 13], boxes: [(0, 21.2), (1, 13.3)]),
    Balanced(
      text: ("xxxx x ", "xxxx ", "xxxx xxx x xxxxx xxxxx xxx"), padding: Insets(right: 8),
      width: 100, starts: [0, 17, 29], boxes: [(0, 31.8)]),
    Balanced(
      text: ("xxx x", " xxxxx", " xxxx xx xx"), padding: Insets(left: 8), width: 60,
      starts: [0, 4, 12], boxes: [(1, 37.1)]),
    Balanced(
      text: ("xxx xxxx x", " x", " xxx x xxxx"), padding: Insets(horizontal: 5), width: 80,
      starts: [0, 11], boxes: [(1, 15.3)]),
    Balanced(
      text: ("xxxx xxxxx", " xxxx x", " xx xxxxx xx xxxx"), padding: Insets(left: 8), width: 80,
      starts: [0, 11, 21], boxes: [(0, 8), (1, 29.1)]),
    Balanced(
      text: ("xx xxx xxxxx", " xxxx xxxx", " x"), padding: Insets(left: 8), width: 62,
      starts: [0, 7, 13], boxes: [(1, 8), (2, 44.9)]),
  ])
  func edgesBesideTheBreaksOfBalancedLines(paragraph: Balanced) {
    let letters = TextStyle(size: 10)
    var text = AttributedText(paragraph.text.before, style: letters)
    text.append(
      AttributedText(paragraph.text.inside, style: letters),
      in: InlineBox(style: letters, padding: paragraph.padding))
    text.append(paragraph.text.behind, style: letters)
    let style = ParagraphStyle(wrapStyle: .balance, whiteSpace: .normal)
    let layout = layout(text, width: paragraph.width, style)
    #expect(layout.lines.map(\.utf16Range.lowerBound) == paragraph.starts)
    let boxes = layout.boxFragments.filter { $0.frame.width > 0 }
    #expect(boxes.map(\.line) == paragraph.boxes.map(\.line))
    for (box, expected) in zip(boxes, paragraph.boxes) {
      #expect(abs(box.frame.width - expected.width) < 0.15)
    }
  }
}
