import ArgumentParser
import BenchMeasurement
import Linecaster

/// Measures drawing: glyphs, cells, threads and the atlas.
struct RasterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "raster", abstract: "Measure drawing: glyphs, cells, threads and the atlas.",
    discussion: """
      Modes: glyph-miss and distance-field for Latin, Arabic and Chinese; draw, redraw, cell-copy, \
      atlas-frame, atlas-kept and, with two processors, draw-threads for the rows of a \
      feed.
      """)

  @Argument(
    help: """
      The feed, plain or .gz, or the folder of a corpus; by default corpus/ of LINECASTER_SHARED.
      """)
  var feed: String?

  @Option(help: "Use only the first rows of the feed.")
  var rows = 300

  @Option(help: "Device pixels per layout point of the rows.")
  var scale = 1.0

  @OptionGroup var options: BenchmarkOptions

  /// The width of the list, in layout points.
  private static let width = 360.0

  func validate() throws {
    guard rows >= 1 else { throw ValidationError("--rows must be at least 1.") }
  }

  func run() throws {
    let source = try FeedSource.load(path: feed, limit: rows)
    let environment = LayoutEnvironment(width: Self.width, scale: PixelScale(scale))
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options, rounds: 5, warmUps: 1).run { _ in
        try GlyphWorkloads().all
          + CellWorkloads(feed: source, environment: environment).all
      }
    }
  }
}

/// The cost of glyphs that are not in a cache.
@MainActor
struct GlyphWorkloads {
  private let samples: [GlyphSample]

  init() throws {
    samples = GlyphSample.all(Typesetter(fonts: try TextFonts.collection()))
  }

  var all: [Workload] {
    samples.map(miss) + samples.map(distanceField)
  }

  /// The em size of drawn glyphs, in pixels.
  private static let drawnSize = 16.0
  /// The em size of distance fields, in pixels.
  private static let fieldSize = 32.0
  private static let passes = 5

  /// Draws glyphs for the first time, caches them and paints them.
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

  /// Makes a workload that starts with an empty cache and open fonts.
  private func workload(
    _ mode: String, _ sample: GlyphSample,
    _ prepare: @escaping @MainActor (GlyphSource) throws -> Workload.Part
  ) -> Workload {
    Workload(mode: mode, corpus: sample.name, unit: "glyph", units: sample.glyphs.count) {
      let source = GlyphSource()
      for face in Set(sample.glyphs.map(\.face)) {
        // The first glyph of a font is `.notdef`, its replacement for missing glyphs.
        blackHole(try source.distanceField(of: 0, in: face, size: Self.drawnSize))
      }
      return try prepare(source)
    }
    .with { $0.passes = Self.passes }
  }
}

/// Distinct glyphs of one script.
struct GlyphSample {
  /// A glyph of a face.
  struct Glyph: Hashable {
    let face: FontFace
    let identifier: UInt32
  }

  let name: String
  let glyphs: [Glyph]

  /// Lays out the text, and takes every glyph once.
  private init(_ name: String, _ text: String, _ typesetter: Typesetter) {
    self.name = name
    let style = TextStyle(families: ["Noto Sans"], size: 16)
    let layout = typesetter.prepare(Paragraph(text, style: style)).layout(width: 320)
    var seen: Set<Glyph> = []
    var glyphs: [Glyph] = []
    for run in layout.glyphRuns {
      run.forEachGlyph { identifier, _, _ in
        let glyph = Glyph(face: run.face, identifier: identifier)
        if seen.insert(glyph).inserted { glyphs.append(glyph) }
      }
    }
    self.glyphs = glyphs
  }

  /// Latin letters, digits and signs; Arabic letters in all their shapes; 2,000 Chinese characters.
  static func all(_ typesetter: Typesetter) -> [GlyphSample] {
    [
      GlyphSample("latin", text([0x21...0x7E, 0xA1...0x24F]), typesetter),
      GlyphSample("arabic", joined([0x621...0x63A, 0x641...0x64A]), typesetter),
      GlyphSample("chinese", text([0x4E00...0x55CF]), typesetter),
    ]
  }

  private static func scalars(_ ranges: [ClosedRange<UInt32>]) -> [Unicode.Scalar] {
    ranges.joined().compactMap { Unicode.Scalar($0) }
  }

  private static func text(_ ranges: [ClosedRange<UInt32>]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars(ranges))
    return String(text)
  }

  /// Returns each letter in isolated form, and joined on both sides.
  private static func joined(_ ranges: [ClosedRange<UInt32>]) -> String {
    scalars(ranges).map { "\($0) \($0)\u{640}\($0)\u{640}\($0)" }.joined(separator: " ")
  }
}
