import Foundation

/// A folder of its own for a test, removed with all that is in it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-feed-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file and says where it is.
  func write(_ bytes: Data, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    try bytes.write(to: URL(fileURLWithPath: file))
    return file
  }
}
