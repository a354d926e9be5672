import Foundation

/// Third-party conformance data and texts beside the package, which are optional.
package enum SharedFiles {
  /// Whether a test fails instead of being skipped if its files are missing, set by
  /// `LINECASTER_REQUIRE_SHARED`.
  package static let areRequired =
    !(ProcessInfo.processInfo.environment["LINECASTER_REQUIRE_SHARED"] ?? "").isEmpty

  /// Whether a test of a file or folder runs: if it exists, or if shared files are required.
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
