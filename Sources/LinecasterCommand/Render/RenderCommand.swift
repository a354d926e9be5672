import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport
import LinecasterFonts
import LinecasterScenes

/// Draws a feed, a scene or a text.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    // Parses its arguments alone (`LinecasterCommand.parsed`), and its completion scripts cover all
    // commands, because checking for a completion request takes a millisecond.
    _superCommandName: LinecasterCommand.configuration.commandName ?? "",
    abstract: "Draw a feed, a scene or a text into an image.",
    discussion: """
      A feed (.jsonl) has one message per line, a JSON object with these fields:

        id      a number or a string
        author  the name of the author
        time    seconds since 1970, or a text that is shown as it is
        body    the text of the message
        avatar  optional: the colour of the author, such as "#4361EE"
        image   optional: an image in the folder of the feed or a subfolder
        language  optional: the language of author and body, such as "ur" or "zh-Hant"

      A scene (.json) is a layout tree with the names of the Swift interface:

        {"body": {"Column": {"spacing": 4, "content": [
          {"Text": {"string": "नमस्ते", "style": {"size": 24, "weight": "bold"}}},
          {"Text": ["Shaped and ", {"Styled": "painted", "slant": "italic"}]}
        ]}, "padding": 16, "background": "#F1F3F5"}}

      A scene with a member "data" is a template: "{{name}}" inserts a value of its data, or of \
      the file --data. That file must have all names of "data" that have no value in "defaults":

        {"data": {"name": "Ada", "tags": []}, "body": {"Row": [{"Text": "Hello {{name}}"},
          {"Repeat": "tags", "as": "tag", "content": {"Text": "{{tag}}"}}]}}

      A text (.txt, .md) may have headings, lists, quotes, code, images on lines of their own, \
      *emphasis*, **strong** text, ~~strike~~, `code` and [links](address), by the rules of \
      CommonMark. Line ends are kept, except in .md files, where they are spaces.

      The kind of the input is known by its name, by its first bytes, or by --input. The format of \
      the image is known by its name: \(PictureFormat.list). PDF and SVG keep text and shapes as \
      vectors.

      Examples:

        echo '{"id": 1, "author": "Ada", "time": "now", "body": "Hello! 👋"}' \\
          | linecaster render - -o hello.png
        linecaster render feed.jsonl -o feed.png --width 360 --scale 2 --theme dark
        linecaster render feed.jsonl -o feed.png --rows 100 --updates 50 --stats
        linecaster render card.json -o - --scale 2 | display
        linecaster render card.json -o ada.png --data ada.json
        linecaster render card.json -o card.png --debug --dump card.glyphs.json
        linecaster render letter.txt -o letter.png --size 24
        linecaster render card.json -o card.png --font Inter.ttf --font brand-fonts
        linecaster render card.json -o card.png --rendering plain --scale 1.25
        linecaster render card.json -o card.png --watch
        linecaster render card.json -o card.webp --quality 80
        linecaster render card.json -o card.pdf
        linecaster render card.json -o card.png --compact

      Fonts of --font come first for each character, then the bundled fonts. Standard error \
      reports, once each: missing characters, missing families, weights and styles, synthesized \
      bold and slant, and glyphs with unsupported colours. It also reports unreadable images of \
      scenes and texts, whose names are drawn instead, content of scenes that does not fit the \
      picture, and names in braces in scenes without data; with --strict, they are errors. In \
      feeds, unreadable images always are. A picture that is too large for memory is drawn and \
      written in bands. --max-size limits the size of the picture; --max-pixels and --max-memory \
      limit the memory at a time; --max-blended, --max-nodes, --max-text and --max-time limit the \
      work. Exceeding a limit is an error that names it and the excess.

      With --watch, the image is drawn again whenever the input, an image in it or a font changes, \
      with a line each time. Errors are reported without ending it; Ctrl-C ends it with status 0.

      Exit status: 0 if the image was written, 1 if the input, a font, an image in it or the \
      output failed, 64 if the command line is wrong. The output file is replaced atomically; an \
      interrupt leaves no partial file.
      """)

  @OptionGroup var source: InputOptions

  @Option(
    name: [.short, .long, .customLong("out")],
    help: """
      The file to write: \(PictureFormat.list); PNG for names without an extension and for -, \
      standard output.
      """)
  var output: String

  @Option(help: "Device pixels per layout point, 0.5 to 4.")
  var scale = 1.0

  @Option(help: "Draw only the first rows of a feed; all rows are still measured.")
  var rows: Int?

  @Option(help: "Apply this many random edits to a feed, and verify the image.")
  var updates = 0

  @Option(help: "The seed of the random edits.")
  var seed: UInt64 = 1

  @Option(help: "The number of worker threads for a feed, 1 to 256; defaults to one per core.")
  var workers: Int?

  @Option(help: "The font size of a text in layout points, 1 to 1000.")
  var size: Double?

  @Option(help: "Write the glyphs and their positions to this JSON file.")
  var dump: String?

  @Option(
    help: """
      The text rendering: plain, unmodified outlines; screen, sharper, with corrected weight for \
      light text on dark; auto, screen up to a scale of 1.5. Defaults to the scene's own, or auto.
      """)
  var rendering: TextRendering?

  @Option(
    help: """
      The quality of lossy formats, 0 to 100; defaults to 90 for JPEG and 70 for AVIF. WebP is \
      lossless without it.
      """)
  var quality: Int?

  @Flag(
    help: """
      Write a PNG image of at most 256 colours if no channel changes by more than 1 of 255; \
      halves the size of text.
      """)
  var compact = false

  @Option(help: "The effort for compressing PNG files.")
  var compression = PictureEncoding.Effort.standard

  @Flag(help: "Place glyphs exactly, instead of at quarters of a pixel.")
  var exact = false

  @Flag(help: "Draw boxes, baselines, clusters and fallback fonts over the image.")
  var debug = false

  @Flag(help: "Print statistics, with the time of each stage.")
  var stats = false

  @Flag(help: "Draw again whenever the input or a file it uses changes, until interrupted.")
  var watch = false

  func validate() throws {
    try InputOptions.check(scale: scale)
    // An image has no more pixel rows.
    guard (1...Bitmap.maximumSide).contains(rows ?? 1) else {
      throw ValidationError("--rows must be from 1 to \(Bitmap.maximumSide).")
    }
    guard (1...256).contains(workers ?? 1) else {
      throw ValidationError("--workers must be from 1 to 256.")
    }
    guard (1...1000).contains(size ?? 1) else {
      throw ValidationError("--size must be from 1 to 1000.")
    }
    guard updates >= 0 else { throw ValidationError("--updates must be at least 0.") }
    guard !output.isEmpty else { throw ValidationError("--output must be a file, or -.") }
    guard !["", "-"].contains(dump) else { throw ValidationError("--dump must be a file.") }
    _ = try encoding
    guard !watch || source.path != "-" && output != "-" else {
      throw ValidationError("--watch needs files as input and output.")
    }
  }

  func run() throws {
    try MainActor.assumeIsolated {
      InterruptHandler.install(isNormalEnd: watch)
      guard watch else { return _ = try render() }
      try drawAgain()
    }
  }
}

