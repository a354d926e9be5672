#if canImport(Glibc)
  import Glibc
#endif

/// Which file it is and in what state: its place on the disk, its size, and when it was changed.
struct FileIdentity: Hashable {
  private let device: UInt
  private let node: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

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
  init(path: String) throws(ImageError) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(.unreadable, path) }
    self.init(status)
  }
}
