#if canImport(Glibc)
  import Glibc
#endif

/// Reads whole files.
enum FileReader {
  /// Reads a regular file of at most `byteLimit` bytes.
  ///
  /// - Throws: `ImageError` with code `unreadable`, or `tooLarge` before memory is taken.
  static func read(_ path: String, byteLimit: Int) throws(ImageError) -> [UInt8] {
    try withFile(path) { file, size throws(ImageError) in
      guard size <= byteLimit else {
        throw ImageError(
          code: .tooLarge, source: path, reason: "\(size) bytes where the limit is \(byteLimit)")
      }
      return try read(file, count: size, path: path)
    }
  }

  /// Reads the first bytes of a regular file, `count` at most.
  ///
  /// - Throws: `ImageError` with code `unreadable`.
  static func readStart(of path: String, count: Int) throws(ImageError) -> [UInt8] {
    try withFile(path) { file, size throws(ImageError) in
      try read(file, count: min(count, size), path: path)
    }
  }

  /// Calls `body` with an open regular file and its size in bytes.
  private static func withFile(
    _ path: String, _ body: (Int32, Int) throws(ImageError) -> [UInt8]
  ) throws(ImageError) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw .system(.unreadable, path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(.unreadable, path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ImageError(code: .unreadable, source: path, reason: "not a regular file")
    }
    return try body(file, Int(status.st_size))
  }

  /// Reads up to `count` bytes; fewer where the file was cut short meanwhile.
  private static func read(
    _ file: Int32, count: Int, path: String
  ) throws(ImageError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(file, buffer.baseAddress.map { $0 + filled }, count - filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(.unreadable, path) }
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(count - filled)
    return bytes
  }
}
