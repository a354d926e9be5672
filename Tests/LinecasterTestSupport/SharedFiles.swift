import Foundation

/// Conformance material beside the package, which not every machine has.
package enum SharedFiles {
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
