import LinecasterBase
package import LinecasterRaster

#if canImport(Glibc)
  import Glibc
#endif

/// A regular file that is open for reading until the object is released, or a file in memory.
final class OpenFile: RandomAccessBytes {
  let name: String
  let count: Int
  /// The identity of the file and its state.
  let identity: FileIdentity

  private let descriptor: Int32
  /// All bytes of a file in memory.
  private let memory: [UInt8]?

  /// Creates a file of immutable bytes in memory.
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
    // Without O_NONBLOCK, opening a pipe without a writer would block forever.
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
      // The file was truncated meanwhile.
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

/// The identity and the state of a file: device, inode, size and modification time.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt
  private let node: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// The identity of images whose content is in their name.
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
