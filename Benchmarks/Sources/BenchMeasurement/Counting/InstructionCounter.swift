import Foundation

/// Counts the user-mode instructions of a program.
public enum InstructionCounter: String, CaseIterable, Sendable {
  /// The counters of the processor.
  case perf
  /// A simulated processor, some fifty times slower.
  case callgrind

  /// The first that works on this machine.
  public static var available: InstructionCounter? {
    allCases.first { (try? $0.count(["true"])) != nil }
  }

  /// What to do where none works.
  public static let advice = """
    instructions cannot be counted here: perf stat -e instructions:u has no counters (usual on \
    virtual machines), or perf is missing, and valgrind is missing; install one of them, on Debian:
      apt-get install -y --no-install-recommends valgrind
    """

  /// Runs a program and counts its instructions; nil where the counter does not work or the
  /// program fails.
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

  /// The number in the report of the counter; nil where there is none.
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
