import ArgumentParser
import Foundation
import Linecaster
import LinecasterFeed

/// Renders a feed into a picture, through the whole pipeline.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a feed into a PNG picture.",
    discussion: """
      The feed is JSON Lines: an object a line with the fields id (number or string), author, \
      time (seconds since 1970 or words) and body, and if wanted avatar (a colour such as \
      #4361EE) and image (the path of a PNG file, from the feed's folder). Rows are laid out and \
      drawn on worker threads and put together into one picture.

      Exit status: 0 when the picture was written, 1 when something is wrong with the input or \
      the output, 64 when the command line is. Nothing is written unless all is well.
      """)

  @Argument(help: "The feed, or - for standard input.")
  var feed: String

  @Option(name: .shortAndLong, help: "The PNG file to write.")
  var output: String

  @Option(help: "The width of the list in layout points, 1 to 10000.")
  var width = 360.0

  @Option(help: "Device pixels a layout point, 0.5 to 4.")
  var scale = 1.0

  @Option(help: "The colours: light or dark.")
  var theme = Theme.light

  @Option(help: "Put only the first rows into the picture; all are measured.")
  var rows: Int?

  @Option(help: "Apply this many random edits on the way, and check that the picture is right.")
  var updates = 0

  @Option(help: "The seed of the random edits.")
  var seed: UInt64 = 1

  @Option(help: "The number of worker threads; by default one a core.")
  var workers: Int?

  @Flag(help: "Print what was done and where the time went.")
  var stats = false

  func validate() throws {
    guard (1...10_000).contains(width) else {
      throw ValidationError("--width must be from 1 to 10000, not \(width).")
    }
    guard (0.5...4).contains(scale) else {
      throw ValidationError("--scale must be from 0.5 to 4, not \(scale).")
    }
    guard rows ?? 1 >= 1, workers ?? 1 >= 1, updates >= 0 else {
      throw ValidationError("--rows and --workers must be at least 1, --updates at least 0.")
    }
  }

  func run() throws {
    MainActor.assumeIsolated { InterruptHandler.install() }
    let start = ContinuousClock.now
    let items = try readFeed()
    var report = RenderReport(readTime: ContinuousClock.now - start)
    do {
      let job = RenderJob(
        items: items,
        environment: LayoutEnvironment(
          width: width, scale: PixelScale(scale), theme: theme),
        imageFolder: imageFolder, rowLimit: rows, updates: updates, seed: seed, workers: workers,
        output: output)
      try MainActor.assumeIsolated { try job.run(&report) }
    } catch let error as any CustomStringConvertible & Error {
      throw CommandFailure.report([error.description])
    }
    report.totalTime = ContinuousClock.now - start
    if stats { print(report.description) }
  }

  private var imageFolder: String {
    feed == "-"
      ? "." : URL(fileURLWithPath: feed).deletingLastPathComponent().path
  }

  private func readFeed() throws -> [FeedItem] {
    let result = FeedReader(imageFolder: imageFolder).read(path: feed)
    guard result.errors.isEmpty else {
      throw CommandFailure.report(result.errors.map(\.description))
    }
    return result.items
  }
}
