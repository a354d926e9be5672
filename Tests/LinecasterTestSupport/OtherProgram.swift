package import Foundation

/// Another program as a second witness, where it is installed.
package struct OtherProgram: Sendable {
  private let path: String

  /// The program of a name; nil where it is not installed.
  package init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let found = folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  /// What it writes to standard output.
  ///
  /// - Throws: Where it ends with another status than 0 or says something on standard error.
  package func output(_ arguments: String...) throws -> Data { try output(arguments) }

  /// What it writes to standard output, as `output(_:)` of words has it.
  package func output(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // It says little where something is wrong, so that this never waits for the other.
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    let words = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0, words.isEmpty else {
      throw Failure(
        description: "\(path) \(arguments): status \(process.terminationStatus), "
          + String(decoding: words, as: UTF8.self))
    }
    return bytes
  }

  /// What it did wrong.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }
}

/// A folder for the files of a test, which goes with it.
package final class ScratchFolder {
  private let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in it.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file, and says its path.
  package func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