extension RenderCommand {
  /// Keeps the last image alive until the process ends, because releasing its caches takes as long
  /// as drawing a small one.
  @MainActor private static var lastImage: DrawnImage?

  /// Draws repeatedly, whenever a file changes.
  @MainActor
  private func drawAgain() throws {
    // If the input cannot be read, the files that it named last are still watched.
    var others: [String] = []
    while true {
      // Before reading, so changes during reading are noticed.
      let inputs = [source.path, source.data].compactMap { $0 }
      var files = FileWatch(inputs + source.drawing.fonts.font + others)
      let named = others
      do {
        let report = try render { others = $0 }
        CommandFailure.note(
          "\(output): \(report.imageSize.width) × \(report.imageSize.height) pixels in "
            + "\(report.totalTime.nanoseconds / 1_000_000) ms")
      } catch  where RenderCommand.exitCode(for: error) == .validationFailure {
        throw error
      } catch  where !(error is ExitCode) {
        _ = CommandFailure.report([CommandFailure.message(error)])
      } catch {
        // The error was reported where it occurred.
      }
      if others != named { files = files.adding(others) }
      files.waitForChange()
    }
  }

  /// Draws once.
  ///
  /// - Parameter read: Receives the paths of images and a scene's fonts once the input is read.
  private func render(_ read: (([String]) -> Void)? = nil) throws -> RenderReport {
    let start = ContinuousClock.now
    let (output, dump) = try files()
    let request = try request()
    let writer = ImageWriter(
      output: output, dump: dump, file: request.options.encoding, budget: request.budget,
      deadline: request.deadline, isDebug: debug, isSilent: watch)
    var report = RenderReport()
    let job = try ImageJob(request)
    read?(job.filePaths)
    report.readTime = ContinuousClock.now - start
    report = try MainActor.assumeIsolated { [report] in
      var report = report
      let image = try job.draw(&report)
      try writer.write(image)
      // Bands are drawn while they are written.
      report.warnings.faults = image.rasterizer.glyphs.faults
      report.warnings.images = job.imageFaults
      if !watch { Self.lastImage = image }
      return report
    }
    report.totalTime = ContinuousClock.now - start
    CommandFailure.warn(report.warnings.messages)
    guard stats else { return report }
    // Standard output carries the image if it is written there.
    let stream: StandardStream = output.isStandardOutput ? .error : .output
    try stream.write("\(report.description)\n")
    return report
  }

