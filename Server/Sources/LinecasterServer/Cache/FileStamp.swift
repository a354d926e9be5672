import Foundation

/// What a file was like when it was looked at: enough to see that it is another.
struct FileStamp: Hashable, Sendable, Codable {
  let path: String
  /// Nil where there was none.
  let size: Int?
  /// Seconds since 2001; nil where there was none.
  let date: Double?

  /// Looks at the file at a path.
  init(_ path: String) {
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    self.path = path
    size = attributes?[.size] as? Int
    date = (attributes?[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate
  }

  /// Whether the file is the same still.
  var isCurrent: Bool { FileStamp(path) == self }
}
