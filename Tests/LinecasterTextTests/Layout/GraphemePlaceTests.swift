import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct GraphemePlacerTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func standWhereTheTextBeforeThemEnds() {
    let text = "WAVE to x-ray"
    let places = typesetter.prepare(Paragraph(text)).layout().graphemes
    #expect(places.map(\.utf16Range) == text.indices.enumerated().map { $0.offset..<$0.offset + 1 })
    // The witness adds HarfBuzz's advances, with one glyph for each letter here.
    var x = 0.0
    let glyphs = typesetter.prepare(Paragraph(text)).glyphs
    for (place, glyph) in zip(places, glyphs) {
      #expect(abs(place.x - x) < 1e-9)
      x += Double(glyph.advance) * 15 / 1000
    }
  }

  @Test func divideALigatureEvenly() {
    let places = typesetter.prepare(Paragraph("لا")).layout().graphemes
    #expect(places.count == 2 && abs(places[0].width - places[1].width) < 1e-9)
    #expect(places[0].x > places[1].x)
  }

  @Test func putTheClustersOfAGraphemeTogether() {
    let places = typesetter.prepare(Paragraph("a\u{301}\u{323}b")).layout().graphemes
    #expect(places.map(\.utf16Range) == [0..<3, 3..<4])
  }

  /// Clusters of the font end inside a grapheme of many marks, and lines may too.
  @Test(arguments: ["e" + String(repeating: "\u{301}", count: 200), "👍🏽🏽🏽🏽🏽🏽🏽🏽🏽🏽🏽"])
  func knowAGraphemeByAllItsParts(long: String) {
    let count = long.utf16.count
    let layout = typesetter.prepare(Paragraph("a" + long + "b")).layout(width: 40)
    let ranges = layout.graphemes.map(\.utf16Range)
    #expect(ranges.first == 0..<1)
    #expect(ranges.last == 1 + count..<2 + count)
    #expect(ranges.dropFirst().dropLast().allSatisfy { $0 == 1..<1 + count })
    let lines = layout.lines.count { $0.utf16Range.overlaps(1..<1 + count) }
    #expect(ranges.count == 2 + lines)
  }

  @Test func tileTheirLines() {
    var random = SeededGenerator(salt: 73)
    for _ in 0..<80 {
      let text = SampleText.mixed(&random, words: 9)
      let width = Double.random(in: 30...200, using: &random)
      let prepared = typesetter.prepare(Paragraph(text))
      let layout = prepared.layout(width: width)
      let note: Comment = "\(text) at \(width), seed \(TestSettings.seed)"
      let places = layout.graphemes
      // Each grapheme appears once, in text order.
      #expect(places.map(\.utf16Range.lowerBound) == starts(prepared), note)
      for (index, line) in layout.lines.enumerated() {
        let row = places.filter { $0.line == index }.sorted { $0.x < $1.x }
        for (place, next) in zip(row, row.dropFirst()) where place.width > 0 {
          // Only marks of one letter may overlap.
          #expect(place.x <= next.x + 1e-6, note)
        }
        let mark = layout.glyphRuns(ofLine: index).filter(\.isToken).reduce(0) { $0 + $1.width }
        let hanging = row.filter { isOutside($0, line) }
        let sum = row.reduce(0) { $0 + $1.width } - hanging.reduce(0) { $0 + $1.width }
        #expect(abs(sum + mark - line.frame.width) < 1e-6, note)
      }
    }
  }

  private func isOutside(_ place: GraphemePlace, _ line: Line) -> Bool {
    place.x >= line.frame.maxX - 1e-6 || place.x + place.width <= line.frame.minX + 1e-6
  }

  private func starts(_ prepared: PreparedParagraph) -> [Int] {
    let paragraph = prepared
    return (0..<paragraph.count).filter { paragraph.boundaries[$0].contains(.grapheme) }
  }
}
