public import Foundation

/// Counts the user-mode instructions of a program.
public enum InstructionCounter: String, CaseIterable, Sendable {
  /// Uses the hardware counters of the processor.
  case perf
  /// Simulates a processor (Valgrind), about fifty times slower.
  case callgrind

  /// The first counter that works on this machine; `nil` if none does.
  public static var available: InstructionCounter? {
    allCases.first { (try? $0.count(["true"])) != nil }
  }

  /// The advice if no counter works.
  public static let advice = """
    instructions cannot be counted here: perf stat -e instructions:u has no counters (usual on \
    virtual machines), or perf is missing, and valgrind is missing; install one of them, on Debian:
      apt-get install -y --no-install-recommends valgrind
    """

  /// Runs a program and counts its instructions; `nil` if the counter does not work or the program
  /// fails.
  public func count(_ program: [String]) throws -> Int? {
    let folder = FileManager.default.temporaryDirectory
    let report = folder.appendingPathComponent("linecaster-bench-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: report) }
    let result = try ChildProcess.run(command + program, errorFile: report.path)
    guard result.status == 0 else { return nil }
    return counted(in: String(decoding: try Data(contentsOf: report), as: UTF8.self))
  }

  private var command: [String] {
    switch self {
    case .perf: ["perf", "stat", "-x", ",", "-e", "instructions:u", "--"]
    case .callgrind: ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", "--"]
    }
  }

  /// Returns the count in the report of the counter; `nil` if it is missing.
  func counted(in report: String) -> Int? {
    let lines = report.split(whereSeparator: \.isNewline)
    switch self {
    case .perf:
      return lines.first { $0.contains("instructions") }?
        .split(separator: ",").first.flatMap { Int($0) }
    case .callgrind:
      return lines.first { $0.contains("Collected :") }?
        .split(separator: " ").last.flatMap { Int($0) }
    }
  }
}

/// Counts the instructions of workloads in child processes. One process prepares the workload,
/// another also runs its measured part; the difference is the count of the measured part.
public struct InstructionCount {
  private let counter: InstructionCounter
  private let program: CountedProgram
  private let arguments: [String]

  /// Creates a count; `nil` if no counter works.
  ///
  /// - Parameter arguments: The arguments that give a child the same workloads.
  public init?(arguments: [String]) {
    guard let counter = InstructionCounter.available else { return nil }
    self.counter = counter
    program = CountedProgram()
    self.arguments = arguments
  }

  /// Returns the instructions per unit of a workload that the children also have; `nil` if a child
  /// failed.
  public func instructionsPerUnit(of workload: Workload) throws -> Double? {
    guard let idle = try count(workload, "ready"), let busy = try count(workload, "run") else {
      return nil
    }
    return Double(max(0, busy - idle)) / Double(max(1, workload.units))
  }

  private func count(_ workload: Workload, _ extent: String) throws -> Int? {
    try counter.count(
      [program.path] + arguments + ["--rehearse", "\(extent):\(workload.name)"])
  }
}

/// A copy of this program without debug information, removed with the value: Valgrind 3.19 cannot
/// read the debug information of Swift's compiler.
final class CountedProgram {
  /// The stripped program, or this one if it cannot be stripped.
  let path: String

  private let folder: URL

  init() {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-bench-\(UUID().uuidString)")
    let copy = folder.appendingPathComponent("linecaster-bench").path
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let strip = ["strip", "--strip-debug", "-o", copy, ChildProcess.ownPath]
    let isStripped = (try? ChildProcess.run(strip))?.status == 0
    path = isStripped ? copy : ChildProcess.ownPath
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// Runs programs as child processes.
///
/// Uses `posix_spawn`, because Foundation's `Process` does not work inside Valgrind.
public enum ChildProcess {
  /// The result of a program.
  public struct Result {
    /// The exit status; 128 plus the signal number if a signal ended the program.
    public let status: Int32
    /// All of standard output.
    public let output: Data
  }

  /// Runs a program found in `PATH` to its end.
  ///
  /// - Parameter errorFile: The file for the program's standard error; `nil` uses that of this
  ///   process.
  /// - Throws: `POSIXError` if the program cannot be started.
  public static func run(_ arguments: [String], errorFile: String? = nil) throws -> Result {
    var ends: [Int32] = [-1, -1]
    try check(pipe(&ends) == 0 ? 0 : errno)
    // The child must not keep the ends open, or reading would never end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let output = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let started = Swift.Result {
      try spawn(arguments, standardOutput: ends[1], errorFile: errorFile)
    }
    close(ends[1])
    let child = try started.get()
    let data = try output.readToEnd() ?? Data()
    return Result(status: exitStatus(of: child), output: data)
  }

  /// The path of the running program.
  public static var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }

  private static func spawn(
    _ arguments: [String], standardOutput: Int32, errorFile: String?
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, standardOutput, STDOUT_FILENO)
    if let errorFile {
      posix_spawn_file_actions_addopen(
        &actions, STDERR_FILENO, errorFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Threads of Dispatch block signals, and a child would inherit that.
    var noSignals = sigset_t()
    sigemptyset(&noSignals)
    posix_spawnattr_setsigmask(&attributes, &noSignals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let variables = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
    var child: pid_t = 0
    let code = withCStrings(arguments) { words in
      withCStrings(variables) { variables in
        posix_spawnp(&child, arguments[0], &actions, &attributes, words, variables)
      }
    }
    try check(code)
    return child
  }

  private static func withCStrings<Value>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
  ) -> Value {
    let copies = strings.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    return body(copies + [nil])
  }

  private static func exitStatus(of child: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  private static func check(_ code: Int32) throws {
    guard code != 0 else { return }
    throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO)
  }
}
