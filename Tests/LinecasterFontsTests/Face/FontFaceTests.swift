import LinecasterBundledFonts
import LinecasterFonts
import LinecasterGeometry
import Testing

@Suite struct FontFaceTests {
  /// The numbers in the font's own tables: `head`, `hhea`, `OS/2`, `post`.
  @Test func readsTheMetricsOfNotoSans() throws {
    let face = try #require(try FontCollection.bundled().faces.first)
    let metrics = face.metrics
    #expect(metrics.unitsPerEm == 1000)
    #expect(metrics.ascent == 1069 && metrics.descent == 293 && metrics.lineGap == 0)
    #expect(metrics.xHeight == 536 && metrics.capHeight == 714)
    #expect(metrics.underlineThickness == 50 && metrics.underlineOffset == 100)
    #expect(face.weight == .regular && face.slant == .upright && !face.hasColorBitmaps)
    #expect(face.covers("a") && face.covers("я") && !face.covers("ب") && !face.covers("\u{E000}"))
  }

  @Test func knowsWeightsAndSlants() throws {
    let faces = try FontCollection.bundled().faces
    #expect(faces[0..<4].map(\.weight.value) == [400, 700, 400, 700])
    #expect(faces[0..<4].map(\.slant) == [.upright, .upright, .italic, .italic])
  }

  @Test func everyBundledFaceHasSoundMetrics() throws {
    for face in try FontCollection.bundled().faces {
      let metrics = face.metrics
      #expect((16...16_384).contains(metrics.unitsPerEm), "\(face.family)")
      #expect(metrics.ascent > 0 && metrics.descent > 0 && metrics.lineGap >= 0)
      #expect(metrics.underlineThickness >= 1 && face.glyphCount > 0)
    }
  }

  @Test func refusesFacesThatAreNotThere() throws {
    let data = try #require(try FontCollection.bundled().faces.first).data
    for index in [-1, 1, 65_536, .max] {
      let error = #expect(throws: FontError.self) { try FontFace(data: data, index: index) }
      #expect(error?.code == .malformed)
      #expect(error?.source == data.source)
    }
  }

  @Test func clampsWeights() {
    #expect(FontWeight(-5).value == 1 && FontWeight(2_000).value == 1_000)
    #expect(FontWeight.medium < .semibold)
  }
}
