package import Foundation

/// Another program as a second witness, if it is installed.
package struct OtherProgram: Sendable {
  private let path: String

  /// Finds a program by name; nil if it is not installed.
  package init?(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let found = folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { return nil }
    path = found
  }

  /// Returns the program's standard output.
  ///
  /// - Throws: `Failure` if the status is not 0 or standard error is not empty.
  package func output(_ arguments: String...) throws -> Data { try output(arguments) }

  /// Returns the program's standard output for a list of arguments.
  package func output(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Its errors are short enough for the pipe, so reading one after the other cannot block.
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

  /// The status and the messages of a failed run.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }
}

/// A folder for the files of a test, removed with this object.
package final class ScratchFolder {
  private let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of a file in the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Writes a file and returns its path.
  package func write(_ bytes: [UInt8], _ name: String) throws -> String {
    try Data(bytes).write(to: url.appendingPathComponent(name))
    return path(name)
  }
}
