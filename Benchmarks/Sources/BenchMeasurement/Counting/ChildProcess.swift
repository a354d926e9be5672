public import Foundation

/// A program run to its end.
public enum ChildProcess {
  /// What a program left behind.
  public struct Result {
    /// The exit status.
    public let status: Int32
    /// All of standard output.
    public let output: Data
  }

  /// Runs a program found in `PATH`; its standard error is this process's, or goes to a file.
  public static func run(
    _ arguments: [String], standardError: URL? = nil
  ) throws -> Result {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    if let standardError {
      try Data().write(to: standardError)
      process.standardError = try FileHandle(forWritingTo: standardError)
    }
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: data)
  }

  /// This very program.
  public static var ownPath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
  }
}
