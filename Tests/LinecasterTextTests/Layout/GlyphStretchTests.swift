import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterText

@Suite struct GlyphStretchTests {
  private let typesetter: Typesetter

  init() throws {
    typesetter = Typesetter(fonts: try .bundled())
  }

  /// However few glyphs are written at a time; runs are the witness.
  @Test(arguments: [1, 7, 64])
  func glyphsStandWhereThoseOfRunsDo(capacity: Int) {
    var random = SeededGenerator(salt: 76)
    let memory = UnsafeMutableBufferPointer<GlyphPlace>.allocate(capacity: capacity)
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
      layout.forEachStretch { stretch in
        var start = GlyphPlace.Start()
        while let next = stretch.next(&start, into: memory) {
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
