import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct InlineFlowTests {
  private let typesetter: Typesetter
  private let style = TextStyle()

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: AttributedText, width: Double, _ style: ParagraphStyle = ParagraphStyle()
  ) -> TextLayout {
    typesetter.prepare(Paragraph(text, style: style)).layout(width: width)
  }

  /// Boxes without extent around whole words change no line and no position.
  @Test func emptyBoxesChangeNothing() {
    var random = SeededGenerator(salt: 1_702)
    for _ in 0..<60 {
      let words = SampleText.mixed(&random, words: 14).split(separator: " ").map(String.init)
      var rich = AttributedText("", style: style)
      for (index, word) in words.enumerated() {
        if index > 0 { rich.append(" ", style: style) }
        if Bool.random(using: &random) {
          rich.append(AttributedText(word, style: style), in: InlineBox(style: style))
        } else {
          rich.append(word, style: style)
        }
      }
      let width = Double.random(in: 40...300, using: &random)
      let plain = layout(AttributedText(words.joined(separator: " "), style: style), width: width)
      let boxed = layout(rich, width: width)
      let note: Comment = "\(words) at \(width), seed \(TestSettings.seed)"
      #expect(boxed.lines.map(\.utf16Range) == plain.lines.map(\.utf16Range), note)
      for (one, other) in zip(boxed.lines, plain.lines) {
        #expect(abs(one.frame.width - other.frame.width) < 0.01, note)
        #expect(abs(one.baseline - other.baseline) < 1e-9, note)
      }
    }
  }

  @Test func edgesTakeRoomWhereTheBoxBeginsAndEnds() throws {
    var code = InlineBox(style: style)
    code.padding = Insets(horizontal: 4)
    code.border = Insets(horizontal: 1)
    code.margin = Insets(top: 0, left: 2, bottom: 0, right: 3)
    var text = AttributedText("a", style: style)
    text.append(AttributedText("b", style: style), in: code)
    text.append("c", style: style)
    let rich = layout(text, width: .infinity)
    let plain = layout(AttributedText("abc", style: style), width: .infinity)
    #expect(abs(rich.size.width - plain.size.width - 15) < 1e-6)
    let fragment = try #require(rich.boxFragments.first)
    let letters = rich.graphemes
    #expect(abs(fragment.frame.minX - (letters[0].x + letters[0].width + 2)) < 1e-6)
    #expect(abs(fragment.frame.width - (letters[1].width + 10)) < 1e-6)
    #expect(abs(letters[1].x - (fragment.frame.minX + 5)) < 1e-6)
    #expect(abs(letters[2].x - (fragment.frame.maxX + 3)) < 1e-6)
  }

  /// A soft hyphen shows no hyphen before white space that another box parts from it.
  @Test func softHyphensShowInTheirOwnBox() {
    for (part, line) in [("", 0.0), ("box", 1)] {
      var text = AttributedText(part.isEmpty ? "" : "abcdef\u{AD}", style: style)
      let inside = part.isEmpty ? "abcdef\u{AD} abcdefghi" : " abcdefghi"
      text.append(AttributedText(inside, style: style), in: InlineBox(style: style))
      let word = layout(AttributedText("abcdef", style: style), width: 300).size.width
      let hyphen = layout(AttributedText("-", style: style), width: 300).size.width
      let broken = layout(text, width: word + 2 * hyphen)
      #expect(broken.lines[0].utf16Range == 0..<8)
      let width = word + (line == 0 ? hyphen : 0)
      #expect(abs(broken.lines[0].frame.width - width) < 1e-6)
    }
  }

  @Test func hyphensBelongToTheBoxOfTheirWord() throws {
    var text = AttributedText("", style: style)
    text.append(AttributedText("long\u{AD}winded", style: style), in: InlineBox(style: style))
    let layout = layout(text, width: 60)
    #expect(layout.lines.count == 2)
    let fragment = try #require(layout.boxFragments.first)
    #expect(abs(fragment.frame.width - layout.lines[0].frame.width) < 1e-6)
    let letters = layout.graphemes.filter { $0.line == 0 }.reduce(0) { $0 + $1.width }
    #expect(fragment.frame.width > letters + 1)
  }

  /// A box of white space that hangs at the line's end is placed after the space before it.
  @Test func boxesOfHangingSpacesStandInTheirPlace() throws {
    var text = AttributedText("word  ", style: style)
    text.append(
      AttributedText(" ", style: style), in: InlineBox(style: style, padding: Insets(all: 3)))
    text.append("next", style: style)
    let layout = layout(text, width: 50)
    let space = try #require(layout.graphemes.first { $0.utf16Range.lowerBound == 5 })
    let fragments = layout.boxFragments
    #expect(fragments.count == 1)
    #expect(abs(fragments[0].frame.minX - (space.x + space.width)) < 1e-6)
    #expect(abs(fragments[0].frame.width - (space.width + 6)) < 1e-6)
  }

  /// At a change of white space rules, those of the space decide whether a line may end behind it.
  @Test func spacesSayWhetherALineEndsBehindThem() {
    func starts(_ inside: WhiteSpace, _ outside: WhiteSpace, _ word: String, _ rest: String)
      -> [Int]
    {
      var text = AttributedText("", style: style)
      var box = InlineBox(style: style)
      box.whiteSpace = inside
      text.append(AttributedText(word, style: style), in: box)
      text.append(rest, style: style)
      let style = ParagraphStyle(whiteSpace: outside, overflowWrap: .normal)
      return layout(text, width: 80, style).lines.map(\.utf16Range.lowerBound)
    }
    #expect(starts(.pre, .preWrap, "together ", "together") == [0])
    #expect(starts(.preWrap, .pre, "together ", " together") == [0, 9])
    #expect(starts(.preWrap, .pre, "together", " together") == [0, 8])
    #expect(starts(.preWrap, .pre, "together", "together") == [0])
  }

  @Test func clonesStandOnEveryLine() {
    var box = InlineBox(style: style)
    box.padding = Insets(horizontal: 5)
    for (kind, edges) in [(BoxDecorationBreak.slice, 1), (.clone, 3)] {
      box.decorationBreak = kind
      var text = AttributedText("", style: style)
      text.append(AttributedText("one\ntwo\nthree", style: style), in: box)
      let fragments = layout(text, width: 300).boxFragments
      #expect(fragments.map(\.line) == [0, 1, 2])
      #expect(fragments.count { $0.hasLeftEdge } == edges)
      #expect(fragments.count { $0.hasRightEdge } == edges)
    }
  }

  /// As in browsers, the repeated edge of a cloned box may overflow the end of a line.
  @Test func edgesOfClonesReachOutOfTheLine() {
    var box = InlineBox(style: style, decorationBreak: .clone)
    box.padding = Insets(right: 20)
    var text = AttributedText("", style: style)
    text.append(AttributedText("some words here", style: style), in: box)
    let words = layout(AttributedText("some words", style: style), width: .infinity).size.width
    for (width, ends) in [(words + 3, [11, 15]), (words - 1, [5, 11, 15])] {
      let rich = layout(text, width: width)
      #expect(rich.lines.map(\.utf16Range.upperBound) == ends)
    }
  }

  @Test func attachmentsStandOnTheLine() throws {
    var text = AttributedText("x", style: style)
    text.append(
      Attachment(
        size: Size(width: 20, height: 40), baseline: 30,
        margin: Insets(top: 1, left: 2, bottom: 3, right: 4)), style: style)
    text.append("y", style: style)
    let rich = layout(text, width: .infinity)
    let place = try #require(rich.attachmentPlaces.first)
    let line = rich.lines[0]
    #expect(place.utf16Offset == 1)
    #expect(abs(place.frame.minY - (line.baseline - 30)) < 1e-9)
    #expect(abs(line.baseline - line.frame.minY - 31) < 1e-9)
    #expect(line.frame.height >= 44)
    let letters = rich.graphemes
    #expect(abs(place.frame.minX - (letters[0].x + letters[0].width + 2)) < 0.01)
    #expect(abs(letters[2].x - (place.frame.maxX + 4)) < 0.01)
    // Lines may break on both sides of it.
    #expect(layout(text, width: 5).lines.map(\.utf16Range) == [0..<1, 1..<2, 2..<3])
  }

  /// For the minimum width, an attachment counts together with text before a no-break space,
  /// although lines break between the two, as in browsers.
  @Test func attachmentsBehindANoBreakSpaceCountWithIt() {
    func least(_ before: String) -> Double {
      var text = AttributedText(before, style: style)
      text.append(Attachment(size: Size(width: 20, height: 10)), style: style)
      text.append("y", style: style)
      return typesetter.prepare(Paragraph(text)).minContentWidth
    }
    let tied = layout(AttributedText("x\u{A0}", style: style), width: .infinity).size.width
    #expect(abs(least("x\u{A0}") - (tied + 20)) < 1e-9)
    #expect(least("x") == 20)
    #expect(least("x ") == 20)
  }

  /// The edges of a line are those of its boxes, for any break and direction.
  @Test func widthsAreWhatStandsOnTheLine() {
    var random = SeededGenerator(salt: 1_703)
    for _ in 0..<120 {
      let text = RichText.random(&random, style: style)
      let width = Double.random(in: 20...250, using: &random)
      let rich = layout(
        text, width: width,
        ParagraphStyle(baseDirection: Bool.random(using: &random) ? .rightToLeft : .leftToRight))
      let note: Comment = "\(text.string.debugDescription) at \(width), seed \(TestSettings.seed)"
      var content = LineContent(rich.paragraph)
      for line in rich.lines {
        content.fill(line)
        guard let first = content.segments.first, let last = content.segments.last else { continue }
        let flow = rich.paragraph.flow
        let edges = flow?.edgeWidth(of: line.span, count: rich.paragraph.count) ?? 0
        let letters = content.segments.reduce(0) { $0 + $1.width }
        #expect(abs(line.span.width - letters - edges) < 0.01, note)
        let left = min(first.x, content.boxes.map(\.left).min() ?? first.x)
        let right = max(last.x + last.width, content.boxes.map(\.right).max() ?? 0)
        #expect(left >= line.frame.minX - 0.01, note)
        #expect(right <= line.frame.minX + max(line.span.width, 0) + 0.01, note)
      }
      // All of the text is in lines, in order.
      var end = 0
      for line in rich.lines {
        #expect(line.utf16Range.lowerBound == end, note)
        end = line.utf16Range.upperBound
      }
      #expect(end == text.utf16Count, note)
    }
  }

  /// Lines that start inside a clone and end before another box are aligned without its repeated
  /// edges, as in Chromium 156 at each of these widths; lines of words alone are not.
  @Test(arguments: [false, true]) func clonesAreForgottenBeforeABox(isBoxed: Bool) {
    var clone = InlineBox(style: style, decorationBreak: .clone)
    clone.padding = Insets(horizontal: 10)
    var text = AttributedText("xxxxxx ", style: style)
    text.append(AttributedText("aaaa bbbb cccc dddd eeee", style: style), in: clone)
    text.append(" ffff ", style: style)
    let last = AttributedText("eeeeeeeee", style: style)
    if isBoxed { text.append(last, in: InlineBox(style: style)) } else { text.append(last) }
    text.append(" gggg", style: style)
    var count = 0
    for width in stride(from: 100.0, to: 206, by: 7) {
      for line in layout(text, width: width, ParagraphStyle(alignment: .end)).lines
      where line.utf16Range.upperBound == 37 && 7..<31 ~= line.utf16Range.lowerBound {
        count += 1
        #expect(abs(line.frame.maxX - width - (isBoxed ? 10 : 0)) < 0.01, "at \(width)")
      }
    }
    #expect(count > 5)
  }

  @Test func boxesStandAsTheirAlignmentSays() throws {
    func drop(_ alignment: VerticalAlignment, size: Double = 15) throws -> (Double, Line) {
      var box = InlineBox(style: TextStyle(size: size))
      box.verticalAlignment = alignment
      var text = AttributedText("x", style: style)
      text.append(AttributedText("y", style: box.style), in: box)
      let rich = layout(text, width: .infinity)
      let flow = try #require(rich.paragraph.flow)
      let stack = LineStacker.stack(rich.lines[0].span, of: rich.paragraph, flow)
      return (stack.drop(of: 0), rich.lines[0])
    }
    #expect(try drop(.baseline).0 == 0)
    #expect(try drop(.raised(5)).0 == -5)
    #expect(try abs(drop(.superscript).0 + 6) < 1e-9)
    #expect(try abs(drop(.sub).0 - 4) < 1e-9)
    let (down, line) = try drop(.bottom, size: 8)
    let small = LineBox(
      face: try #require(layout(AttributedText("y"), width: 9).paragraph.firstFaces.first),
      size: 8, lineHeight: .normal)
    #expect(abs(line.baseline + down + small.descent - line.frame.maxY) < 1e-9)
  }

  @Test func verticalLinesMeasureUprightLetters() {
    let size = 20.0
    let text = AttributedText("縦書きab", style: TextStyle(size: size))
    var vertical = ParagraphStyle()
    vertical.writingMode = .verticalRightToLeft
    let letters = layout(text, width: .infinity, vertical).graphemes
    #expect(letters.prefix(3).allSatisfy { abs($0.width - size) < 1e-6 })
    let turned = layout(AttributedText("ab", style: TextStyle(size: size)), width: .infinity)
    #expect(abs(letters[3].width - turned.graphemes[0].width) < 1e-6)
  }

  @Test func deepNestsAndManyBoxesStayLinear() {
    var nest = AttributedText("core", style: style)
    for _ in 0..<256 {
      var outer = AttributedText("", style: style)
      outer.append(nest, in: InlineBox(style: style, padding: Insets(horizontal: 0.1)))
      nest = outer
    }
    let deep = layout(nest, width: 100)
    #expect(deep.boxFragments.count >= 256)
    var many = AttributedText("", style: style)
    for _ in 0..<5_000 {
      many.append(AttributedText("ab ", style: style), in: InlineBox(style: style))
    }
    #expect(layout(many, width: 300).boxFragments.count >= 5_000)
  }

  /// Bidi controls of a box do not split it at the start of a line.
  @Test(arguments: [BidiScope.embed(.rightToLeft), .isolate(.rightToLeft), .plaintext])
  func controlsDoNotPartBoxes(bidi: BidiScope) {
    let inner = AttributedText("abc\u{A0}שלום\u{A0}def.", style: style)
    var text = AttributedText("abcde ", style: style)
    text.append(inner, in: InlineBox(style: style, bidi: bidi))
    let lines = ParagraphStyle(baseDirection: .leftToRight)
    let width = layout(inner, width: .infinity).size.width + 5
    let fragments = layout(text, width: width, lines).boxFragments
    #expect(fragments.map(\.line) == [1])
    var empty = AttributedText("a", style: style)
    empty.append(
      AttributedText("", style: style),
      in: InlineBox(style: style, padding: Insets(horizontal: 2), bidi: bidi))
    #expect(layout(empty, width: 300, lines).boxFragments.map(\.frame.width) == [4])
  }

  /// A box whose text collapses behind a line terminator is on the line after it.
  @Test func emptyBoxesBehindATerminatorStartItsLine() {
    var text = AttributedText("a\u{2029}  ", style: style)
    text.append(
      AttributedText(" \n", style: style),
      in: InlineBox(style: style, padding: Insets(horizontal: 4)))
    text.append("b", style: style)
    let fragments = layout(text, width: 300, ParagraphStyle(whiteSpace: .nowrap)).boxFragments
    #expect(fragments.map(\.line) == [1] && fragments.map(\.frame.minX) == [0])
  }

  /// Edges behind a tab that hangs at the end of a line do not move the tab.
  @Test(arguments: [TextAlignment.start, .center, .justify])
  func hangingTabsIgnoreLaterEdges(alignment: TextAlignment) {
    var text = AttributedText("ab cd\t", style: style)
    text.append(
      AttributedText(" efghijklm", style: style),
      in: InlineBox(style: style, padding: Insets(horizontal: 6)))
    let plain = layout(AttributedText("ab cd\t", style: style), width: 300)
    let boxed = layout(text, width: 75, ParagraphStyle(alignment: alignment))
    #expect(boxed.lines.map(\.utf16Range) == [0..<7, 7..<16])
    #expect(abs(boxed.graphemes[5].width - plain.graphemes[5].width) < 1e-6)
  }

  /// Edges behind overflowing white space need no room.
  @Test func edgesBehindOverflowingSpacesNeedNoRoom() {
    let letters = layout(AttributedText("abc defgh", style: style), width: 300).size.width
    var text = AttributedText("abc defgh ", style: style)
    text.append(
      AttributedText("  ", style: style),
      in: InlineBox(style: style, padding: Insets(horizontal: 4)))
    text.append("x", style: style)
    #expect(layout(text, width: letters + 2).lines.map(\.utf16Range) == [0..<12, 12..<13])
  }

  /// Boxes of any orientation use the paragraph's dominant baseline.
  @Test func verticalBoxesShareTheBaselineOfTheParagraph() throws {
    var sideways = style
    sideways.orientation = .sideways
    let lines = ParagraphStyle(writingMode: .verticalRightToLeft, lineHeight: .multiple(2))
    let fragments = try [style, sideways].map { inner in
      var text = AttributedText("漢", style: style)
      text.append(AttributedText("漢字", style: inner), in: InlineBox(style: inner))
      return try #require(layout(text, width: 300, lines).boxFragments.first)
    }
    #expect(fragments[0].frame.minY == fragments[1].frame.minY)
  }

  private func padded(_ padding: Double, _ bidi: BidiScope = .normal) -> InlineBox {
    InlineBox(style: style, padding: Insets(horizontal: padding), bidi: bidi)
  }

  /// The space before a forced break or the end of the text is outside of boxes.
  @Test(arguments: [BidiScope.normal, .isolate(.leftToRight), .plaintext, .embed(.rightToLeft)])
  func boxesLeaveOutTheLastSpace(bidi: BidiScope) {
    let word = layout(AttributedText("abc", style: style), width: 300).size.width
    for end in ["", " ", "\u{2028}d", " \u{2028}d"] {
      var text = AttributedText("", style: style)
      text.append(AttributedText("abc ", style: style), in: padded(0, bidi))
      text.append(end, style: style)
      let lines = ParagraphStyle(baseDirection: .leftToRight, whiteSpace: .normal)
      let fragments = layout(text, width: 300, lines).boxFragments
      #expect(fragments.map(\.line) == [0])
      #expect(abs((fragments.first?.frame.width ?? 0) - word) < 1e-6)
    }
  }

  /// A space that collapses behind a box belongs to the line of the space inside it.
  @Test(arguments: [BidiScope.normal, .isolate(.leftToRight), .embed(.rightToLeft)])
  func noLineStartsWithACollapsedSpace(bidi: BidiScope) {
    var text = AttributedText("", style: style)
    text.append(AttributedText("abcd ", style: style), in: padded(0, bidi))
    text.append("  efgh", style: style)
    let lines = ParagraphStyle(baseDirection: .leftToRight, whiteSpace: .normal)
    #expect(layout(text, width: 50, lines).lines.map(\.utf16Range) == [0..<7, 7..<11])
  }

  /// An empty box inside a broken one starts the next line with it.
  @Test func emptyBoxesStayInTheirBox() {
    var inner = AttributedText("", style: style)
    inner.append(AttributedText("", style: style), in: padded(1))
    inner.append("mmm", style: style)
    var text = AttributedText("aaa ", style: style)
    text.append(AttributedText("", style: style), in: padded(2))
    text.append(inner, in: padded(5))
    let fragments = layout(text, width: 60).boxFragments
    #expect(fragments.count == 3)
    #expect(fragments.sorted { $0.frame.width < $1.frame.width }.map(\.line) == [1, 0, 1])
  }

  /// Empty boxes at the end of the text need no room.
  @Test func emptyBoxesAtTheEndMayOverflow() {
    let words = layout(AttributedText("aaa bbb", style: style), width: 300).size.width
    var text = AttributedText("aaa bbb", style: style)
    text.append(AttributedText("", style: style), in: padded(8))
    #expect(layout(text, width: words + 4).lines.count == 1)
    var full = AttributedText("aaa ", style: style)
    full.append(AttributedText("bbb", style: style), in: padded(8))
    #expect(layout(full, width: words + 4).lines.count == 2)
    text.append("c", style: style)
    #expect(layout(text, width: words + 4).lines.count == 2)
  }

  /// The text after an empty box decides its side of text in the other direction.
  @Test func emptyBoxesFollowTheTextBehindThem() {
    let word = layout(AttributedText("שלום", style: style), width: 300).size.width
    let lines = ParagraphStyle(baseDirection: .leftToRight)
    for (behind, x) in [("", word), (" a", word), (" שלום", 0), ("שלום", 0)] {
      var text = AttributedText("שלום", style: style)
      text.append(AttributedText("", style: style), in: padded(4))
      text.append(behind, style: style)
      let frame = layout(text, width: 300, lines).boxFragments.first?.frame
      #expect(x == 0 ? (frame?.minX ?? 0) > 1 : abs((frame?.minX ?? 0) - word) < 0.01, "\(behind)")
      #expect(abs((frame?.width ?? 0) - 8) < 1e-6)
    }
  }

  /// Edges behind white space that collapses at the end of a line need no room, unless their box
  /// has the opposite direction.
  @Test func edgesBehindCollapsedSpacesNeedNoRoom() {
    let words = layout(AttributedText("aaa bbb", style: style), width: 300).size.width
    for (bidi, count) in [(BidiScope.normal, 7), (.isolate(.leftToRight), 7)] {
      var text = AttributedText("aaa ", style: style)
      text.append(AttributedText("bbb ", style: style), in: padded(5, bidi))
      text.append("ccc", style: style)
      let lines = ParagraphStyle(baseDirection: .leftToRight, whiteSpace: .normal)
      #expect(layout(text, width: words + 6, lines).lines.first?.utf16Range == 0..<count + 1)
    }
  }
}
