import Foundation
import LinecasterTestSupport
import Testing

/// Every subcommand with broken standard output, standard error, or both: it ends by itself, and
/// its status says whether its result was delivered.
///
/// The tests are serialized because each starts sixteen processes, and other tests measure time.
@Suite(.serialized) struct LostOutputTests {
  /// The state of a stream.
  enum Stream: String, CaseIterable {
    case fine
    case closed
    case full
    case broken

    /// The redirection in shell syntax; `pipe` is the name of a pipe without a reader.
    func redirection(_ number: Int, file: String, pipe: String) -> String {
      switch self {
      case .fine: "\(number)>'\(file)'"
      case .closed: "\(number)>&-"
      case .full: "\(number)>/dev/full"
      case .broken: "\(number)>&\(pipe)"
      }
    }
  }

  /// A command line with its exit status if no output is lost.
  struct Line: CustomTestStringConvertible {
    let description: String
    let arguments: [String]
    let status: Int32
    /// Whether it writes to standard output.
    var writes = true
    /// The file that is standard input; nil for none.
    var input: String?

    var testDescription: String { description }
  }

  /// Names of the test's files, with their content.
  private static let files: [String: String] = [
    "scene.json": #"{"body": {"Text": "Hello"}}"#,
    "missing.json": #"{"body": {"Text": "\u0378"}}"#,
    "fault.json": #"{"body": {"Test": "Hello"}}"#,
    "trees.jsonl": #"{"name": "a", "root": {"style": {"width": 9}}}"#,
    "faulty.jsonl": #"{"name": "a", "root": {"style": {"width": "x"}}}"# + "\n"
      + #"{"name": "a", "root": {"style": {"width": 9}}}"#,
    "texts.jsonl": #"{"id": "a", "input": {"text": "a", "fonts": ["box"], "size": 9}}"#,
    "faulty-texts.jsonl": #"{"id": "a", "input": {"text": "a", "fonts": ["none"], "size": 9}}"#,
    "fonts.json": #"{"box": {"file": "Variable.ttf"}}"#,
    "noise.ttf": "noise",
    "rows.jsonl": #"{"id": 1, "scene": {"body": {"Text": "Hello"}}}"#,
    "faulty-rows.jsonl": #"{"id": 1, "scene": {"body": {"Text": "Hello"}}}"# + "\nx\n",
  ]

  private static let lines: [Line] = [
    Line(description: "help", arguments: ["--help"], status: 0),
    Line(description: "help of a command", arguments: ["help", "render"], status: 0),
    Line(description: "version", arguments: ["--version"], status: 0),
    Line(
      description: "completion", arguments: ["--generate-completion-script", "bash"], status: 0),
    Line(description: "wrong option", arguments: ["render", "--nope"], status: 64, writes: false),
    Line(description: "render", arguments: ["render", "scene.json", "-o", "-"], status: 0),
    Line(
      description: "render to a file", arguments: ["render", "scene.json", "-o", "out.png"],
      status: 0, writes: false),
    Line(
      description: "render, a warning",
      arguments: ["render", "missing.json", "-o", "out.png"], status: 0, writes: false),
    Line(
      description: "render, a warning and a report",
      arguments: ["render", "missing.json", "-o", "out.png", "--stats"], status: 0),
    Line(
      description: "render, a failure", arguments: ["render", "fault.json", "-o", "out.png"],
      status: 1, writes: false),
    Line(description: "batch", arguments: ["batch"], status: 0, input: "rows.jsonl"),
    Line(
      description: "batch, in frames, of nothing", arguments: ["batch", "--framing", "frames"],
      status: 0, writes: false),
    Line(
      description: "batch to files", arguments: ["batch", "--files", "cards"], status: 0,
      input: "rows.jsonl"),
    Line(
      description: "batch, rows that failed", arguments: ["batch"], status: 2,
      input: "faulty-rows.jsonl"),
    Line(
      description: "batch, a failure", arguments: ["batch", "--template", "noise.ttf"], status: 1,
      writes: false),
    Line(description: "inspect", arguments: ["inspect", "scene.json", "-o", "-"], status: 0),
    Line(
      description: "inspect, a warning",
      arguments: ["inspect", "missing.json", "-o", "out.html"], status: 0, writes: false),
    Line(
      description: "inspect, a failure", arguments: ["inspect", "fault.json", "-o", "-"],
      status: 1, writes: false),
    Line(description: "measure", arguments: ["measure", "Hello"], status: 0),
    Line(description: "measure, JSON", arguments: ["measure", "Hello", "--json"], status: 0),
    Line(
      description: "measure, a failure",
      arguments: ["measure", "Hello", "--font", "none"], status: 1, writes: false),
    Line(
      description: "text",
      arguments: ["text", "texts.jsonl", "--fonts", "fonts.json", "--font-dir", "fonts"],
      status: 0),
    Line(
      description: "text, a failure",
      arguments: ["text", "faulty-texts.jsonl", "--fonts", "fonts.json"], status: 1),
    Line(
      description: "glyphs", arguments: ["glyphs", "--font", "fonts/Variable.ttf", "l"], status: 0),
    Line(
      description: "glyphs, a failure", arguments: ["glyphs", "--font", "noise.ttf", "l"],
      status: 1, writes: false),
    Line(description: "schema", arguments: ["schema"], status: 0),
    Line(
      description: "serve, without a server", arguments: ["serve"], status: 1, writes: false),
    Line(description: "boxes", arguments: ["boxes", "trees.jsonl"], status: 0),
    Line(description: "boxes, a failure", arguments: ["boxes", "faulty.jsonl"], status: 1),
    Line(
      description: "fonts list", arguments: ["fonts", "list", "--font", "fonts"], status: 0),
    Line(
      description: "fonts list, a warning",
      arguments: ["fonts", "list", "--font", "fonts", "--font", "mixed"], status: 0),
    Line(
      description: "fonts match", arguments: ["fonts", "match", "--font", "fonts", "--json"],
      status: 0),
    Line(
      description: "fonts match, a failure",
      arguments: ["fonts", "match", "--family", "None"], status: 1, writes: false),
    Line(
      description: "fonts explain",
      arguments: ["fonts", "explain", "l", "--font", "fonts"], status: 0),
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for (name, text) in Self.files { _ = try folder.write(text, to: name) }
    for name in ["fonts", "mixed"] {
      try FileManager.default.createDirectory(
        atPath: folder.file(name), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        atPath: FontFixtures.variable, toPath: folder.file("\(name)/Variable.ttf"))
    }
    _ = try folder.write("no font", to: "mixed/noise.ttf")
  }

