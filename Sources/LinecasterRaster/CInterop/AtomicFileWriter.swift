internal import CProgram
public import LinecasterBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Writes files atomically: readers never see partial content.
///
/// Bytes go to a hidden temporary file in the same folder, which then replaces the target in one
/// step. Thread-safe.
public enum AtomicFileWriter {
  /// Writes bytes to the file at `path`, replacing an existing file.
  ///
  /// If `path` is a symbolic link, the link itself is replaced, not its target.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - path: The path of the file.
  ///   - isFlushed: Whether the bytes are on the disk before the file has its name. If not, the
  ///     file may be damaged if the machine loses power before `flush(folder:)` returns.
  /// - Throws: `ImageError` with code `unwritable`; the target is then unchanged, and the temporary
  ///   file is removed.
  public static func write(
    _ bytes: [UInt8], to path: String, isFlushed: Bool = true
  ) throws(ImageError) {
    let temporary = try TemporaryFile(beside: path)
    try temporary.write(bytes)
    try temporary.takePlace(isFlushed: isFlushed)
  }

  /// Waits until all files that were written to a folder are on the disk, with those of other
  /// programs on the same file system.
  ///
  /// - Throws: `ImageError` with code `unwritable`.
  public static func flush(folder path: String) throws(ImageError) {
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw .system(.unwritable, path) }
    defer { close(folder) }
    guard linecaster_sync_file_system(folder) == 0 else { throw .system(.unwritable, path) }
  }

  /// Writes a file at `path` in the chunks that `body` passes to its argument.
  ///
  /// - Throws: Errors of `body`, or `ImageError` with code `unwritable`; the target is then
  ///   unchanged.
  static func write(
    to path: String,
    _ body: (_ write: ([UInt8]) throws(ImageError) -> Void) throws(ImageError) -> Void
  ) throws(ImageError) {
    let temporary = try TemporaryFile(beside: path)
    try body { bytes throws(ImageError) in try temporary.write(bytes) }
    try temporary.takePlace()
  }

  /// Writes the output of work that may throw its own errors.
  static func write(
    to path: String,
    pieces body: (_ write: ([UInt8]) throws(ImageError) -> Void) throws -> Void
  ) throws {
    let temporary = try TemporaryFile(beside: path)
    try body { bytes throws(ImageError) in try temporary.write(bytes) }
    try temporary.takePlace()
  }

  /// Removes the temporary files of writes in progress; these writes then fail.
  ///
  /// Use this in programs that are about to exit because of a signal. Call it from a signal
  /// source's handler (`DispatchSource.makeSignalSource`), not from a handler of `sigaction`,
  /// because it takes a lock.
  ///
  /// - Complexity: O(writes in progress).
  public static func removeTemporaries() {
    TemporaryFile.removeAll()
  }
}

/// A temporary file beside its target; removed unless it replaces the target.
struct TemporaryFile: ~Copyable {
  /// The path of the target.
  private let target: String
  private let path: String
  private let file: Int32

  /// The paths of existing temporary files, for `removeAll`.
  private static let existing = Mutex<Set<String>>([])
  private static let nextNumber = Atomic<UInt>(0)

  /// The maximum names to try if they are taken, for example after a crash with the same process
  /// id.
  private static let maximumAttempts = 100

  /// Creates an empty file in the folder of `target`.
  ///
  /// - Throws: `ImageError` with code `unwritable`, naming the target.
  init(beside target: String) throws(ImageError) {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    for _ in 0..<Self.maximumAttempts {
      let number = Self.nextNumber.wrappingAdd(1, ordering: .relaxed).oldValue
      let path = "\(folder).linecaster-\(getpid())-\(number).tmp"
      // The path is listed first, so no file exists unlisted.
      Self.existing.withLock { _ = $0.insert(path) }
      let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 {
        self.target = target
        self.path = path
        self.file = file
        return
      }
      let error = ImageError.system(.unwritable, target)
      let isTaken = errno == EEXIST
      Self.existing.withLock { _ = $0.remove(path) }
      guard isTaken else { throw error }
    }
    throw ImageError(
      code: .unwritable, source: target, reason: "no free name for a temporary file")
  }

  deinit {
    close(file)
    if Self.existing.withLock({ $0.remove(path) }) != nil { unlink(path) }
  }

  /// Appends bytes.
  borrowing func write(_ bytes: [UInt8]) throws(ImageError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(.unwritable, target) }
      written += count
    }
  }

  /// Renames the file to its target.
  ///
  /// - Parameter isFlushed: Whether its bytes are on disk before; otherwise, a crash of the machine
  ///   could leave an empty file.
  consuming func takePlace(isFlushed: Bool = true) throws(ImageError) {
    // Some file systems do not support `fsync`.
    guard !isFlushed || fsync(file) == 0 || errno == EINVAL || errno == EROFS else {
      throw .system(.unwritable, target)
    }
    guard rename(path, target) == 0 else { throw .system(.unwritable, target) }
    Self.existing.withLock { _ = $0.remove(path) }
  }

  /// Removes every temporary file of the process.
  static func removeAll() {
    let paths = existing.withLock { existing in
      defer { existing = [] }
      return existing
    }
    for path in paths { unlink(path) }
  }
}

extension ImageError {
  /// An error with the description of `errno`, which is read before anything resets it.
  package static func system(_ code: ImageErrorCode, _ path: String) -> ImageError {
    ImageError(code: code, source: path, reason: String(cString: strerror(errno)))
  }
}
