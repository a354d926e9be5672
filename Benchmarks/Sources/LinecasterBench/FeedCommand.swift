import ArgumentParser
import BenchMeasurement
import Foundation
import Linecaster
import LinecasterFeed

/// Measures a feed in the pipeline.
struct FeedCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed", abstract: "Measure a feed in the pipeline.",
    discussion: """
      Modes: prepare, layout, measure, measure-traced, measure-parallel, measure-warm, \
      raster-first, raster-warm, update, update-100k, update-sections, \
      update-sections-edit, press, end-to-end, \
      viewport-100, viewport-100k, precompute, precompute-parallel, precompute-warm, \
      memory-100k, semantics-100k, scroll, scroll-updates, scroll-images, fast, fast-updates, \
      fast-images, fling, fling-updates, fling-images.
      """)

  @Argument(
    help: """
      The feed, plain or .gz, or the folder of a corpus; by default corpus/ of LINECASTER_SHARED.
      """)
  var feed: String?

  @Option(help: "Use only the first rows of the feed.")
  var rows: Int?

  @Option(help: "The width of the list in layout points.")
  var width = 360.0

  @Option(help: "Device pixels per layout point.")
  var scale = 1.0

  @Option(
    help: ArgumentHelp(
      "Make rows of this scene, in whose texts {author}, {time} and {body} are a message's.",
      valueName: "scene.json"))
  var cell: String?

  @Option(
    help: ArgumentHelp(
      "The number of workers, unless the mode sets it; several numbers are measured in turn.",
      valueName: "n,n"))
  var workers: String?

  @Option(help: "After measuring, write a trace of a list as JSON for Perfetto.")
  var trace: String?

  @Option(help: "After measuring, write a trace of a list as an SVG image.")
  var timeline: String?

  @Flag(help: "Pass the scroll velocity to the list.")
  var velocity = false

  @OptionGroup var load: NeighbourOptions

  @OptionGroup var options: BenchmarkOptions

  /// The rows whose instructions are counted: enough for an average, and bearable at a fiftieth of
  /// the speed.
  private static let countedRows = 300

  func validate() throws {
    guard rows ?? 1 >= 1 else { throw ValidationError("--rows must be at least 1.") }
    guard let workers else { return }
    let counts = workers.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard counts.allSatisfy({ $0.map((1...256).contains) == true }) else {
      throw ValidationError("--workers must be numbers from 1 to 256, separated by commas.")
    }
  }

  /// The numbers of threads to measure with; empty uses the number of processors.
  private var workerCounts: [Int] {
    (workers ?? "").split(separator: ",").compactMap { Int($0) }
  }

  func run() throws {
    let environment = LayoutEnvironment(width: width, scale: PixelScale(scale))
    let isRehearsal = options.rehearse != nil
    let source = try FeedSource.load(
      path: feed, limit: isRehearsal ? min(rows ?? .max, Self.countedRows) : rows)
    let template = try cell.map(CellTemplate.init) ?? .feed
    try MainActor.assumeIsolated {
      try BenchmarkSession(options: options, rounds: 5, warmUps: 1).run { areCounted in
        let feed = areCounted ? source.prefix(Self.countedRows) : source
        var workloads = FeedWorkloads(
          feed: feed, fonts: try .bundled(), environment: environment, template: template)
        (workloads.neighbours, workloads.passesVelocity) = (load.neighbours, velocity)
        return workloads.sweep(workerCounts)
      }
      guard !isRehearsal, trace != nil || timeline != nil else { return }
      try FeedWorkloads(feed: source, fonts: try .bundled(), environment: environment)
        .writeTrace(json: trace, image: timeline)
    }
  }
}

/// A feed to measure.
struct FeedSource {
  /// The name of the file, without its extensions.
  var name: String
  let items: [FeedItem]

  /// Returns the feed with its first items only.
  func prefix(_ count: Int) -> FeedSource {
    FeedSource(name: name, items: Array(items.prefix(count)))
  }

  /// Reads the feed at a path. Without one, reads the shared corpus; if that is missing, repeats
  /// the demonstration feed.
  static func load(path: String?, limit: Int?) throws -> FeedSource {
    let found =
      try path.map(CorpusFolder.feed).map(read) ?? sharedFeed().map(read) ?? repeatedDemo()
    guard !found.items.isEmpty else { throw BenchmarkFailure("\(found.name): it has no messages") }
    return limit.map(found.prefix) ?? found
  }

  private static func read(_ path: String) throws -> FeedSource {
    let url = URL(fileURLWithPath: path)
    let reader = FeedReader(imageFolder: url.deletingLastPathComponent().path)
    let content =
      path.hasSuffix(".gz")
      ? reader.read(try unpacked(path), source: path) : reader.read(path: path)
    if let error = content.errors.first { throw BenchmarkFailure(error.description) }
    let name = url.lastPathComponent.prefix { $0 != "." }
    return FeedSource(name: String(name), items: content.items)
  }

  private static func unpacked(_ path: String) throws -> Data {
    let result = try ChildProcess.run(["gzip", "-dc", "--", path])
    guard result.status == 0 else { throw BenchmarkFailure("\(path): gzip cannot unpack it") }
    return result.output
  }
}

// MARK: - Places

extension FeedSource {
  private static var repository: URL {
    // Benchmarks/Sources/LinecasterBench/FeedCommand.swift
    (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
  }

  private static func sharedFeed() -> String? {
    let folder =
      ProcessInfo.processInfo.environment["LINECASTER_SHARED"]
      ?? repository.deletingLastPathComponent().appendingPathComponent("shared").path
    let candidates = ["feed.jsonl", "feed.jsonl.gz"].map { "\(folder)/corpus/\($0)" }
    if let found = candidates.first(where: FileManager.default.fileExists) { return found }
    SampleWriter.note(
      """
      linecaster-bench: \(candidates[1]) was not found; set LINECASTER_SHARED to the folder that \
      has corpus/. Measuring the demonstration feed instead, whose numbers differ from those of a \
      corpus. `linecaster-bench make-corpus FOLDER` makes one; pass FOLDER
      """)
    return nil
  }

  /// The repetitions of the demonstration feed: 1,000 rows in all.
  private static let repetitions = 100

  private static func repeatedDemo() throws -> FeedSource {
    let path = "Sources/LinecasterCommand/Demo/demo.jsonl"
    let demo = try read(repository.appendingPathComponent(path).path)
    let items = (0..<repetitions).flatMap { copy in
      demo.items.map { item in
        var item = item
        item.identifier = .name("\(copy) \(item.identifier)")
        return item
      }
    }
    return FeedSource(name: demo.name, items: items)
  }
}
