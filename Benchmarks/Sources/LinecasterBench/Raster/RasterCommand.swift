import ArgumentParser
import BenchMeasurement
import Linecaster

/// Measures drawing: glyphs, cells, threads and the atlas.
struct RasterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "raster", abstract: "Measure drawing: glyphs, cells, threads and the atlas.",
    discussion: """
      Modes: glyph-miss and distance-field for Latin, Arabic and Chinese; draw, redraw, cell-copy, \
      atlas-frame, atlas-kept and, where there are two processors, draw-threads for the rows of a \
      feed.
      """)

  @Argument(help: "The feed, plain or .gz; by default corpus/feed.jsonl.gz of LINECASTER_SHARED.")
  var feed: String?

  @Option(help: "Use only the first rows of the feed.")
  var rows = 300

  @Option(help: "Device pixels a layout point of the rows.")
  var scale = 1.0

  @OptionGroup var options: BenchmarkOptions

  /// The width of the list in layout points.
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
