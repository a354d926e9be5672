#if canImport(Glibc)
  import Glibc
#endif

/// What tells whether a file or a folder is still as it was: its kind, size and time of change.
package struct FileStamp: Hashable, Sendable {
  /// What is at a path.
  package enum Kind: UInt8, Sendable {
    case nothing
    case file
    case folder
    case other
  }

  /// What is there; links are followed.
  package let kind: Kind
  /// Bytes of a file; 0 of all else.
  package let size: Int64
  /// Nanoseconds since 1970.
  package let time: Int64

  /// Makes a stamp from its parts.
  init(kind: Kind, size: Int64, time: Int64) {
    self.kind = kind
    self.size = size
    self.time = time
  }

  /// Asks the file system.
  package init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      self.init(kind: .nothing, size: 0, time: 0)
      return
    }
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
    let (seconds, overflow) = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(
      by: 1_000_000_000)
    self.init(
      kind: kind, size: kind == .file ? Int64(status.st_size) : 0,
      time: overflow ? 0 : seconds &+ Int64(status.st_mtim.tv_nsec))
  }

  /// Whether a path is a link.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}
