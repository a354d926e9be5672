import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct TabStopTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  private func layout(
    _ text: String, _ stops: [TabStop], width: Double = .infinity,
    direction: BaseDirection = .automatic
  ) -> TextLayout {
    var paragraph = Paragraph(text, paragraphStyle: ParagraphStyle(baseDirection: direction))
    paragraph.tabStops = stops
    return typesetter.prepare(paragraph).layout(width: width)
  }

  /// The left and right edge of the graphemes in a range.
  private func extent(_ layout: TextLayout, _ units: Range<Int>) -> (left: Double, right: Double) {
    let places = layout.graphemes.filter { units.contains($0.utf16Range.lowerBound) }
    return (
      places.map(\.x).min() ?? .nan, places.map { $0.x + $0.width }.max() ?? .nan
    )
  }

  @Test func alignsWhatStandsBehindTheTab() {
    let start = layout("a\tbcd", [TabStop(100)])
    #expect(abs(extent(start, 2..<5).left - 100) < 0.01)
    let end = layout("a\tbcd", [TabStop(100, .end)])
    #expect(abs(extent(end, 2..<5).right - 100) < 0.01)
    let center = extent(layout("a\tbcd", [TabStop(100, .center)]), 2..<5)
    #expect(abs((center.left + center.right) / 2 - 100) < 0.01)
    let decimal = layout("a\t1234.56", [TabStop(100, .decimal(separator: "."))])
    #expect(abs(extent(decimal, 6..<7).left - 100) < 0.01)
    let whole = layout("a\t1234", [TabStop(100, .decimal(separator: "."))])
    #expect(abs(extent(whole, 2..<6).right - 100) < 0.01)
  }

  @Test func takesStopsInOrderAndGoesOnBehindThem() {
    let stops = [TabStop(150, .end), TabStop(60), TabStop(-4), TabStop(.nan)]
    let layout = layout("a\tb\tc\td", stops)
    #expect(abs(extent(layout, 2..<3).left - 60) < 0.01)
    #expect(abs(extent(layout, 4..<5).right - 150) < 0.01)
    let space = Double(layout.paragraph.strutFace.spaceAdvance) * 15 / 1_000
    let next = extent(layout, 6..<7).left / (8 * space)
    #expect(abs(next - next.rounded()) < 0.01 && next * 8 * space > 150)
  }

  /// Text that is too wide for its stop begins at the place of the tab.
  @Test func takesNoRoomWhereTextIsTooWide() {
    let layout = layout("a\tmuch too wide", [TabStop(30, .end)])
    #expect(abs(extent(layout, 2..<3).left - extent(layout, 0..<1).right) < 0.01)
  }

  @Test func countsFromTheEdgeThatLinesStartAt() {
    let layout = layout("אב\tגד", [TabStop(100, .end)], width: 200)
    #expect(abs(extent(layout, 3..<5).left - 100) < 0.01)
    let number = self.layout("אב\t12.5", [TabStop(100, .decimal(separator: "."))], width: 200)
    #expect(abs(extent(number, 5..<6).right - 100) < 0.01)
  }

  /// Of several tabs from right to left, the last one leads to the next stop, even if lines end
  /// between them; from left to right, the first one on each line does (Chromium 156).
  @Test(
    arguments: [
      ("אב", 300.0, [40, 40, 0]), ("אב", 80, [40, 40, 40]), ("אב", 100, [40, 40, 40]),
      ("ab", 300, [0, 40, 40]), ("ab", 50, [0, 40, 40]),
    ] as [(String, Double, [Double])])
  func leadsToTheNextStopOnce(word: String, width: Double, tabs: [Double]) {
    let style = ParagraphStyle(tabDistance: 40, whiteSpace: .breakSpaces)
    let text = typesetter.prepare(Paragraph("\(word)\t\t\tcd", paragraphStyle: style))
    let rest = 40 - typesetter.prepare(Paragraph(word)).maxContentWidth
    let found = text.layout(width: width).graphemes.filter { 2..<5 ~= $0.utf16Range.lowerBound }
    #expect(found.count == 3)
    for (place, tab) in zip(found, tabs) {
      #expect(abs(place.width - (tab == 0 ? rest : tab)) < 1e-6, "\(place.utf16Range)")
    }
  }

  @Test func fillsTheRoomWithLeaders() throws {
    let layout = layout("a\tb", [TabStop(100, .end, leader: ".")])
    let plain = self.layout("a\tb", [TabStop(100, .end)])
    // Widths of glyphs are rounded to whole font units.
    #expect(
      zip(layout.graphemes, plain.graphemes).allSatisfy {
        abs($0.x - $1.x) < 0.01 && abs($0.width - $1.width) < 0.01
      })
    let dot = try #require(self.layout(".", []).glyphRuns.first?.glyphs.first)
    let dots = layout.glyphRuns.flatMap(\.glyphs).count { $0.identifier == dot.identifier }
    let room = plain.graphemes[1].width
    #expect(dots == Int(saturating: room / (Double(dot.advance) * 15 / 1_000)) && dots > 10)
    #expect(plain.glyphCount == 2 && layout.glyphCount == 2 + dots)
    let drawn = layout.glyphRuns.reduce(0) { $0 + $1.width }
    #expect(abs(drawn - layout.size.width) < 0.01)
  }

  /// Tabs of a box lead to the stops of a paragraph with the same distances.
  @Test func boxesHaveTabsOfTheirOwn() {
    let style = TextStyle(size: 15)
    func places(_ text: AttributedText, _ paragraph: ParagraphStyle) -> [Double] {
      typesetter.prepare(Paragraph(text, style: paragraph)).layout().graphemes.map(\.x)
    }
    func expect(_ places: [Double], _ others: [Double]) {
      #expect(places.count == others.count)
      #expect(zip(places, others).allSatisfy { abs($0 - $1) < 1e-6 }, "\(places), \(others)")
    }
    let plain = AttributedText("a\tbc\td", style: style)
    for (size, distance) in [(3.0, nil), (nil, 21.0), (2, 50)] as [(Double?, Double?)] {
      let box = InlineBox(style: style, tabSize: size, tabDistance: distance)
      var text = AttributedText()
      text.append(plain, in: box)
      let same = ParagraphStyle(tabSize: size ?? 8, tabDistance: distance)
      expect(places(text, ParagraphStyle()), places(plain, same))
      // A nested box inherits the stops of the outer one; the text behind has its own.
      var inner = AttributedText()
      inner.append(plain, in: InlineBox(style: style))
      var around = AttributedText()
      around.append(inner, in: box)
      expect(places(around, ParagraphStyle(tabDistance: 70)), places(plain, same))
      around.append("\te", style: style)
      let last = places(around, ParagraphStyle(tabDistance: 70)).last ?? 0
      #expect(abs(last.remainder(dividingBy: 70)) < 1e-6)
    }
  }

  /// Lines with stops never overflow, and are as long as possible.
  @Test func breaksLinesAroundStops() {
    var random = SeededGenerator(salt: 2_830)
    let alignments: [TabStop.Alignment] = [.start, .center, .end, .decimal(separator: ".")]
    for _ in 0..<200 {
      let words = ["ab", "word", "12.5", "x", "longer", "שלום"]
      let text = (0..<8).map { _ in words.randomElement(using: &random) ?? "" }
        .reduce("") { $0 + $1 + (Bool.random(using: &random) ? "\t" : " ") }
      let stops = (0..<3).map { _ in
        TabStop(
          Double.random(in: 10...200, using: &random),
          alignments.randomElement(using: &random) ?? .start)
      }
      let width = Double.random(in: 60...260, using: &random)
      let direction: BaseDirection = random.oneIn(2) ? .leftToRight : .rightToLeft
      let layout = layout(text, stops, width: width, direction: direction)
      let note: Comment = "\(text) at \(width), \(stops), seed \(TestSettings.seed)"
      #expect(layout.lines.last?.utf16Range.upperBound == text.utf16.count, note)
      for line in layout.lines { #expect(line.frame.width <= width + 0.01, note) }
      for (line, next) in zip(layout.lines, layout.lines.dropFirst()) {
        #expect(line.utf16Range.upperBound == next.utf16Range.lowerBound, note)
        // The text up to the next break would be too wide, laid out as its own paragraph.
        var end = line.utf16Range.upperBound + 1
        while !layout.paragraph.boundaries[end].contains(.softBreak) { end += 1 }
        let units = Array(text.utf16)[line.utf16Range.lowerBound..<end]
        let more = String(decoding: units, as: UTF16.self)
        let alone = self.layout(more, stops, direction: direction)
        #expect(alone.lines.count == 1 && alone.lines[0].frame.width > width - 0.01, note)
      }
    }
  }
}
