import Foundation

/// Conformance data and texts of others beside the package, which not every machine has.
package enum SharedFiles {
  /// Whether a test whose files are missing is to fail instead of being skipped, as
  /// `LINECASTER_REQUIRE_SHARED` asks for.
  package static let areRequired =
    !(ProcessInfo.processInfo.environment["LINECASTER_REQUIRE_SHARED"] ?? "").isEmpty

  /// Whether a test that reads a file or folder is to run: where it is there, and where it must be.
  package static func mayRun(with name: String) -> Bool { areRequired || path(name) != nil }

  /// The path of a file or folder under `LINECASTER_SHARED`, or under `../shared`; nil without it.
  package static func path(_ name: String) -> String? {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["LINECASTER_SHARED"]
      ?? root.appendingPathComponent("shared").path
    let path = "\(folder)/\(name)"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }
}
