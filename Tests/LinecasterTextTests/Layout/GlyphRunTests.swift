import LinecasterBase
import LinecasterBundledFonts
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct GlyphRunTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  @Test func placesGlyphsAsItVisitsThem() {
    var random = SeededGenerator(salt: 75)
    for _ in 0..<40 {
      let text = SampleText.mixed(&random, words: 8)
      for run in typesetter.prepare(Paragraph(text)).layout(width: 90).glyphRuns {
        var visited: [(UInt32, Point)] = []
        run.forEachGlyph { visited.append(($0, Point(x: $1, y: $2))) }
        let placed = run.placedGlyphs
        let note: Comment = "\(text), seed \(TestSettings.seed)"
        #expect(placed.map(\.identifier) == visited.map(\.0), note)
        #expect(placed.map(\.origin) == visited.map(\.1), note)
        #expect(abs(placed.reduce(0) { $0 + $1.advance } - run.width) < 1e-6, note)
      }
    }
  }

  @Test func saysWhichTextGlyphsStandFor() {
    let text = "fi  \u{5E9}\u{5DC}\u{5D5}\u{5DD}"
    let collapsed = ParagraphStyle(whiteSpace: .normal)
    let runs = typesetter.prepare(Paragraph(text, paragraphStyle: collapsed)).layout().glyphRuns
    let offsets = runs.flatMap { $0.placedGlyphs.map(\.utf16Offset) }
    // Hebrew letters are in visual order; the second space is collapsed.
    #expect(Set(offsets).isSubset(of: [0, 1, 2, 4, 5, 6, 7]) && offsets.contains(7))
    #expect(offsets.suffix(4) == [7, 6, 5, 4])
  }

  @Test func saysWhichTextAMarkStandsBehind() throws {
    let style = ParagraphStyle(maximumLines: 1)
    let layout = typesetter.prepare(Paragraph("some words", paragraphStyle: style))
      .layout(width: 40)
    let mark = try #require(layout.glyphRuns.last)
    let shown = try #require(layout.lines.first).utf16Range
    #expect(mark.isToken && mark.placedGlyphs.allSatisfy { $0.utf16Offset == shown.upperBound })
  }
}

@Suite struct GlyphPlacesTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// Glyphs equal those of runs, for any capacity of the buffer.
  @Test(arguments: [1, 7, 64])
  func glyphsStandWhereThoseOfRunsDo(capacity: Int) {
    var random = SeededGenerator(salt: 76)
    let memory = UnsafeMutableBufferPointer<GlyphRun.Place>.allocate(capacity: capacity)
    defer { memory.deallocate() }
    for _ in 0..<20 {
      let text = SampleText.mixed(&random, words: 60)
      let layout = typesetter.prepare(Paragraph(text)).layout(
        width: Double(Int.random(in: 60...3000, using: &random)))
      var expected: [Place] = []
      for run in layout.glyphRuns {
        run.forEachGlyph { expected.append(Place(glyph: $0, x: $1, y: $2)) }
      }
      var places: [Place] = []
      layout.forEachGlyphRun { run in
        run.withPlaces(in: memory) { next in
          places += next.map { Place(glyph: $0.glyph, x: $0.x, y: $0.y) }
        }
      }
      #expect(places == expected, "\(text), seed \(TestSettings.seed)")
    }
  }

  private struct Place: Equatable {
    let glyph: UInt32
    let x: Double
    let y: Double
  }
}
