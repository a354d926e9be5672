import Foundation
import LinecasterTestSupport
import Testing

@testable import LinecasterCommand

/// Files that made an earlier version trap, or take hours or gigabytes: each is drawn or refused in
/// bounded memory.
@Suite(.serialized, .enabled(if: SharedFiles.mayRun(with: "defects/input")))
struct EarlierDefectsTests {
  private let folder: TemporaryFolder
  private let inputs: String

  init() throws {
    folder = try TemporaryFolder()
    inputs = try #require(SharedFiles.path("defects/input"))
  }

  /// The maximum memory of a process: fonts, programs, and a budget of 128 MiB.
  private static let mostBytes = 420 << 20

  /// Options as a server uses them.
  private static let options = [
    "--max-pixels", "\(1 << 24)", "--max-memory", "128", "--max-blended", "\(1 << 30)",
    "--max-text", "\(1 << 20)", "--max-time", "60",
  ]

  /// The path of a file, decompressed if it is compressed.
  private func unpacked(_ name: String) throws -> String {
    guard name.hasSuffix(".gz") else { return "\(inputs)/\(name)" }
    let path = folder.file(String(name.dropLast(3)))
    try Data().write(to: URL(fileURLWithPath: path))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["gzip", "-dc", "\(inputs)/\(name)"]
    let file = try #require(FileHandle(forWritingAtPath: path))
    process.standardOutput = file
    try process.run()
    process.waitUntilExit()
    return path
  }

  @Test func eachEndsInBoundedTimeAndMemory() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: inputs).sorted()
      .filter { $0 != "README.md" && $0 != "fonts.json" && $0 != "text-spacing.jsonl" }
    #expect(names.count > 10)
    for name in names {
      let output = folder.file("\(name).png")
      let (run, bytes) = try await LinecasterRun.measuringMemory(
        ["render", try unpacked(name), "-o", output] + Self.options)
      // Neither a signal nor a usage error.
      #expect(run.status == 0 || run.status == 1, "\(name): \(run.status) \(run.errors)")
      #expect(bytes < Self.mostBytes, "\(name): \(bytes >> 20) MiB")
      #expect((run.status == 0) == FileManager.default.fileExists(atPath: output), "\(name)")
      if run.status == 1 { #expect(run.errors.contains(": "), "\(name): \(run.errors)") }
    }
  }

  /// Files that took hours, or a gigabyte for 81 bytes, are refused with a number: hours are more
  /// than a run may take.
  @Test(arguments: [
    ("cpu-bomb-inset.json", "shadows and effects"), ("mem-109B.json", "pixels painted"),
  ])
  func whatTakesTooMuchIsTold(name: String, message: String) async throws {
    let run = try await LinecasterRun(
      ["render", "\(inputs)/\(name)", "-o", folder.file("out.png"), "--max-blended", "\(1 << 28)"])
    #expect(run.status == 1 && run.errors.contains(message), "\(run.errors)")
  }

  @Test func textsWithNumbersThatBrokeItEnd() async throws {
    let run = try await LinecasterRun([
      "text", "\(inputs)/text-spacing.jsonl", "--fonts", "\(inputs)/fonts.json", "--font-dir",
      inputs,
    ])
    #expect(run.status == 0 || run.status == 1, "\(run.errors)")
  }
}

/// The memory of hostile cards is returned: afterwards the process has its earlier size. Memory
/// depends on concurrent tests, so this is for long runs.
@Suite(.enabled(if: TestSettings.isLong, "only where LINECASTER_STRESS is long"))
struct HostileCardMemoryTests {
  private static let good =
    ##"{"id": 1, "scene": {"width": 300, "body": {"Text": "Hello नमस्ते 👋"}}}"##

  /// Cards that use the allowed maximum or exceed it, each in another way.
  private static let hostile: [String] = {
    let shadow = ##"{"color": "#000", "blur": 500}"##
    let shadows = [String](repeating: shadow, count: 400).joined(separator: ",")
    let marks = String(repeating: #"\u0301\u0323"#, count: 30_000)
    let boxes = [String](
      repeating: ##"{"Box": {"color": "#08f", "size": {"width": 3, "height": 3}}}"##, count: 20_000)
    let large = ##"{"Box": {"color": "#fff", "size": {"width": 9000, "height": 9000}}}"##
    return [
      #"{"Box": {"size": {"width": 900, "height": 900}}, "shadow": [\#(shadows)]}"#,
      #"{"Text": "e\#(marks)"}"#, #"{"Row": [\#(boxes.joined(separator: ","))]}"#, large,
      #"{"Row": [{"Row": [\#(large)], "opacity": 0.5}], "opacity": 0.5}"#,
      #"{"Text": "\#(String(repeating: "words ", count: 100_000))"}"#,
    ].map { #"{"id": 2, "scene": {"width": 1000, "body": \#($0)}}"# }
  }()

  /// Sends rows, waits for their answers, and returns the process's memory in bytes.
  private func bytes(
    of process: Process, after rows: [String], _ input: FileHandle, _ output: FileHandle
  ) throws -> Int {
    for row in rows {
      try input.write(contentsOf: Data((row + "\n").utf8))
      while true {
        let piece = output.availableData
        if piece.isEmpty || piece.last == UInt8(ascii: "\n") { break }
      }
    }
    let status = try String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }) << 10
  }

  @Test(.timeLimit(.minutes(60))) func memoryComesBack() throws {
    let (input, output) = (Pipe(), Pipe())
    let process = Process()
    process.executableURL = LinecasterRun.program
    process.arguments = [
      "batch", "--workers", "1", "--max-pixels", "\(1 << 24)", "--max-memory", "128",
      "--max-blended", "\(1 << 30)", "--max-text", "\(1 << 20)", "--max-time", "20",
    ]
    process.environment = ProcessInfo.processInfo.environment
      .merging(["MALLOC_ARENA_MAX": "2"]) { $1 }
    (process.standardInput, process.standardOutput) = (input, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer { process.terminate() }
    func measure(_ rows: [String]) throws -> Int {
      try bytes(
        of: process, after: rows, input.fileHandleForWriting, output.fileHandleForReading)
    }
    let good = [String](repeating: Self.good, count: 10)
    let idle = try measure(good)
    // After two rounds, caches have their final size.
    let first = try measure(Self.hostile + Self.hostile + good)
    let later = try measure(Self.hostile + Self.hostile + good)
    #expect(process.isRunning)
    #expect(later * 5 <= first * 6, "\(idle >> 20), \(first >> 20), \(later >> 20) MiB")
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
