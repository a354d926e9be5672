import BenchMeasurement
import Linecaster

/// What a glyph costs that no cache has.
@MainActor
struct GlyphWorkloads {
  private let samples: [GlyphSample]

  init() throws {
    samples = GlyphSample.all(Typesetter(fonts: try TextFonts.collection()))
  }

  var all: [Workload] {
    samples.map(miss) + samples.map(distanceField)
  }

  /// The em in pixels of glyphs that are drawn.
  private static let drawnSize = 16.0
  /// The em in pixels of distance fields.
  private static let fieldSize = 32.0
  private static let passes = 5

  /// Glyphs are drawn for the first time, put into the cache and painted.
  private func miss(_ sample: GlyphSample) -> Workload {
    workload("glyph-miss", sample) { source in
      var canvas = Canvas(
        bitmap: try Bitmap(width: 64, height: 64, background: .white), scale: .one, glyphs: source)
      return {
        for glyph in sample.glyphs {
          try canvas.drawGlyph(
            glyph.identifier, of: glyph.face, size: Self.drawnSize, color: .black,
            at: Point(x: 16, y: 40))
        }
        return .init(facts: [.init("misses", source.cache.statistics.misses)])
      }
    }
  }

  private func distanceField(_ sample: GlyphSample) -> Workload {
    workload("distance-field", sample) { source in
      {
        var texels = 0
        for glyph in sample.glyphs {
          let field = try source.distanceField(
            of: glyph.identifier, in: glyph.face, size: Self.fieldSize)
          texels += field?.bytes.count ?? 0
        }
        return .init(facts: [.init("texels", texels)])
      }
    }
  }

  /// A workload that starts with an empty cache and open fonts.
  private func workload(
    _ mode: String, _ sample: GlyphSample,
    _ prepare: @escaping @MainActor (GlyphSource) throws -> Workload.Part
  ) -> Workload {
    Workload(mode: mode, corpus: sample.name, unit: "glyph", units: sample.glyphs.count) {
      let source = GlyphSource()
      for face in Set(sample.glyphs.map(\.face)) {
        // The first glyph of a font is the one that stands for those it does not have.
        blackHole(try source.distanceField(of: 0, in: face, size: Self.drawnSize))
      }
      return try prepare(source)
    }
    .with { $0.passes = Self.passes }
  }
}