  @Test(arguments: lines)
  func theStatusTellsAndNothingTraps(line: Line) async throws {
    for output in Stream.allCases {
      // Standard error is broken beside a good output, or both streams are broken in the same way.
      for error in output == .fine ? Stream.allCases : [.fine, output] {
        let lost = output != .fine && line.writes
        let run = try await shell(line.arguments, output, error, input: line.input)
        let place: Comment = "output \(output.rawValue), error \(error.rawValue): \(run.errors)"
        #expect(run.status == (lost ? 1 : line.status), place)
        #expect(!run.errors.contains("Error Domain"), place)
        if lost, error == .fine {
          #expect(run.errors.contains("linecaster: standard output: cannot be written: "), place)
        }
        if output == .fine, line.status != 1 { #expect(run.output.isEmpty != line.writes, place) }
        // Output for a closed stream must not go into the file that is opened next.
        if line.status == 0, line.arguments.contains("out.png") {
          #expect(try folder.read("out.png").starts(with: [0x89, 0x50, 0x4E, 0x47]), place)
        }
        try? FileManager.default.removeItem(atPath: folder.file("out.png"))
      }
    }
  }

  /// A requested report that cannot be written is a failure, although the image is written.
  @Test func aLostReportIsTold() async throws {
    let line = ["render", "scene.json", "-o", "-", "--stats"]
    let run = try await shell(line, .fine, .full)
    #expect(run.status == 1 && run.output.hasPrefix("\u{FFFD}PNG"))
    let told = try await shell(line, .fine, .fine)
    #expect(told.status == 0 && told.errors.contains("longest main-queue block"))
  }

  /// Output larger than a pipe's buffer goes through a non-blocking pipe.
  @Test func aSlowReaderGetsEverything() async throws {
    let lines = String(repeating: "words\n", count: 10_000)
    let text = try folder.write(lines, to: "words.txt")
    let pipe = Pipe()
    let end = pipe.fileHandleForWriting.fileDescriptor
    #expect(fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) == 0)
    async let output = Self.read(pipe.fileHandleForReading)
    let run = try await LinecasterRun(
      ["measure", "-"], input: text, output: pipe.fileHandleForWriting
    ) { _ in try pipe.fileHandleForWriting.close() }
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let shown = String(decoding: await output, as: UTF8.self)
    #expect(shown.utf8.count > 1 << 17)
    #expect(shown.hasPrefix("10000 lines, ") && shown.hasSuffix("\nfonts: Noto Sans\n"))
  }

  /// Reads a pipe to its end, after a pause.
  private static func read(_ pipe: FileHandle) async -> Data {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) {
        continuation.resume(returning: (try? pipe.readToEnd()) ?? Data())
      }
    }
  }

  /// The result of a run.
  private struct Run {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The timeout of a run in seconds, long enough for a busy machine.
  private static let patience = 300

  /// Runs the tool in the test's folder.
  ///
  /// It uses a shell because `Process` cannot close a stream. Signals are reported as 128 and more.
  private func shell(
    _ arguments: [String], _ output: Stream, _ error: Stream, input: String? = nil
  ) async throws -> Run {
    for name in ["output", "errors"] { _ = try folder.write("", to: name) }
    let words = ([LinecasterRun.program(for: arguments).path] + arguments).map { "'\($0)'" }
    // The pipe's reader ends before the tool starts.
    let script = """
      cd '\(folder.path)'
      exec 9> >(exec true); wait $!
      exec timeout -k 1 \(Self.patience) \(words.joined(separator: " ")) < \(input ?? "/dev/null") \
      \(output.redirection(1, file: "output", pipe: "9")) \
      \(error.redirection(2, file: "errors", pipe: "9"))
      """
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", script]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    while process.isRunning { try await Task.sleep(for: .milliseconds(2)) }
    let isExit = process.terminationReason == .exit
    return Run(
      status: isExit ? process.terminationStatus : -process.terminationStatus,
      output: String(decoding: try folder.read("output"), as: UTF8.self),
      errors: String(decoding: try folder.read("errors"), as: UTF8.self))
  }
}
