import Foundation

extension Scene {
  /// Reads a scene from a file, or from standard input for the path `-`.
  ///
  /// - Throws: `SceneError` that names the file, with code `unreadable` where it cannot be read.
  public init(path: String) throws(SceneError) {
    let source = path == "-" ? "standard input" : path
    try self.init(json: try Self.bytes(path, source: source), source: source)
  }

  /// The bytes of a file, one more than the limit at most.
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
        reason: "cannot be read: \(error.localizedDescription)")
    }
  }
}
