package import Foundation

/// Recorded results of browsers and ICU; see `Fixtures/Recorded/README.md`.
package enum Recordings {
  /// The path of a file that is stored uncompressed.
  package static func path(_ name: String) -> String { fixture("Recorded/\(name)") }

  /// The path of a file that several suites read.
  package static func fixture(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures/\(name)").path
  }

  /// The bytes of a file, decompressed if it is stored with gzip.
  package static func data(_ name: String) throws -> Data {
    let plain = path(name)
    guard !FileManager.default.fileExists(atPath: plain) else {
      return try Data(contentsOf: URL(fileURLWithPath: plain))
    }
    return try unpacked(plain + ".gz")
  }

  /// The lines of a file.
  package static func lines(_ name: String) throws -> [Data] {
    try data(name).split(separator: UInt8(ascii: "\n"))
  }

  /// The bytes in a gzip file, by the `gzip` program, which every Debian has.
  package static func unpacked(_ path: String) throws -> Data {
    let gzip = Process()
    let output = Pipe()
    gzip.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", path]
    gzip.standardOutput = output
    try gzip.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return data
  }
}
