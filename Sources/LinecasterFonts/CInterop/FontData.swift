public import LinecasterBase

#if canImport(Glibc)
  import Glibc
#endif

/// The bytes of a font file, mapped from disk and shared by all threads, or held in memory.
///
/// The mapping is private and read-only. If a file is truncated while it is mapped, reads beyond
/// its new end fail in the kernel, as in every program that maps fonts. Replace font files by
/// renaming.
///
///     let data = FontData(bytes, name: "Noto Sans Thai")
///     let fonts = try FontCollection(faces: FontFace.all(data: data))
public final class FontData: @unchecked Sendable {
  // Unchecked: `bytes` is set once, never written through, and freed only in deinit.
  package let bytes: UnsafeRawBufferPointer
  private let isMapped: Bool

  /// The path of the file, or the name given to bytes from memory.
  public let source: String

  /// Maps the file at `path`.
  ///
  /// - Throws: `FontError` with code `unreadable` if the file cannot be opened or mapped.
  /// - Complexity: O(1); the system reads pages of the file when they are accessed.
  public init(path: String) throws(FontError) {
    // Without O_NONBLOCK, opening a named pipe would block.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw Self.unreadable(path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw Self.unreadable(path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FontError(code: .unreadable, source: path, reason: "not a regular file")
    }
    guard status.st_size > 0, status.st_size <= Int(Int32.max) else {
      throw FontError(
        code: .malformed, source: path, reason: "its size is \(status.st_size) bytes")
    }
    let count = Int(status.st_size)
    guard let map = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), map != MAP_FAILED else {
      throw Self.unreadable(path)
    }
    bytes = UnsafeRawBufferPointer(start: map, count: count)
    isMapped = true
    source = path
  }

  /// Copies bytes from memory; error messages use `name` as the source.
  ///
  /// - Complexity: O(bytes).
  public init(_ data: [UInt8], name: String) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
    copy.copyBytes(from: data)
    bytes = UnsafeRawBufferPointer(copy)
    isMapped = false
    source = name
  }

  /// Calls `body` with the bytes of the file, for renderers and shapers that parse fonts
  /// themselves.
  ///
  /// `FontFace.index` identifies a face in the file. The bytes never change, so any number of
  /// threads may read them concurrently. They stay valid as long as this object is alive; a
  /// renderer that keeps the pointer must retain the object.
  ///
  ///     face.data.withBytes { bytes in
  ///       renderer.openFace(bytes.baseAddress, count: bytes.count, index: face.index)
  ///     }
  public func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) in try body(bytes) }
  }

  deinit {
    guard let base = bytes.baseAddress else { return }
    if isMapped {
      munmap(UnsafeMutableRawPointer(mutating: base), bytes.count)
    } else {
      base.deallocate()
    }
  }

  private static func unreadable(_ path: String) -> FontError {
    FontError(code: .unreadable, source: path, reason: String(cString: strerror(errno)))
  }
}
