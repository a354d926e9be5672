import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Truncation tokens that are styled texts.
@Suite struct TruncationTokenTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func prepare(
    _ text: AttributedText, token: AttributedText?, _ truncation: TextTruncation = .tail,
    unit: TruncationUnit = .cluster, lines: Int = 1, mode: WritingMode = .horizontal
  ) -> PreparedParagraph {
    var style = ParagraphStyle(writingMode: mode, maximumLines: lines)
    style.truncation = truncation
    style.truncationUnit = unit
    var paragraph = Paragraph(text, style: style)
    paragraph.truncationToken = token
    return typesetter.prepare(paragraph)
  }

  /// A random token with spans, half of the time with letters of the other direction.
  private func token(_ random: inout SeededGenerator) -> AttributedText {
    var token = AttributedText("… ", style: TextStyle(size: 12))
    token.append(
      random.oneIn(2) ? "more" : "\u{5E2}\u{5D5}\u{5D3}",
      style: TextStyle(size: .random(in: 8...22, using: &random), weight: .bold))
    if random.oneIn(3) { token.append(" 12", style: TextStyle()) }
    return token
  }

  /// The width of a token laid out alone.
  private func width(of token: AttributedText) -> Double {
    typesetter.prepare(Paragraph(token, style: ParagraphStyle(whiteSpace: .pre))).maxContentWidth
  }

  /// All cuts of the last line, compared with the line shaped whole and the token measured alone.
  @Test(arguments: TextTruncation.allCases, TruncationUnit.allCases)
  func leavesTheMostThatFits(_ truncation: TextTruncation, unit: TruncationUnit) {
    var random = SeededGenerator(salt: 3_310)
    var count = 0
    for index in 0..<120 {
      let text = SampleText.mixed(&random, words: 14).replacing("\n", with: " ")
        .replacing("\t", with: " ")
      let token = token(&random)
      let width = Double.random(in: 60...260, using: &random)
      let prepared = prepare(
        AttributedText(text), token: token, truncation, unit: unit, lines: 1 + index % 3)
      let layout = prepared.layout(width: width)
      guard layout.isTruncated, let line = layout.lines.last else { continue }
      count += 1
      let note: Comment = "\(text) at \(width), \(line), seed \(TestSettings.seed)"
      let cuts = CutWitness(
        prepared, width: width, truncation, unit, mark: self.width(of: token),
        from: line.utf16Range.lowerBound)
      #expect(line.resumedUTF16Range == cuts.rest, note)
      #expect(line.utf16Range == cuts.start, note)
      let drawn = layout.glyphRuns(ofLine: layout.lines.count - 1).reduce(0) { $0 + $1.width }
      #expect(abs(drawn - line.frame.width) < 0.01, note)
    }
    #expect(count > 40)
  }

  /// A token has the glyphs of its own layout in the direction of the line, in order, between the
  /// text before and behind it.
  @Test(arguments: TextTruncation.allCases, [false, true])
  func standsWhereTheTextWould(_ truncation: TextTruncation, isRightToLeft: Bool) throws {
    var random = SeededGenerator(salt: 3_311)
    let text = isRightToLeft ? "אבגדהוזחטיכלמנסעפצקרשת" : "abcdefghijklmnopqrstuvwxyz"
    for _ in 0..<20 {
      let token = token(&random)
      let layout = prepare(AttributedText(text), token: token, truncation).layout(width: 160)
      var alone = ParagraphStyle(whiteSpace: .pre)
      alone.baseDirection = isRightToLeft ? .rightToLeft : .leftToRight
      let witness = typesetter.prepare(Paragraph(token, style: alone)).layout().glyphRuns
      let line = layout.lines[0]
      let graphemes = layout.graphemes
      let last = graphemes.last { line.utf16Range.contains($0.utf16Range.lowerBound) }
      let next = graphemes.first { $0.utf16Range.lowerBound == line.resumedUTF16Range?.lowerBound }
      let width = width(of: token)
      let left: Double =
        isRightToLeft
        ? next.map { $0.x + $0.width } ?? line.frame.minX
        : last.map { $0.x + $0.width } ?? line.frame.minX
      let note: Comment = "\(token.string) \(truncation), seed \(TestSettings.seed)"
      let right = isRightToLeft ? last?.x : next?.x
      #expect(abs((right ?? line.frame.maxX) - left - width) < 0.01, note)
      let placed = layout.glyphRuns.flatMap(\.placedGlyphs)
      let expected = witness.flatMap(\.placedGlyphs)
      let first = try #require(
        placed.firstIndex { abs($0.origin.x - left - expected[0].origin.x) < 0.01 }, note)
      let shown = placed[first..<min(placed.count, first + expected.count)]
      #expect(shown.map(\.identifier) == expected.map(\.identifier), note)
      #expect(
        zip(shown, expected).allSatisfy { abs($0.origin.x - left - $1.origin.x) < 0.01 }, note)
      let before = line.utf16Range.upperBound
      #expect(shown.allSatisfy { $0.utf16Offset == before }, note)
    }
  }

  /// The token follows the direction of the paragraph on its line.
  @Test func runsInTheDirectionOfItsLine() {
    let text = AttributedText("one two three four\nאבגדה וזחטי כלמנס עפצקר שתאבג")
    let token = AttributedText("+ 3")
    for (lines, direction) in [(1, BaseDirection.leftToRight), (2, .rightToLeft)] {
      var alone = ParagraphStyle(whiteSpace: .pre)
      alone.baseDirection = direction
      let glyphs = typesetter.prepare(Paragraph(token, style: alone)).layout().glyphRuns
        .flatMap(\.placedGlyphs).map(\.identifier)
      let layout = prepare(text, token: token, lines: lines).layout(
        width: lines == 1 ? 90 : 140)
      #expect(layout.lines.count == lines && layout.isTruncated)
      let shown = layout.glyphRuns(ofLine: lines - 1).flatMap(\.placedGlyphs).map(\.identifier)
      let end = direction == .leftToRight ? shown.suffix(3) : shown.prefix(3)
      #expect(Array(end) == glyphs)
    }
  }

  /// The line grows with a taller token, whose decorations are drawn at its place.
  @Test func bringsItsHeightAndDecorations() throws {
    let text = AttributedText("some words that do not fit at all")
    let large = TextStyle(
      size: 40, background: Color(rgb: 0xFF0000), decorations: [TextDecoration(.underline)])
    let plain = prepare(text, token: nil).layout(width: 120)
    let high = prepare(text, token: AttributedText("+", style: large)).layout(width: 120)
    let alone = typesetter.prepare(Paragraph(AttributedText("+", style: large))).layout()
    #expect(high.size.height > plain.size.height)
    #expect(high.size.height >= alone.size.height)
    let line = high.lines[0]
    let ground = try #require(high.backgrounds.first)
    let under = try #require(high.decorationLines.first)
    #expect(high.backgrounds.count == 1 && high.decorationLines.count == 1)
    #expect(abs(ground.frame.maxX - line.frame.maxX) < 0.01)
    #expect(abs(ground.frame.width - alone.size.width) < 0.01)
    #expect(abs(under.frame.minX - ground.frame.minX) < 0.01)
  }

  @Test func hasBoxesThatArePressed() throws {
    var token = AttributedText("… ")
    token.append(
      AttributedText("more"),
      in: InlineBox(
        style: TextStyle(), padding: Insets(horizontal: 3), link: "app:more",
        tag: InlinePayload("more")))
    let picture = Attachment(size: Size(width: 10, height: 10), baseline: 10)
    token.append(picture, style: TextStyle())
    var text = AttributedText("")
    text.append(AttributedText("boxes"), in: InlineBox(style: TextStyle(), link: "app:text"))
    text.append(" and some more words", style: TextStyle())
    for (text, first) in [(AttributedText("boxes and some more words"), 0), (text, 1)] {
      let layout = prepare(text, token: token).layout(width: 130)
      let fragments = layout.boxFragments
      #expect(fragments.map(\.index) == Array(0...first))
      let more = try #require(fragments.last)
      #expect(more.hasLeftEdge && more.hasRightEdge)
      let place = try #require(layout.attachmentPlaces.first)
      #expect(abs(place.frame.maxX - layout.lines[0].frame.maxX) < 0.01)
      #expect(abs(place.frame.minX - more.frame.maxX) < 0.01)
      #expect(place.utf16Offset == layout.lines[0].utf16Range.upperBound)
      let y = (more.frame.minY + more.frame.maxY) / 2
      let middle = Point(x: (more.frame.minX + more.frame.maxX) / 2, y: y)
      #expect(layout.link(at: middle) == "app:more")
      #expect(layout.tag(at: middle)?.value as? String == "more")
      #expect(layout.fragments(of: "more").map(\.frame) == [more.frame])
      #expect(layout.link(at: Point(x: more.frame.maxX + 1, y: y)) == nil)
      #expect(layout.link(at: Point(x: 2, y: y)) == (first == 0 ? nil : "app:text"))
      #expect(layout.isRich)
    }
  }

  @Test func standsOnLinesThatRunDownwards() throws {
    let token = AttributedText("…続く", style: TextStyle(weight: .bold))
    let text = AttributedText("縦書きの文章はここで切れます")
    let layout = prepare(text, token: token, mode: .verticalRightToLeft).layout(width: 120)
    #expect(layout.isTruncated)
    var style = ParagraphStyle(whiteSpace: .pre)
    style.writingMode = .verticalRightToLeft
    let alone = typesetter.prepare(Paragraph(token, style: style)).layout()
    let glyphs = layout.glyphRuns.flatMap(\.placedGlyphs).suffix(3)
    let expected = alone.glyphRuns.flatMap(\.placedGlyphs)
    #expect(glyphs.map(\.identifier) == expected.map(\.identifier))
    let start = layout.lines[0].frame.maxX - alone.size.width
    #expect(zip(glyphs, expected).allSatisfy { abs($0.origin.x - start - $1.origin.x) < 0.01 })
    #expect(layout.lines[0].frame.width <= 120)
  }

  /// A token keeps its white space, ends at a terminator, and is alone on a line that is narrower
  /// than itself.
  @Test func isOneLine() {
    let text = AttributedText("wide words and more")
    let spaced = prepare(text, token: AttributedText("  +  ")).layout(width: 100)
    let broken = prepare(text, token: AttributedText("  +  \nand not this")).layout(width: 100)
    #expect(spaced.lines == broken.lines)
    let alone = prepare(text, token: AttributedText("much wider than the line")).layout(width: 30)
    #expect(alone.lines.map(\.utf16Range) == [0..<0])
    #expect(alone.glyphCount == 24)
    let none = prepare(text, token: AttributedText("")).layout(width: 60)
    #expect(none.isTruncated && none.glyphCount == none.lines[0].utf16Range.count)
  }

  /// A token is prepared and counted only if a line may show it, and is then part of the key.
  @Test func isPreparedWhereItMayStand() {
    var paragraph = Paragraph("some words")
    paragraph.truncationToken = AttributedText("\u{10FFFF}")
    #expect(typesetter.prepare(paragraph).truncationToken == nil)
    paragraph.style.maximumLines = 1
    let prepared = typesetter.prepare(paragraph)
    #expect(prepared.missingCharacters == ["\u{10FFFF}"])
    var other = paragraph
    other.truncationToken = nil
    #expect(typesetter.prepare(other) !== prepared)
    #expect(typesetter.prepare(paragraph) === prepared)
    #expect(prepared.byteCount > typesetter.prepare(other).byteCount + 352)
  }

  @Test func growsWithTheLettersOfTheReader() {
    var paragraph = Paragraph("some words")
    paragraph.truncationToken = AttributedText("+", style: TextStyle(size: 10))
    let adapted = paragraph.adapted(to: FontPreference(families: ["Noto Sans"], scale: 2))
    let style = adapted.truncationToken?.styledRanges[0].style
    #expect(style?.size == 20 && style?.families == ["Noto Sans"])
  }

  /// Annotations have their own styles, which determine their decorations.
  @Test func decorationsOfAnnotationsAreTheirs() {
    let body = TextStyle(size: 18)
    var annotation = AttributedText("a", style: TextStyle(size: 9))
    annotation.append(
      "b", style: TextStyle(size: 9, decorations: [TextDecoration(.underline)]))
    var text = AttributedText("", style: body)
    text.append(AttributedText("漢字", style: body), with: Ruby(annotation))
    let layout = typesetter.prepare(Paragraph(text)).layout()
    #expect(layout.decorationLines.count == 1)
  }
}
