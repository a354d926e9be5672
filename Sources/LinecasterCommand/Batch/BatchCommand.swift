import ArgumentParser
import Foundation
import Linecaster
import LinecasterCommandSupport
import LinecasterScenes
import Synchronization

/// Draws a picture for each request in the input.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Draw a picture for each request on standard input.",
    discussion: """
      Stays warm: fonts, words and glyphs are read once for all cards. A request is a JSON object \
      a line; so is an answer, in the order of the requests:

        {"id": 1, "scene": {"body": {"Text": "Hello"}}}
        {"id": 1, "picture": "iVBORw0…", "sha256": …, "key": …, "width": …, "height": …,
         "missing": [], "faults": [], "ms": 4.9}

      Members of requests:

        id        a whole number of 64 bits or a string; names the answer and the file
        scene     a scene, or
        template  a template, or neither, for the one of --template
        data      the data of the template
        width, scale, theme, textScale, rendering, format, quality, compact, strict
                  in place of those of the command line

      Members of answers:

        picture   the file in base64; 'file' in its place with --files
        sha256    the digest of the file
        key       a digest of all that was asked for and drawn with: the request without its \
      id, the options, the fonts, the version. The same key has the same sha256
        width, height   in pixels
        missing   characters that no font has
        faults    images that cannot be read; a word stands in their place
        ms        milliseconds that drawing took
        error     in place of all these: code, path, line (that of the input), reason, and where \
      it is known column, or place in the template file; and where a limit of --max-… is at \
      fault, limit, needed and allowed

      A request that is wrong never ends the batch. With --framing frames a request is the length \
      of its JSON in four bytes, the most significant first, and the JSON; an answer is the same, \
      and its member 'bytes' says how many bytes of the picture follow.

      The same request gives the same picture on any number of workers, after any other. What is \
      read ahead is limited, so that memory stays as it is however long the input.

      Examples:

        linecaster batch < requests.jsonl > answers.jsonl
        linecaster batch --template card.json --files cards < rows.jsonl > index.jsonl
        linecaster batch --template card.json --files cards --resume < rows.jsonl > rest.jsonl
        linecaster batch --format webp --quality 80 --workers 2 --unordered < requests.jsonl

      Interrupted once, or asked to end, it finishes the cards it is drawing, and says after which \
      line it stopped: all rows up to that one are answered. Interrupted twice it ends at once.

      Exit status: 0 when all pictures were drawn, 2 when some rows have an error in place of one, \
      1 when standard input cannot be read, standard output lost something, or a font or the \
      template is at fault, 64 when the command line is wrong, 130 when it was interrupted.
      """)

  @OptionGroup var drawing: DrawingOptions

  @Option(help: "The template of requests that bring none along, a file.")
  var template: String?

  @Option(
    help: """
      The folder with the images and fonts that scenes name; by default that of --template, or \
      the one the command runs in.
      """)
  var images: String?

  @Option(help: "Device pixels a layout point, 0.5 to 4.")
  var scale = 1.0

  @Option(help: "How letters are drawn: plain, screen or auto; by default what a scene says.")
  var rendering: TextRendering?

  @Option(help: "The format of pictures.")
  var format = PictureFormat.png

  @Option(help: "How near a lossy file is to the picture, 0 to 100.")
  var quality: Int?

  @Flag(help: "Write PNG files of at most 256 colours, where that is near enough.")
  var compact = false

  @Option(help: "How small PNG files are to be.")
  var compression = PictureEncoding.Effort.small

  @Option(help: "How requests and answers follow each other.")
  var framing = BatchFraming.lines

  @Flag(help: "Answer as cards are done, not in the order of requests.")
  var unordered = false

  @Option(help: "How many cards are drawn at once, 1 to 256; by default one a core.")
  var workers: Int?

  @Option(
    help: """
      A folder for the pictures, each named after its id; made where it is missing. A file takes \
      its name when all of it is there.
      """)
  var files: String?

  @Flag(help: "Leave rows alone whose files are in --files already.")
  var resume = false

  @Flag(help: "Leave 'ms' out of answers, so that the same input gives the same output.")
  var noTimes = false

  func validate() throws {
    try InputOptions.check(scale: scale)
    guard (1...256).contains(workers ?? 1) else {
      throw ValidationError("--workers must be from 1 to 256.")
    }
    guard !["", "-"].contains(template), !["", "-"].contains(files), images != "" else {
      throw ValidationError("--template must be a file, --files and --images folders.")
    }
    guard !resume || files != nil else {
      throw ValidationError("--resume needs --files: what is there is found by its file.")
    }
    try PictureEncoding(format, quality: quality, isCompact: compact).check(option: "--format")
  }

  func run() throws {
    guard framing == .lines || files != nil || !StandardStream.output.isTerminal else {
      throw CommandFailure(
        description: "standard output is a terminal; lead it to a file or another program")
    }
    let painter = try painter()
    var answerer = try BatchAnswerer(
      painter, template: template.map(DrawingInput.json), options: options, framing: framing)
    (answerer.folder, answerer.isResumed, answerer.hasTimes) = (files, resume, !noTimes)
    if let files { try Self.makeFolder(files) }
    let answer: @Sendable (BatchRow) -> BatchAnswer = answerer.answer
    let runner = BatchRunner(
      workers: workers ?? ProcessInfo.processInfo.activeProcessorCount, isOrdered: !unordered)
    let start = ContinuousClock.now
    let signal = Mutex<Int32?>(nil)
    let summary = try MainActor.assumeIsolated {
      InterruptHandler.install { number in
        signal.withLock { $0 = number }
        runner.stop()
      }
      let progress = ProgressLine {
        let summary = runner.summary
        return "\(summary.count) cards" + (summary.failed > 0 ? ", \(summary.failed) failed" : "")
      }
      defer { progress.clear() }
      return try MainLoop.result(progress) { [framing] in
        try runner.run(
          BatchRows(framing), read: StandardInput.piece, answer: answer
        ) { bytes throws(CommandFailure) in try StandardStream.output.write(bytes) }
      }
    }
    CommandFailure.warn(DrawingWarnings(of: painter).fontMessages)
    try end(summary, after: ContinuousClock.now - start, signal: signal.withLock { $0 })
  }

  /// Reports the outcome of the batch.
  private func end(_ summary: BatchSummary, after time: Duration, signal: Int32?) throws(ExitCode) {
    let seconds = Double(time.nanoseconds) / 1e9
    let rate = seconds > 0 ? Double(summary.count) / seconds : 0
    CommandFailure.tell(
      "\(summary.count) cards in \(HTMLText.number(seconds)) s, \(HTMLText.number(rate)) a second"
        + (summary.outcomes.isEmpty ? "" : ": \(summary.outcomes)"))
    if let signal {
      CommandFailure.tell(Self.stopped(after: summary.last, framing))
      throw ExitCode(128 + signal)
    }
    if summary.failed > 0 { throw ExitCode(2) }
  }

  /// The message about where a batch stopped, for resuming it.
  private static func stopped(
    after last: (number: Int, id: ItemIdentifier?)?, _ framing: BatchFraming
  ) -> String {
    let unit = framing == .lines ? "line" : "frame"
    guard let last else { return "stopped before the first \(unit)" }
    var id = JSONLine()
    id.add("id", last.id)
    return "stopped after \(unit) \(last.number), \(String(decoding: id.end(), as: UTF8.self)): "
      + "all up to that one are answered"
  }

  private var options: PictureOptions {
    var options = drawing.options(scale: scale)
    options.rendering = rendering
    options.encoding = PictureEncoding(format, quality: quality, isCompact: compact)
    options.encoding.effort = compression
    return options
  }

  private func painter() throws -> PicturePainter {
    let folder = template.map { DrawingInput($0, kind: .scene).imageFolder }
    return PicturePainter(
      fonts: try drawing.fonts.collection(), folder: images ?? folder ?? ".",
      budget: drawing.budget)
  }

  private static func makeFolder(_ path: String) throws(CommandFailure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw CommandFailure(
        description: "\(path): cannot be made: \(SystemFailure.reason(error))")
    }
    guard FileManager.default.isWritableFile(atPath: path) else {
      throw CommandFailure(description: "\(path): cannot be written: permission denied")
    }
  }
}

extension BatchFraming {
  /// The keyword, for help.
  var defaultValueDescription: String { rawValue }
}
