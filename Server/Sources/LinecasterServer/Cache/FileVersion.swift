import Foundation

/// The size and date of a file, for detecting changes.
struct FileVersion: Hashable, Sendable, Codable {
  let path: String
  /// `nil` if the file did not exist.
  let size: Int?
  /// Seconds since 2001; `nil` if the file did not exist.
  let date: Double?

  /// Reads the version of the file at a path.
  init(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    self.path = path
    size = attributes?[.size] as? Int
    date = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
  }

  /// Whether the file is unchanged.
  var isCurrent: Bool { FileVersion(path) == self }
}
