import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct LineAxesTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ mode: WritingMode, _ text: String = "Ada 縦書き and 日本 12", _ style: TextStyle = TextStyle()
  ) -> TextLayout {
    let lines = ParagraphStyle(writingMode: mode)
    return typesetter.prepare(Paragraph(text, style: style, paragraphStyle: lines))
      .layout(width: 70)
  }

  @Test(arguments: WritingMode.allCases)
  func placesComeBack(mode: WritingMode) {
    let layout = layout(mode)
    let axes = layout.axes
    #expect(layout.lines.count > 1)
    var random = SeededGenerator()
    for _ in 0..<100 {
      let point = Point(
        x: .random(in: -9...99, using: &random), y: .random(in: -9...99, using: &random))
      let back = axes.layout(axes.page(point))
      #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9, "\(random.seed)")
      // The corners of a rectangle map to the corners of the page rectangle.
      let rect = Rect(origin: point, size: Size(width: 5, height: 3))
      let page = axes.page(rect)
      let corners = [
        axes.page(point), axes.page(Point(x: rect.maxX, y: rect.maxY)),
      ]
      #expect(abs(page.minX - min(corners[0].x, corners[1].x)) < 1e-9)
      #expect(abs(page.maxY - max(corners[0].y, corners[1].y)) < 1e-9)
    }
  }

  /// The position of the first line and of its start, in each mode.
  @Test func linesRunAsTheirModeSays() {
    let first = WritingMode.allCases.map { mode in
      let layout = layout(mode)
      let box = layout.axes.page(layout.lines[0].frame)
      let size = layout.axes.pageSize
      return [
        box.minX == 0, box.minY == 0, abs(box.maxX - size.width) < 1e-9,
        abs(box.maxY - size.height) < 1e-9,
      ]
    }
    let widest = layout(.horizontal).lines.map(\.frame.width)
    // The first line is not the widest and ends before the page does.
    #expect(widest[0] < widest.max() ?? 0)
    #expect(
      first == [
        [true, true, false, false], [false, true, true, false], [true, true, false, false],
        [false, true, true, false], [true, false, false, true],
      ])
  }

  /// HarfBuzz's own glyph positions in a column: upright glyphs are centred on the line, with the
  /// origin left of the middle by half their horizontal advance, and below the pen.
  @Test(arguments: [WritingMode.verticalRightToLeft, .verticalLeftToRight])
  func uprightGlyphsHangFromTheirVerticalOrigins(mode: WritingMode) throws {
    let style = TextStyle(families: ["Noto Sans CJK JP"], size: 20)
    let layout = layout(mode, "縦書", style)
    let run = try #require(layout.glyphRuns.first)
    #expect(run.isUpright && run.turn == .none)
    let middle = layout.axes.page(Point(x: 0, y: layout.lines[0].baseline)).x
    var pen = 0.0
    run.forEachGlyphOnPage { _, x, y in
      #expect(abs(x - (middle - 10)) < 0.5)
      #expect(y > pen + 10 && y < pen + 20)
      pen += 20
    }
    #expect(pen == 40)
  }

  /// Rotated letters are centred on the line in both vertical modes; the part below the middle of
  /// ascent and descent is on the left.
  @Test(arguments: [WritingMode.verticalRightToLeft, .verticalLeftToRight])
  func turnedGlyphsAreCentred(mode: WritingMode) throws {
    let layout = layout(mode, "Ada", TextStyle(size: 20))
    let run = try #require(layout.glyphRuns.first)
    #expect(!run.isUpright && run.turn == .clockwise)
    let metrics = run.face.metrics
    let half =
      (metrics.ascent - metrics.descent) * 20 / Double(metrics.unitsPerEm) / 2
    let middle = layout.axes.page(Point(x: 0, y: layout.lines[0].baseline)).x
    var places: [Point] = []
    run.forEachGlyphOnPage { places.append(Point(x: $1, y: $2)) }
    for place in places { #expect(abs(place.x - (middle - half)) <= 1, "\(place.x)") }
    #expect(places.count == 3 && places[0].y == 0 && places[1].y > 5)
  }

  @Test func turnsAreThoseOfTheMode() {
    let turns = WritingMode.allCases.map { mode in
      Set(layout(mode).glyphRuns.map(\.turn))
    }
    #expect(
      turns == [
        [.none], [.none, .clockwise], [.none, .clockwise], [.clockwise], [.anticlockwise],
      ])
  }

  /// An underline is left of a column, in Japanese and Korean right of it, and an overline
  /// opposite.
  @Test(arguments: [WritingMode.verticalRightToLeft, .verticalLeftToRight])
  func linesStandBesideColumns(mode: WritingMode) throws {
    for (language, isRight) in [(nil, false), ("zh", false), ("ja", true), ("ko-KR", true)] {
      var style = TextStyle(size: 20, language: language)
      style.decorations = TextDecoration.Position.allCases.map {
        TextDecoration($0, pattern: .double, thickness: 2)
      }
      let layout = layout(mode, "縦書", style)
      let middle = layout.axes.page(Point(x: 0, y: layout.lines[0].baseline)).x
      let sides = layout.decorationLines.map { line in
        let bounds = layout.axes.page(line.bounds)
        return bounds.minX >= middle + 8 ? 1 : bounds.maxX <= middle - 8 ? -1 : 0
      }
      #expect(sides == [isRight ? 1 : -1, 0, isRight ? -1 : 1], "\(language ?? "none")")
    }
  }

  /// Combined digits are side by side in the middle of one em, in page coordinates, and no wider;
  /// the text after them is laid out as without them.
  @Test(arguments: [WritingMode.verticalRightToLeft, .verticalLeftToRight])
  func combinedTextStandsInTheRoomOfALetter(mode: WritingMode) throws {
    let style = TextStyle(families: ["Noto Sans CJK JP", "Noto Sans"], size: 20)
    for digits in ["7", "31", "2026"] {
      var box = InlineBox(style: style)
      box.combinesUpright = true
      var text = AttributedText("書", style: style)
      text.append(AttributedText(digits, style: style), in: box)
      text.append("月日", style: style)
      let layout = typesetter.prepare(Paragraph(text, style: ParagraphStyle(writingMode: mode)))
        .layout(width: 200)
      let runs = layout.glyphRuns.filter { $0.axes.writingMode == .horizontal }
      let run = try #require(runs.first)
      #expect(runs.count == 1 && run.turn == .none && run.glyphCount == digits.utf16.count)
      #expect(run.placedGlyphs.map(\.utf16Offset) == Array(1..<1 + digits.utf16.count))
      #expect(run.width <= 20.01 && (run.size < 20) == (digits.count > 1))
      let middle = layout.axes.page(Point(x: 30, y: layout.lines[0].baseline))
      #expect(abs(run.origin.x + run.width / 2 - middle.x) < 0.01)
      #expect(run.origin.y > middle.y && run.origin.y < middle.y + 10)
      #expect(layout.size.width == 80)
    }
  }
}
