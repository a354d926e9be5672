import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct CaretTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: String, width: Double = 320, _ change: (inout ParagraphStyle) -> Void = { _ in }
  ) -> TextLayout {
    var style = ParagraphStyle(baseDirection: .leftToRight)
    change(&style)
    return typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: width)
  }

  @Test func standWhereDirectionsMeet() {
    // Displayed as "ab " and then the Hebrew letters from right to left.
    let layout = layout("ab אבג")
    let edges = layout.graphemes
    let meeting = layout.carets(at: 3)
    #expect(meeting.map(\.affinity) == [.upstream, .downstream])
    #expect(meeting[0].x == edges[2].x + edges[2].width)
    #expect(abs(meeting[1].x - edges[3].x - edges[3].width) < 1e-9)
    // The end is left of the last Hebrew letter; an added Latin letter would be right of all.
    let end = layout.carets(at: 6)
    #expect(end.map(\.affinity) == [.upstream, .downstream])
    #expect(abs(end[0].x - edges[5].x) < 1e-9 && end[1].x == meeting[1].x)
  }

  @Test func standAtBothEndsOfABreakWithoutSpace() {
    let prepared = typesetter.prepare(Paragraph("abcdef"))
    let layout = prepared.layout(width: prepared.maxContentWidth * 0.6)
    let start = layout.lines[1].utf16Range.lowerBound
    #expect(layout.carets(at: start).map(\.line) == [0, 1])
    #expect(layout.carets(at: start)[1].x == 0)
    #expect(layout.line(at: start) == 1 && layout.line(at: start, affinity: .upstream) == 0)
  }

  /// The edge of a line that ends in text of the opposite direction is a caret of that line, which
  /// differs from the one behind the break.
  @Test func standBehindABreakWhereTheLineEndsInTextAgainstIt() {
    let text = "x..é𝒳 word𝒳👩‍🚀.wordשלוםwordaשלום"
    let broken = layout(text, width: 160)
    #expect(broken.lines.count > 1)
    for (index, line) in broken.lines.enumerated().dropFirst() {
      let start = line.utf16Range.lowerBound
      #expect(broken.line(at: start) == index)
      #expect(broken.line(at: start, affinity: .upstream) == index - 1)
    }
  }

  @Test func whiteSpaceThatCollapsesHasNoPlaceOfItsOwn() {
    let kept = layout("aaa bbb", width: 40)
    #expect(kept.lines.count == 2)
    #expect(kept.carets(at: 4).map(\.line) == [0, 1])
    #expect(kept.carets(at: 4)[0].x > kept.carets(at: 3)[0].x)
    let collapsed = layout("aaa bbb", width: 40) { $0.whiteSpace = .normal }
    #expect(collapsed.carets(at: 3).map(\.line) == [0])
    #expect(collapsed.carets(at: 4).map(\.line) == [1])
    #expect(collapsed.graphemes[3].width == 0)
    #expect(collapsed.selection(from: 0, to: 7).map(\.maxX).first == collapsed.carets(at: 3)[0].x)
    // Collapsed text at the end has its caret at the end of the text.
    let trailing = layout("aaa  ") { $0.whiteSpace = .normal }
    #expect(trailing.caret(at: 5).x == trailing.caret(at: 3).x)
  }

  @Test func emptyLinesHaveOne() {
    let layout = layout("a\n\nb\n")
    #expect(layout.carets(at: 2).map(\.line) == [1])
    // The last terminator starts no line.
    #expect(layout.carets(at: 5).map(\.line) == [2])
    #expect(layout.offset(at: Point(x: 90, y: layout.lines[1].frame.minY + 1)) == 2)
    #expect(layout.offset(at: Point(x: 90, y: 1)) == 1)
    let nothing = self.layout("")
    #expect(nothing.carets(at: 0).count == 1 && nothing.offset(at: Point(x: 5, y: 5)) == 0)
    #expect(nothing.word(at: 0) == 0..<0 && nothing.selection(from: 0, to: 1).isEmpty)
    let right = self.layout("", width: 90) { $0.baseDirection = .rightToLeft }
    #expect(right.caret(at: 0).x == 90)
  }

  @Test func areAsHighAsTheLettersOfTheirStyle() {
    var text = AttributedText("ab", style: TextStyle(size: 10))
    text.append("cd", style: TextStyle(size: 20))
    let layout = typesetter.prepare(
      Paragraph(text, style: ParagraphStyle(lineHeight: .points(60)))
    ).layout(width: 90)
    let both = layout.carets(at: 2)
    #expect(both.count == 2 && both[0].x == both[1].x)
    #expect(both[1].bottom - both[1].top > 1.8 * (both[0].bottom - both[0].top))
    #expect(both[1].frame.height == both[1].bottom - both[1].top)
    #expect(both.allSatisfy { $0.top < layout.firstBaseline && $0.bottom > layout.firstBaseline })
  }

  @Test func areNeverInsideAGrapheme() {
    let layout = layout("e\u{301}\u{323}x👩‍👩‍👧‍👦")
    #expect(layout.caret(at: 1) == layout.caret(at: 0) && layout.caret(at: 2).utf16Offset == 0)
    #expect(layout.caret(at: 9).utf16Offset == 4)
    #expect(layout.selection(from: 1, to: 2) == layout.selection(from: 0, to: 3))
  }

  @Test func hiddenTextIsWhereTheShownEnds() throws {
    let layout = layout("one two three four", width: 60) { $0.maximumLines = 1 }
    let hidden = try #require(layout.hiddenUTF16Range)
    let end = layout.caret(at: hidden.lowerBound, affinity: .upstream)
    #expect(layout.caret(at: 17).x == end.x && layout.caret(at: 17).line == 0)
    #expect(layout.offset(at: Point(x: 300, y: 3)) == hidden.lowerBound)
  }

  @Test func aPressBesideALineMeansItsEnd() {
    let layout = layout("אבג abc", width: 320)
    // Left of the Hebrew letters, an inserted Latin letter would come before them.
    #expect(layout.offset(at: Point(x: -9, y: 3)) == 0)
    #expect(layout.caret(nearest: Point(x: -9, y: 3)).x == 0)
    #expect(layout.offset(at: Point(x: 300, y: 3)) == 7)
  }

  @Test func boxesHaveAPlaceOnBothSidesOfTheirRoom() {
    let style = TextStyle()
    var text = AttributedText("ab", style: style)
    text.append(
      AttributedText("cd", style: style),
      in: InlineBox(style: style, padding: Insets(horizontal: 8)))
    let layout = typesetter.prepare(Paragraph(text)).layout(width: 320)
    let sides = layout.carets(at: 2)
    #expect(sides.count == 2 && abs(sides[1].x - sides[0].x - 8) < 1e-9)
    #expect(layout.selection(from: 0, to: 4).count == 2)
    #expect(layout.offset(at: Point(x: sides[1].x - 1, y: 3)) == 2)
  }

  @Test func aLongLineIsRememberedOnce() {
    let layout = layout(String(repeating: "long ", count: 2_000)) { $0.whiteSpace = .pre }
    let first = layout.map(ofLine: 0).parts
    #expect(layout.map(ofLine: 0).parts === first)
    let short = self.layout("short")
    #expect(short.map(ofLine: 0).parts !== short.map(ofLine: 0).parts)
    for offset in [0, 1, 4_999, 10_000] {
      let caret = layout.caret(at: offset)
      #expect(layout.offset(at: Point(x: caret.x, y: 1)) == offset)
    }
  }

  /// A click before the first letter is behind the spaces that collapse there.
  @Test func aClickAtTheStartIsBehindCollapsedSpaces() {
    for (text, offset) in [("ab", 0), (" ab", 1), (" \n  ab", 4), ("\u{3000}ab", 0)] {
      let layout = layout(text) { $0.whiteSpace = .normal }
      #expect(layout.offset(at: Point(x: 0.5, y: 5)) == offset)
      #expect(abs(layout.caret(at: offset).x) < 1e-9)
    }
    let kept = layout(" ab") { $0.whiteSpace = .preWrap }
    #expect(kept.offset(at: Point(x: 0.5, y: 5)) == 0)
  }

  /// A click at the edge of a run against the paragraph is outside of its invisible characters; at
  /// a letter beside them, it is between both (Chromium 156).
  @Test(arguments: [
    ("אבג", [0, 3], [3, 0]), ("\u{200F}אבג", [0, 1], [4, 1]), ("אבג\u{200F}", [3, 4], [3, 0]),
    ("\u{200F}אבג\u{200F}", [4, 1], [4, 1]), ("\u{200F}\u{200F}אבג", [0, 2], [5, 2]),
    ("abc", [0, 3], [3, 0]), ("\u{200E}abc", [1, 4], [1, 0]), ("abc\u{200E}", [0, 3], [4, 3]),
    ("x \u{200F}אבג y", [0, 8], [8, 0]), ("א \u{200E}abc ב", [0, 8], [8, 0]),
  ])
  func aClickAtTheEdgeOfARunIsBesideItsInvisibleCharacters(
    text: String, leftToRight: [Int], rightToLeft: [Int]
  ) {
    for (direction, offsets) in [
      (BaseDirection.leftToRight, leftToRight), (.rightToLeft, rightToLeft),
    ] {
      let layout = layout(text) { $0.baseDirection = direction }
      let frame = layout.lines[0].frame
      let found = [frame.minX + 1, frame.maxX - 1].map { layout.offset(at: Point(x: $0, y: 5)) }
      #expect(found == offsets, "\(direction)")
    }
  }

  /// Beside a line that is one run against the paragraph, a click means the end of the line, also
  /// behind invisible characters (Chromium 156).
  @Test(arguments: [
    ("\u{200F}אבג", BaseDirection.leftToRight, [0, 4]), ("אבג\u{200F}", .leftToRight, [0, 4]),
    ("\u{200F}אבג\u{200F}", .leftToRight, [0, 5]), ("\u{200E}abc", .rightToLeft, [4, 0]),
    ("abc\u{200E}", .rightToLeft, [4, 0]), ("\u{200E}abc\u{200E}", .rightToLeft, [5, 0]),
  ])
  func aClickBesideALineIsBehindInvisibleCharacters(
    text: String, direction: BaseDirection, offsets: [Int]
  ) {
    let layout = layout(text) {
      $0.baseDirection = direction
      $0.alignment = .center
    }
    let found = [0, 320].map { layout.offset(at: Point(x: $0, y: 5)) }
    #expect(found == offsets)
  }
}
