import Foundation

/// A run of the built `linecaster` in a process of its own.
struct LinecasterRun {
  /// The exit status, or the negative number of the signal that ended the process.
  let status: Int32
  /// The standard output.
  let bytes: [UInt8]
  let errors: String

  /// The standard output as text.
  var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The error of a process that does not end in time, which is killed.
  struct Timeout: Error {
    let arguments: [String]
  }

  /// The timeout of a process in seconds, far more than these feeds take on a busy machine.
  private static let patience = 600.0

  /// Starts the tool and waits until it ends.
  ///
  /// - Parameters:
  ///   - input: The file for standard input.
  ///   - environment: Variables that replace those of this process.
  ///   - output: The standard output; by default a file that `bytes` is read from.
  ///   - isTerminal: Whether standard output and error are a terminal made by `script`; both then
  ///     go to
  /// `bytes`.
  ///   - meanwhile: Called once the process runs.
  init(
    _ arguments: [String], input: String = "/dev/null", environment: [String: String] = [:],
    output: FileHandle? = nil,
    isTerminal: Bool = false,
    meanwhile: (Process) async throws -> Void = { _ in }
  ) async throws {
    let folder = try TemporaryFolder()
    let process = Process()
    let program = Self.program(for: arguments)
    process.executableURL = isTerminal ? URL(fileURLWithPath: Self.script) : program
    process.arguments = isTerminal ? Self.scripted(arguments) : arguments
    let inputHandle = FileHandle(forReadingAtPath: input)
    let outputHandle = try Self.handle(folder.write("", to: "output"))
    let errorHandle = try Self.handle(folder.write("", to: "errors"))
    process.standardInput = inputHandle
    process.standardOutput = output ?? outputHandle
    process.standardError = errorHandle
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    try process.run()
    // The program has its own; Foundation would keep these open until the tests end.
    for handle in [inputHandle, outputHandle, errorHandle] { try? handle?.close() }
    try await meanwhile(process)
    let deadline = Date(timeIntervalSinceNow: Self.patience)
    while process.isRunning {
      guard Date() < deadline else {
        kill(process.processIdentifier, SIGKILL)
        throw Timeout(arguments: arguments)
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    let isExit = process.terminationReason == .exit
    status = isExit ? process.terminationStatus : -process.terminationStatus
    bytes = Array(try folder.read("output"))
    errors = String(decoding: try folder.read("errors"), as: UTF8.self)
  }

  /// The tool, which is built beside the test program.
  static let program = Bundle.main.bundleURL.appendingPathComponent("linecaster")
  /// The tool for conformance data.
  static let conformance = Bundle.main.bundleURL
    .appendingPathComponent("linecaster-conformance")

  /// The program that has a subcommand.
  static func program(for arguments: [String]) -> URL {
    ["text", "inline", "boxes"].contains(arguments.first) ? conformance : program
  }

  /// Runs a command in a terminal; part of every Debian system.
  static let script = "/usr/bin/script"

  /// The arguments of `script` that keep the command's status and write no file.
  private static func scripted(_ arguments: [String]) -> [String] {
    let words = ([program(for: arguments).path] + arguments).map { "'\($0)'" }
    return ["-qec", words.joined(separator: " "), "/dev/null"]
  }

  private static func handle(_ path: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}

extension LinecasterRun {
  /// Runs the tool, and measures its maximum memory in bytes.
  static func measuringMemory(
    _ arguments: [String]
  ) async throws -> (run: LinecasterRun, bytes: Int) {
    var most = 0
    let run = try await LinecasterRun(arguments) { process in
      while process.isRunning {
        most = max(most, peak(of: process.processIdentifier) ?? 0)
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    return (run, most)
  }

  /// The maximum resident bytes of a process (proc(5), status). `nil` after its end and until it
  /// runs its program, because until then its memory is that of the tests.
  private static func peak(of process: Int32) -> Int? {
    let files = FileManager.default
    guard let program = try? files.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
      let tests = try? files.destinationOfSymbolicLink(atPath: "/proc/self/exe"), program != tests
    else { return nil }
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
  }
}
