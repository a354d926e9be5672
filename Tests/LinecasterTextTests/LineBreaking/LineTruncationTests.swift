import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Truncation at the start or in the middle of lines, and between words.
@Suite struct LineTruncationTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func prepare(
    _ text: String, _ truncation: TextTruncation, unit: TruncationUnit = .cluster, lines: Int = 1
  ) -> PreparedParagraph {
    var style = ParagraphStyle(maximumLines: lines)
    style.truncation = truncation
    style.truncationUnit = unit
    return typesetter.prepare(Paragraph(text, paragraphStyle: style))
  }

  /// The visible text of each line, the ellipsis included.
  private func shown(_ text: String, _ layout: TextLayout) -> [String] {
    let units = Array(text.utf16)
    return layout.lines.map { line in
      let start = String(decoding: units[line.utf16Range], as: UTF16.self)
      guard line.isTruncated else { return start }
      let rest = line.resumedUTF16Range.map { String(decoding: units[$0], as: UTF16.self) }
      return start + "…" + (rest ?? "")
    }
  }

  @Test func leavesOutThePartThatIsWanted() {
    let text = "one two three four five six"
    let tail = shown(text, prepare(text, .tail, unit: .word).layout(width: 120))[0]
    let head = shown(text, prepare(text, .head, unit: .word).layout(width: 120))[0]
    let middle = shown(text, prepare(text, .middle, unit: .word).layout(width: 120))[0]
    #expect(tail == "one two three…")
    #expect(head == "…four five six")
    #expect(middle == "one two…five six")
  }

  @Test func showsTheEndOfTheText() {
    let text = "first line of it\nsecond line of it\nthe last one\n"
    let layout = prepare(text, .head, lines: 2).layout(width: 200)
    #expect(shown(text, layout) == ["first line of it\n", "…the last one"])
    let middle = prepare(text, .middle, lines: 2).layout(width: 400)
    #expect(shown(text, middle) == ["first line of it\n", "second line of it…the last one"])
    #expect(middle.lines[1].hiddenUTF16Range == 34..<35)
  }

  /// In mixed directions, the ellipsis is the last glyph in the paragraph's direction, and adjoins
  /// the visible text: a space would be over 3 points wide, and kerning is less than 1.
  @Test(arguments: [
    "Hello مرحبا بكم في مدينة القاهرة", "Hello שלום לי לי לי לי לי", "שלום I a I a I a I a I a",
  ])
  func theEllipsisStandsBesideTheShownText(text: String) throws {
    let paragraph = prepare(text, .tail)
    let isRightToLeft = paragraph.baseLevel(at: 0) & 1 != 0
    var resumed = 0
    for width in stride(from: 60.0, through: 240, by: 0.5) {
      let layout = paragraph.layout(width: width)
      guard let line = layout.lines.first, line.isTruncated else { continue }
      if line.resumedUTF16Range != nil { resumed += 1 }
      let glyphs = layout.glyphRuns.flatMap { run in
        run.placedGlyphs.map { (isToken: run.isToken, x: $0.origin.x, advance: $0.advance) }
      }
      .filter { $0.advance > 0 }.sorted { $0.x < $1.x }
      let ellipsis = try #require(isRightToLeft ? glyphs.first : glyphs.last)
      #expect(ellipsis.isToken, "at \(width)")
      for (one, next) in zip(glyphs, glyphs.dropFirst()) {
        #expect(abs(one.x + one.advance - next.x) < 1, "at \(width)")
      }
    }
    #expect(resumed > 0)
  }

  @Test(arguments: [TextTruncation.head, .middle])
  func showsOnlyTheEllipsisWhereNothingFits(_ truncation: TextTruncation) {
    let layout = prepare("wide words", truncation).layout(width: 1)
    #expect(layout.isTruncated && layout.glyphCount == 1)
    #expect(layout.lines.map(\.utf16Range) == [0..<0])
    #expect(layout.lines[0].hiddenUTF16Range == 0..<10)
  }

  /// All cuts of a line, compared with the line shaped whole.
  @Test(arguments: [TextTruncation.head, .middle], [TruncationUnit.cluster, .word])
  func showsTheMostThatFits(_ truncation: TextTruncation, unit: TruncationUnit) {
    var random = SeededGenerator(salt: 2_820)
    for _ in 0..<150 {
      let text = SampleText.mixed(&random, words: 9).replacing("\n", with: " ")
        .replacing("\t", with: " ")
      let width = Double.random(in: 25...220, using: &random)
      let prepared = prepare(text, truncation, unit: unit)
      let layout = prepared.layout(width: width)
      guard layout.isTruncated, let line = layout.lines.first else { continue }
      let note: Comment = "\(text) at \(width), \(line), seed \(TestSettings.seed)"
      #expect(line.frame.width <= width + 0.01 || line.resumedUTF16Range == nil, note)
      let mark = prepared.ellipsis(at: truncation == .middle ? 0 : prepared.count - 1).width
      let cuts = CutWitness(prepared, width: width, truncation, unit, mark: mark)
      #expect(line.resumedUTF16Range == cuts.rest, note)
      #expect(line.utf16Range == cuts.start, note)
      let drawn = layout.glyphRuns.reduce(0) { $0 + $1.width }
      #expect(abs(drawn - line.frame.width) < 0.01, note)
    }
  }

  /// The ellipsis is at the place of the text that it replaces: between its neighbours.
  @Test func standsBetweenItsNeighboursInBothDirections() throws {
    for (text, isRight) in [("abcdefghijklmnop", false), ("אבגדהוזחטיכלמנסע", true)] {
      let layout = prepare(text, .middle).layout(width: 80)
      let line = layout.lines[0]
      let graphemes = layout.graphemes
      let last = try #require(graphemes.last { line.utf16Range.contains($0.utf16Range.lowerBound) })
      let rest = try #require(line.resumedUTF16Range)
      let next = try #require(graphemes.first { rest.contains($0.utf16Range.lowerBound) })
      let gap = isRight ? last.x - (next.x + next.width) : next.x - (last.x + last.width)
      let ellipsis = typesetter.prepare(Paragraph("…")).maxContentWidth
      #expect(abs(gap - ellipsis) < 0.01, "\(text)")
    }
  }

  @Test func questionsFindTheTextBehindTheEllipsis() throws {
    let text = "abcdefghijklmnopqrstuvwxyz"
    let layout = prepare(text, .middle).layout(width: 120)
    let rest = try #require(layout.lines[0].resumedUTF16Range)
    for place in layout.graphemes {
      let middle = Point(x: place.x + place.width / 4, y: 5)
      #expect(layout.offset(at: middle) == place.utf16Range.lowerBound)
      #expect(abs(layout.caret(at: place.utf16Range.lowerBound).x - place.x) < 0.01)
    }
    let all = layout.selection(from: 0, to: 26)
    #expect(all.count == 2 && abs(all[1].maxX - layout.lines[0].frame.maxX) < 0.01)
    let end = layout.lines[0].utf16Range.upperBound
    let hidden = layout.caret(at: (end + rest.lowerBound) / 2)
    #expect(abs(hidden.x - all[0].maxX) < 0.01)
    #expect(layout.selection(from: end, to: rest.lowerBound).isEmpty)
  }

  @Test func boxesStandOnBothSidesOfTheEllipsis() throws {
    let style = TextStyle()
    var text = AttributedText("", style: style)
    let box = InlineBox(style: style, padding: Insets(horizontal: 4))
    text.append(AttributedText("one", style: style), in: box)
    text.append(" two three four five six seven ", style: style)
    text.append(AttributedText("eight", style: style), in: box)
    var lines = ParagraphStyle(maximumLines: 1)
    lines.truncation = .middle
    let layout = typesetter.prepare(Paragraph(text, style: lines)).layout(width: 150)
    let fragments = layout.boxFragments
    #expect(fragments.map(\.index) == [0, 1])
    #expect(fragments.allSatisfy { $0.hasLeftEdge && $0.hasRightEdge })
    #expect(abs(fragments[1].frame.maxX - layout.lines[0].frame.maxX) < 0.01)
    #expect(layout.lines[0].frame.maxX <= 150.01)
  }

  /// As in browsers, the ellipsis uses the paragraph's font, not that of a box.
  @Test func standsInTheFontOfTheParagraph() throws {
    for size in [12.0, 24] {
      let own = TextStyle(size: size)
      let inner = TextStyle(size: 36 - size, color: Color(rgb: 0xFF0000))
      var text = AttributedText("", style: own)
      text.append(AttributedText("some words in a box", style: inner), in: InlineBox(style: inner))
      let paragraph = Paragraph(text, style: ParagraphStyle(maximumLines: 1), strutStyle: own)
      let mark = try #require(typesetter.prepare(paragraph).layout(width: 90).glyphRuns.last)
      #expect(mark.isToken && mark.size == size && mark.color == inner.color)
    }
  }

  /// If the paragraph's font has no U+2026, the ellipsis is three full stops, as in Chromium 156.
  @Test(arguments: [("Noto Sans", [0x2026]), ("Noto Sans Hebrew", [0x2E, 0x2E, 0x2E])])
  func consistsOfFullStopsInAFontWithoutAnEllipsis(family: String, units: [UInt16]) throws {
    let style = TextStyle(families: [family])
    let text = AttributedText("אבגד הוזח טיכל", style: style)
    let lines = ParagraphStyle(maximumLines: 1)
    let prepared = typesetter.prepare(Paragraph(text, style: lines, strutStyle: style))
    let token = prepared.layout(width: 60).glyphRuns.first { $0.isToken }
    let mark = try #require(token)
    let drawn = String(decoding: units, as: UTF16.self)
    #expect(mark.glyphs.count == units.count && mark.clusters.map(\.text).joined() == drawn)
    let alone = typesetter.prepare(Paragraph(drawn, style: style)).maxContentWidth
    #expect(abs(mark.width - alone) < 1e-6)
  }

  /// Joined letters keep their shapes at the cut (CSS Text 3 §7.3).
  @Test func lettersAreNotShapedAgainAtTheCut() throws {
    let text = "أحرارًا متساوين"
    let whole = typesetter.prepare(Paragraph(text)).layout()
    let letters = Array(whole.glyphRuns.flatMap(\.glyphs).map(\.identifier).reversed())
    for width in stride(from: 30.0, to: whole.size.width, by: 5) {
      let layout = prepare(text, .tail).layout(width: width)
      let shown = layout.glyphRuns.filter { !$0.isToken }.flatMap(\.glyphs).map(\.identifier)
      #expect(Array(shown.reversed()) == Array(letters.prefix(shown.count)), "\(width)")
    }
  }

  /// Letters that share a glyph are hidden together.
  @Test func ligaturesAreNotCut() {
    let text = "لالالالا"
    for width in stride(from: 15.0, to: 40, by: 1) {
      let line = prepare(text, .tail).layout(width: width).lines[0]
      #expect(line.utf16Range.upperBound.isMultiple(of: 2))
    }
  }

  /// A last run in the opposite direction is hidden from its start, which is next to the ellipsis.
  @Test(arguments: [
    ("Hung שישיי abc", false, 5..<10), ("קרואטיה Kannada abc", true, 8..<19),
    ("Kannada abc", true, 0..<11),
  ])
  func runsAgainstTheParagraphLoseTheirStart(
    text: String, isRightToLeft: Bool, turned: Range<Int>
  ) throws {
    var style = ParagraphStyle(baseDirection: isRightToLeft ? .rightToLeft : .leftToRight)
    let whole = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout()
    style.maximumLines = 1
    style.truncatesOverflow = true
    style.whiteSpace = .nowrap
    let run = whole.graphemes.filter { turned.contains($0.utf16Range.lowerBound) }
    let letters = run.reduce(0) { $0 + $1.width }
    let before = whole.graphemes.filter { $0.utf16Range.upperBound <= turned.lowerBound }
      .reduce(0) { $0 + $1.width }
    let mark = typesetter.prepare(Paragraph("…")).maxContentWidth
    let width = min(before + letters + mark - run[0].width / 2, whole.size.width - 1)
    let shown = run.indices.first { index in
      run[index...].reduce(before + mark) { $0 + $1.width } <= width
    }
    let layout = typesetter.prepare(Paragraph(text, paragraphStyle: style)).layout(width: width)
    let line = layout.lines[0]
    #expect(line.utf16Range == 0..<turned.lowerBound)
    let start = try turned.lowerBound + #require(shown)
    #expect(start > turned.lowerBound && line.resumedUTF16Range == start..<turned.upperBound)
    #expect(line.hiddenUTF16Range == turned.lowerBound..<text.utf16.count)
    let edge = isRightToLeft ? layout.glyphRuns.first : layout.glyphRuns.last
    #expect(edge?.isToken == true && line.frame.width <= width + 0.01)
  }

  /// A box that is cut has no end edge there: its padding is not beside the ellipsis.
  @Test func endEdgesOfBoxesDoNotCount() throws {
    let style = TextStyle()
    for decorationBreak in [BoxDecorationBreak.slice, .clone] {
      var text = AttributedText("and ", style: style)
      let box = InlineBox(
        style: style, padding: Insets(horizontal: 8), decorationBreak: decorationBreak)
      text.append(AttributedText("act", style: style), in: box)
      text.append(" towards", style: style)
      let letters = typesetter.prepare(Paragraph("and act…")).maxContentWidth
      let layout = typesetter.prepare(Paragraph(text, style: ParagraphStyle(maximumLines: 1)))
        .layout(width: letters + 9)
      #expect(layout.lines[0].utf16Range == 0..<7)
      let fragment = try #require(layout.boxFragments.first)
      #expect(fragment.hasLeftEdge && !fragment.hasRightEdge)
    }
  }
}