  /// The files to write, validated before any work.
  private func files() throws -> (output: OutputFile, dump: OutputFile?) {
    let output = try OutputFile(output, input: source.path)
    let dump = try dump.map { try OutputFile($0, input: source.path) }
    guard dump?.path != output.path else {
      throw ValidationError("--dump and --output must be different files.")
    }
    return (output, dump)
  }

  /// The kind of file to write.
  private var encoding: PictureEncoding {
    get throws {
      var encoding = try PictureEncoding(path: output, quality: quality, isCompact: compact)
      encoding.effort = compression
      return encoding
    }
  }

  private func request() throws -> ImageRequest {
    var request = try source.request(scale: scale)
    try checkOptions(for: request.input.kind)
    request.options.rendering = rendering
    request.options.encoding = try encoding
    request.isExact = exact
    request.needsPage = debug || dump != nil
    request.size = size
    request.rowLimit = rows
    request.updates = updates
    request.seed = seed
    request.workers = workers
    return request
  }

  /// Throws for options of other kinds of input.
  private func checkOptions(for kind: InputKind) throws {
    if kind != .text, size != nil { throw ValidationError("--size applies to texts only.") }
    if kind != .feed, rows != nil || updates > 0 || workers != nil {
      throw ValidationError("--rows, --updates and --workers apply to feeds only.")
    }
  }
}

/// Writes an image, and its glyphs if requested.
struct ImageWriter {
  let output: OutputFile
  /// The file for the glyphs and their positions; `nil` without one.
  let dump: OutputFile?
  let file: PictureEncoding
  /// The limits of the image, including its file.
  let budget: RenderBudget
  /// The time limit of the image.
  let deadline: Deadline
  /// Whether the image shows its anatomy.
  let isDebug: Bool
  /// Whether completion is reported elsewhere.
  let isSilent: Bool

  /// Writes all files; each write is atomic.
  @MainActor
  func write(_ image: DrawnImage) throws {
    let progress = ProgressLine { "writing \(output.name)" }
    defer { progress.clear() }
    let picture = try MainLoop.result(progress) { [self] in
      let picture = isDebug ? try image.withAnatomy() : image.picture
      try WorkScope.run(by: deadline, of: output.name, isCancelled: { false }) { scope in
        try output.write(picture, file.encoder(for: picture), budget, scope)
      }
      if let dump, let page = image.page {
        try dump.write(GlyphDump(page, image: output.path, beside: dump.path).json())
      }
      return picture
    }
    guard !isSilent else { return }
    progress.end("\(output.name): \(picture.width) × \(picture.height) pixels")
  }
}

