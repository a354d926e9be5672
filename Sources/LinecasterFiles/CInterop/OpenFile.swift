import LinecasterBase

#if canImport(Glibc)
  import Glibc
#endif

/// A regular file that is open for reading, closed with the object; or one that is in memory.
final class OpenFile: RandomAccessBytes {
  let name: String
  let count: Int
  /// Tells the file from others, and from itself after a change.
  let identity: FileIdentity

  private let descriptor: Int32
  /// All bytes of a file that is in memory.
  private let memory: [UInt8]?

  /// Makes a file of bytes in memory, which nothing changes.
  init(_ bytes: [UInt8], name: String) {
    descriptor = -1
    memory = bytes
    self.name = name
    count = bytes.count
    identity = .inline
  }

  /// Opens the file at `path`.
  ///
  /// - Throws: `ImageError` with code `unreadable`.
  init(_ path: String) throws(ImageError) {
    // Without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(.unreadable, path) }
    var status = stat()
    let isKnown = fstat(descriptor, &status) == 0
    guard isKnown, status.st_mode & S_IFMT == S_IFREG else {
      defer { close(descriptor) }
      guard isKnown else { throw .system(.unreadable, path) }
      throw ImageError(code: .unreadable, source: path, reason: "not a regular file")
    }
    self.descriptor = descriptor
    memory = nil
    name = path
    count = Int(status.st_size)
    identity = FileIdentity(status)
  }

  deinit {
    if memory == nil { close(descriptor) }
  }

  func bytes(at position: Int, count wanted: Int) throws(ImageError) -> [UInt8] {
    let capacity = max(0, min(wanted, count - position))
    if let memory { return Array(memory.dropFirst(position).prefix(capacity)) }
    var bytes = [UInt8](repeating: 0, count: capacity)
    var filled = 0
    while filled < capacity {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress.map { $0 + filled }, capacity - filled,
          position + filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(.unreadable, name) }
      // The file was cut short meanwhile.
      if got == 0 { break }
      filled += got
    }
    bytes.removeLast(capacity - filled)
    return bytes
  }

  /// All bytes of the file.
  ///
  /// - Throws: `ImageError` with code `unreadable`.
  func contents() throws(ImageError) -> [UInt8] { try bytes(at: 0, count: count) }
}

/// Which file it is and in what state: its place on the disk, its size, and when it was changed.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let node: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// What stands for that of an image whose name is what it shows.
  static let inline = FileIdentity()

  private init() { (device, node, size, seconds, nanoseconds) = (0, 0, 0, 0, 0) }

  init(_ status: stat) {
    device = UInt(status.st_dev)
    node = UInt(status.st_ino)
    size = Int(status.st_size)
    seconds = status.st_mtim.tv_sec
    nanoseconds = status.st_mtim.tv_nsec
  }

  /// The identity of the file at `path`.
  ///
  /// - Throws: `ImageError` with code `unreadable`.
  package init(path: String) throws(ImageError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(.unreadable, path) }
    self.init(status)
  }
}

extension ImageError {
  /// An error with the text of the system's last error number; read before anything resets it.
  static func system(_ code: ImageErrorCode, _ path: String) -> ImageError {
    ImageError(code: code, source: path, reason: String(cString: strerror(errno)))
  }
}
