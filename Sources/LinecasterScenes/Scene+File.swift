import Foundation

// In a file of its own: the C library, which reads no scenes from files, leaves it out, and with it
// most of Foundation.

extension Scene {
  /// Reads a scene from the file at a path, or from standard input if the path is `-`.
  ///
  /// - Throws: `SceneError` that names the file, with code `unreadable` if it cannot be read.
  /// - Complexity: O(bytes).
  public init(path: String) throws(SceneError) {
    let source = path == "-" ? "standard input" : path
    try self.init(json: try Self.bytes(path, source: source), source: source)
  }

  /// The bytes of a file, up to one beyond the limit.
  private static func bytes(_ path: String, source: String) throws(SceneError) -> [UInt8] {
    do {
      let file =
        path == "-"
        ? .standardInput : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      var bytes: [UInt8] = []
      while bytes.count <= byteLimit,
        let piece = try file.read(upToCount: byteLimit + 1 - bytes.count), !piece.isEmpty
      {
        bytes += piece
      }
      return bytes
    } catch {
      throw SceneError(
        code: .unreadable, source: source,
        reason: "cannot be read: \(SystemFailure.reason(error))")
    }
  }
}