extension OutputFile {
  /// Writes an image, band by band if it has several.
  fileprivate func write(
    _ picture: BandedImage, _ encoder: any ImageEncoder, _ budget: RenderBudget,
    _ scope: WorkScope
  ) throws {
    guard isStandardOutput else {
      return try encoder.write(picture, to: path, budget: budget, in: scope)
    }
    try encoder.encode(picture, name: name, budget: budget, in: scope) {
      try write($0)
    }
  }
}

/// The glyphs of an image with their positions, for drawing them with another program.
struct GlyphDump: Encodable {
  /// The path of the image file; only its name if it is beside the dump.
  let image: String
  private(set) var glyphs: [Glyph] = []

  /// A glyph: the font's file name, and the font size and the origin in pixels, y down.
  struct Glyph: Encodable {
    let font: String
    let index: Int
    let size: Double
    let id: UInt32
    let x: Double
    let y: Double
  }

  /// Collects the glyphs of a page.
  ///
  /// - Parameters:
  ///   - image: The path of its image.
  ///   - dump: The path of the dump.
  init(_ page: DrawnPage, image: String, beside dump: String) {
    let (image, dump) = (URL(fileURLWithPath: image), URL(fileURLWithPath: dump))
    let isBeside = image.deletingLastPathComponent().path == dump.deletingLastPathComponent().path
    self.image = isBeside ? image.lastPathComponent : image.path
    for (layout, origin) in page.texts { add(layout, at: origin, scale: page.scale) }
  }

  /// Adds the glyphs of a layout, whose top-left corner is given in layout points.
  private mutating func add(_ layout: TextLayout, at origin: Point, scale: PixelScale) {
    for run in layout.glyphRuns {
      let font = URL(fileURLWithPath: run.face.data.source).lastPathComponent
      run.forEachGlyph { glyph, x, y in
        glyphs.append(
          Glyph(
            font: font, index: run.face.index, size: run.size * scale.factor, id: glyph,
            x: (origin.x + x) * scale.factor, y: (origin.y + y) * scale.factor))
      }
    }
  }

  /// The dump as JSON (RFC 8259).
  func json() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(self))
  }
}

/// Files that are watched for changes.
///
/// They are polled ten times a second, which works on every file system, and for editors that
/// replace files.
struct FileWatch {
  /// The identity and the state of a file; `nil` if there is no file.
  private struct State: Equatable {
    let device: UInt
    let number: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt(status.st_dev)
      number = UInt(status.st_ino)
      size = Int(status.st_size)
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }

  private let paths: [String]
  private var states: [State?]

  /// The polling interval in seconds; a change is complete when the next poll finds no other.
  private static let interval = 0.1

  /// Starts to watch.
  init(_ paths: [String]) {
    self.paths = paths.flatMap(Self.files)
    states = self.paths.map(State.init)
  }

  /// The same watch with more files; known files keep their state.
  func adding(_ more: [String]) -> FileWatch {
    var watch = FileWatch(paths + more.filter { !paths.contains($0) })
    watch.states.replaceSubrange(states.indices, with: states)
    return watch
  }

  /// Waits, while running the main queue, until a file has changed and is stable.
  @MainActor
  mutating func waitForChange() {
    var isChanged = false
    while true {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: Self.interval))
      let now = paths.map(State.init)
      if now == states && isChanged { return }
      isChanged = isChanged || now != states
      states = now
    }
  }

  /// The files of a path: itself, or the font files of a folder.
  private static func files(at path: String) -> [String] {
    guard FontFinder.isFolder(path) else { return [path] }
    let finder = FontFinder(folders: [path])
    return finder.folders + finder.files
  }
}
