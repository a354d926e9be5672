import ArgumentParser
import Foundation
import Linecaster
import LinecasterFeed

/// Renders a feed into a picture, through the whole pipeline.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a feed or a text into a PNG picture.",
    discussion: """
      The feed has one message a line, each a JSON object with these fields:

        id      a number or a string
        author  who wrote it
        time    seconds since 1970, or words that are shown as they are
        body    what it says
        avatar  optional: the colour of the author, such as "#4361EE"
        image   optional: a PNG file in the folder of the feed or in one below

      A file whose name ends in .txt is drawn as plain text.

      Examples:

        echo '{"id": 1, "author": "Ada", "time": "now", "body": "Hello! 👋"}' \\
          | linecaster render - -o hello.png
        linecaster render feed.jsonl -o feed.png --width 360 --scale 2 --theme dark
        linecaster render feed.jsonl -o feed.png --rows 100 --updates 50 --stats
        linecaster render letter.txt -o letter.png --size 24 --dump letter.json

      Exit status: 0 when the picture was written, 1 when something is wrong with the feed, \
      a font or the output, 64 when the command line is. The picture takes its place in one step, \
      when all of it is there; interrupting leaves nothing behind.
      """)

  @Argument(help: "The feed, or - for standard input; or a text, which ends in .txt.")
  var feed: String

  @Option(name: .shortAndLong, help: "The PNG file to write.")
  var output: String

  @Option(help: "The width of the list in layout points, 1 to 10000.")
  var width = 360.0

  @Option(help: "Device pixels a layout point, 0.5 to 4.")
  var scale = 1.0

  @Option(help: "The colours.")
  var theme = Theme.light

  @Option(help: "Put only the first rows into the picture; all are measured.")
  var rows: Int?

  @Option(help: "Use the fonts of this folder, in the order of their names, not the bundled ones.")
  var fontDir: String?

  @Option(help: "Apply this many random edits on the way, and check that the picture is right.")
  var updates = 0

  @Option(help: "The seed of the random edits.")
  var seed: UInt64 = 1

  @Option(help: "The number of worker threads, 1 to 256; by default one a core.")
  var workers: Int?

  @Option(help: "The size of the em of plain text in layout points, 1 to 1000.")
  var size: Double?

  @Option(help: "Write the glyphs of plain text and their places to this JSON file.")
  var dump: String?

  @Flag(help: "Start the glyphs of plain text at any place, not only at quarters of a pixel.")
  var exact = false

  @Flag(help: "Print what was done and where the time went.")
  var stats = false

  func validate() throws {
    guard (1...10_000).contains(width) else {
      throw ValidationError("--width must be from 1 to 10000, not \(width).")
    }
    guard (0.5...4).contains(scale) else {
      throw ValidationError("--scale must be from 0.5 to 4, not \(scale).")
    }
    // A picture has no more rows of pixels.
    guard (1...Bitmap.maximumSide).contains(rows ?? 1) else {
      throw ValidationError("--rows must be from 1 to \(Bitmap.maximumSide).")
    }
    guard (1...256).contains(workers ?? 1) else {
      throw ValidationError("--workers must be from 1 to 256.")
    }
    try validateText()
    guard updates >= 0 else { throw ValidationError("--updates must be at least 0.") }
    guard !["", "-"].contains(output) else {
      throw ValidationError("--output must be a file; standard output is not supported.")
    }
  }

  /// Options of plain text are for it alone, and those of feeds are not for it.
  private func validateText() throws {
    guard (1...1000).contains(size ?? 1) else {
      throw ValidationError("--size must be from 1 to 1000.")
    }
    if !isText, size != nil || dump != nil || exact {
      throw ValidationError("--size, --dump and --exact are for plain text (.txt).")
    }
    if isText, rows != nil || updates > 0 || workers != nil || stats {
      throw ValidationError("--rows, --updates, --workers and --stats are for feeds.")
    }
  }

  private var isText: Bool { feed.hasSuffix(".txt") }

  func run() throws {
    MainActor.assumeIsolated { InterruptHandler.install() }
    do {
      try isText ? renderText() : render()
    } catch let status as ExitCode {
      throw status
    } catch {
      throw CommandFailure.report(["\(error)"])
    }
  }
}

extension RenderCommand {
  private func render() throws {
    let start = ContinuousClock.now
    let output = try OutputFile(output, input: feed)
    let items = try readFeed()
    var report = RenderReport(readTime: ContinuousClock.now - start)
    let job = RenderJob(
      items: items,
      environment: LayoutEnvironment(width: width, scale: PixelScale(scale), theme: theme),
      fonts: try fontDir.map(FontCollection.folder) ?? .bundled(), imageFolder: imageFolder,
      rowLimit: rows, updates: updates, seed: seed, workers: workers, output: output)
    try MainActor.assumeIsolated { try job.run(&report) }
    report.totalTime = ContinuousClock.now - start
    if stats { print(report.description) }
  }

  private func renderText() throws {
    try TextJob(
      text: try TextJob.text(of: feed), width: width, size: size ?? Self.defaultSize,
      scale: PixelScale(scale), theme: theme,
      fonts: try fontDir.map(FontCollection.folder) ?? .bundled(),
      rendering: GlyphRendering(placement: exact ? .exact : .quarter),
      output: try OutputFile(output, input: feed), dump: dump
    ).run()
  }

  /// The em of plain text in layout points.
  private static let defaultSize = 16.0

  private var imageFolder: String {
    feed == "-" ? "." : URL(fileURLWithPath: feed).deletingLastPathComponent().path
  }

  private func readFeed() throws -> [FeedItem] {
    let content = FeedReader(imageFolder: imageFolder).read(path: feed)
    guard content.errors.isEmpty else {
      throw CommandFailure.report(content.errors.map(\.description))
    }
    guard !content.items.isEmpty else {
      throw RenderFailure(description: "\(feed): the feed has no messages to draw")
    }
    return content.items
  }
}
