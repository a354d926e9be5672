import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

/// Lines whose start or middle is left out, and cuts between words.
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

  /// What a line shows, the ellipsis included.
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

  @Test(arguments: [TextTruncation.head, .middle])
  func showsOnlyTheEllipsisWhereNothingFits(_ truncation: TextTruncation) {
    let layout = prepare("wide words", truncation).layout(width: 1)
    #expect(layout.isTruncated && layout.glyphCount == 1)
    #expect(layout.lines.map(\.utf16Range) == [0..<0])
    #expect(layout.lines[0].hiddenUTF16Range == 0..<10)
  }

  /// All cuts of a line, each end shaped by itself.
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

  /// The ellipsis stands where the text would that it stands for: between its neighbours.
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
}
