import ArgumentParser
import BenchMeasurement
import Linecaster

/// Measures a feed on its way through the pipeline.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Measure a feed on its way through the pipeline.",
    discussion: """
      Modes: prepare, layout, measure, measure-traced, measure-parallel, measure-warm, \
      raster-first, raster-warm, update, update-100k, end-to-end, viewport-100, viewport-100k, \
      precompute, precompute-parallel, precompute-warm, memory-100k.
      """)

  @Argument(help: "The feed, plain or .gz; by default corpus/feed.jsonl.gz of LINECASTER_SHARED.")
  var feed: String?

  @Option(help: "Use only the first rows of the feed.")
  var rows: Int?

  @Option(help: "The width of the list in layout points.")
  var width = 360.0

  @Option(help: "Device pixels a layout point.")
  var scale = 1.0

  @Option(help: "Write what a list did, as JSON for Perfetto, after measuring.")
  var trace: String?

  @Option(help: "Write what a list did as an image (SVG), after measuring.")
  var timeline: String?

  @OptionGroup var options: BenchmarkOptions

  /// Rows whose instructions are counted: enough for an average, and bearable at a fiftieth of
  /// the speed.
  private static let countedRows = 300

  func validate() throws {
    guard rows ?? 1 >= 1 else { throw ValidationError("--rows must be at least 1.") }
  }

  func run() throws {
    let environment = LayoutEnvironment(width: width, scale: PixelScale(scale))
    let isRehearsal = options.rehearse != nil
    let source = try FeedSource.load(
      path: feed, limit: isRehearsal ? min(rows ?? .max, Self.countedRows) : rows)
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options, rounds: 5, warmUps: 1).run { areCounted in
        let feed = areCounted ? source.prefix(Self.countedRows) : source
        return FeedWorkloads(feed: feed, fonts: try .bundled(), environment: environment).all
      }
      guard !isRehearsal, trace != nil || timeline != nil else { return }
      try FeedWorkloads(feed: source, fonts: try .bundled(), environment: environment)
        .writeTrace(json: trace, image: timeline)
    }
  }
}
