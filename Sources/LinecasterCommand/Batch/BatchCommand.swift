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
      Loads fonts, words and glyphs once for all cards. Requests and answers are JSON objects, one \
      per line, in the same order:

        {"id": 1, "scene": {"body": {"Text": "Hello"}}}
        {"id": 1, "picture": "iVBORw0…", "sha256": …, "key": …, "width": …,
         "height": …, "missing": [], "faults": [], "ms": 4.9}

      Members of requests:

        id        a 64-bit integer or a string; names the answer and the file
        scene     a scene, or
        markdown  a text in Markdown, or
        template  a template; by default, the one of --template
        data      the data for the template
        width, scale, theme, textScale, rendering, format, quality, compact,
                  compression, strict
                  override the options of the command line

      Members of answers:

        picture   the file in base64; with --files, 'file' with its name instead
        sha256    the digest of the file
        key       a digest of the request without its id, the options, the fonts and the \
      version. Equal keys have equal sha256
        width, height   in pixels
        missing   characters that no font has
        faults    images that cannot be read, whose names are drawn instead; content that does \
      not fit; names in braces in a scene without data
        ms        milliseconds that drawing took
        error     instead of all these: code, path, line (of the input), reason, and if known \
      column, or place in the template file; 'others' with further faults; if a --max-… limit is \
      exceeded, also limit, needed and allowed

      Names of 'data' that the template does not use are errors, and so are names of the \
      template's own 'data' that a row omits; 'defaults' in the template has the values that may \
      be omitted. --names missing accepts other names; --names none also draws the template's \
      own data for missing ones.

      An invalid request does not end the batch. With --framing frames, a request is the length of \
      its JSON in four bytes, big-endian, and the JSON; so is an answer, followed by as many bytes \
      of the picture as its member 'bytes' states.

      A request gives the same picture on any number of workers, in any order. Reading ahead is \
      limited, so memory does not grow with the input.

      Examples:

        linecaster batch < requests.jsonl > answers.jsonl
        linecaster batch --template card.json --files cards < rows.jsonl > index.jsonl
        linecaster batch --template card.json --files cards --resume < rows.jsonl > rest.jsonl
        linecaster batch --format webp --quality 80 --workers 2 --unordered < requests.jsonl

      The first SIGINT or SIGTERM finishes the cards being drawn, and reports the last line that \
      was answered; all rows up to it are answered. The second one stops at once.

      Exit status: 0 if all pictures were drawn, 2 if some rows have an error instead, 1 if \
      standard input, standard output, a font or the template failed, 64 if the command line is \
      wrong, 130 if interrupted.
      """)

  @OptionGroup var drawing: DrawingArguments

  @Option(help: "The template file for requests without a scene or template.")
  var template: String?

  @Option(
    help: """
      The folder of images and fonts that scenes may use; defaults to the folder of --template, \
      or the current one.
      """)
  var images: String?

  @Option(help: "Device pixels per layout point, 0.5 to 4.")
  var scale = 1.0

  @Option(help: "The text rendering: plain, screen or auto; by default, the scene's own.")
  var rendering: TextRendering?

  @Option(help: "The format of pictures.")
  var format = PictureFormat.png

  @Option(help: "The quality of lossy formats, 0 to 100.")
  var quality: Int?

  @Flag(help: "Write PNG files of at most 256 colours if the difference is invisible.")
  var compact = false

  @Option(help: "The effort for compressing PNG files.")
  var compression = PictureEncoding.Effort.standard

  @Option(help: "The framing of requests and answers.")
  var framing = BatchFraming.lines

  @Flag(help: "Answer as soon as cards are done, not in the order of requests.")
  var unordered = false

  @Option(help: "The number of cards drawn concurrently, 1 to 256; defaults to one per core.")
  var workers: Int?

  @Option(
    help: """
      A folder for the pictures, each named after its id; created if missing. Files appear only \
      when they are complete. A row whose file another row has written is an error.
      """)
  var files: String?

  @Option(
    help: """
      When files are flushed to the disk, so they survive a loss of power: at the end of the \
      batch, or each before its answer.
      """)
  var sync = BatchSync.end

  @Option(help: SceneTemplate.NameCheck.help)
  var names = SceneTemplate.NameCheck.all

  @Flag(help: "Skip rows whose output file exists in --files.")
  var resume = false

  @Flag(help: "Omit 'ms' from answers, so the same input gives the same output.")
  var noTimes = false

  func validate() throws {
    try InputOptions.check(scale: scale)
    guard (1...256).contains(workers ?? 1) else {
      throw ValidationError("--workers must be from 1 to 256.")
    }
    guard !["", "-"].contains(template), !["", "-"].contains(files), images != "" else {
      throw ValidationError("--template must be a file; --files and --images must be folders.")
    }
    guard sync == .end || files != nil else {
      throw ValidationError("--sync needs --files.")
    }
    guard !resume || files != nil else {
      throw ValidationError("--resume needs --files, which has the finished pictures.")
    }
    try PictureEncoding(format, quality: quality, isCompact: compact).check(option: "--format")
  }

  func run() throws {
    guard framing == .lines || files != nil || !StandardStream.output.isTerminal else {
      throw CommandFailure(
        description: "standard output is a terminal; redirect it to a file or another program")
    }
    let painter = try painter()
    var answerer = try BatchAnswerer(
      painter, template: template.map(DrawingInput.json), options: options, framing: framing)
    (answerer.folder, answerer.isResumed, answerer.hasTimes) = (files, resume, !noTimes)
    (answerer.isFlushed, answerer.nameCheck) = (sync == .each, names)
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
    if let files, sync == .end { try AtomicFileWriter.flush(folder: files) }
    CommandFailure.warn(DrawingWarnings(of: painter).fontMessages)
    try end(summary, after: ContinuousClock.now - start, signal: signal.withLock { $0 })
  }

  /// Reports the outcome of the batch.
  private func end(_ summary: BatchSummary, after time: Duration, signal: Int32?) throws(ExitCode) {
    let seconds = Double(time.nanoseconds) / 1e9
    let rate = seconds > 0 ? Double(summary.count) / seconds : 0
    CommandFailure.note(
      "\(summary.count) cards in \(HTMLText.number(seconds)) s, \(HTMLText.number(rate)) per second"
        + (summary.outcomes.isEmpty ? "" : ": \(summary.outcomes)"))
    if let signal {
      CommandFailure.note(Self.stopped(after: summary.last, framing))
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
      + "all requests up to it are answered"
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
        description: "\(path): cannot be created: \(SystemFailure.reason(error))")
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

/// The moment at which a batch flushes its files to the disk.
enum BatchSync: String, CaseIterable, ExpressibleByArgument {
  /// Once, after the last picture.
  case end
  /// Each picture, before its answer.
  case each
}
