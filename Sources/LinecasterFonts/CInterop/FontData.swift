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
/// With the package trait `WOFF`, WOFF and WOFF2 files are decompressed into memory of at most 128
/// MiB when they are opened, and count as the OpenType files that they contain. Files that cannot
/// be decompressed are errors when a face is opened.
///
///     let data = FontData(bytes, name: "Noto Sans Thai")
///     let fonts = try FontCollection(faces: FontFace.all(data: data))
public final class FontData: @unchecked Sendable {
  // Unchecked: `bytes` is set once, never written through, and freed only in deinit.
  package let bytes: UnsafeRawBufferPointer
  private let memory: Memory

  /// The reason why a compressed font could not be decompressed; `nil` for other files.
  private let fault: String?

  /// The reason why the bytes are no font file.
  var headerFault: String { fault ?? "no font header" }

  /// The path of the file, or the name given to bytes from memory.
  public let source: String

  /// Maps the file at `path`.
  ///
  /// - Throws: `FontError` with code `unreadable` if the file cannot be opened or mapped.
  /// - Complexity: O(1); the system reads pages of the file when they are accessed. O(bytes of the
  ///   font) for a WOFF or WOFF2 file.
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
    source = path
    let mapped = UnsafeRawBufferPointer(start: map, count: count)
    switch Content(mapped) {
    case .plain: (bytes, memory, fault) = (mapped, .mapped, nil)
    case .damaged(let reason): (bytes, memory, fault) = (mapped, .mapped, reason)
    case .decompressed(let font):
      munmap(map, count)
      (bytes, memory, fault) = (font, .decompressed, nil)
    }
  }

  /// Copies bytes from memory; error messages use `name` as the source.
  ///
  /// - Complexity: O(bytes), and O(bytes of the font) for a WOFF or WOFF2 file.
  public init(_ data: [UInt8], name: String) {
    source = name
    let content = data.withUnsafeBytes { Content($0) }
    if case .decompressed(let font) = content {
      (bytes, memory, fault) = (font, .decompressed, nil)
      return
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: data.count, alignment: 16)
    copy.copyBytes(from: data)
    (bytes, memory) = (UnsafeRawBufferPointer(copy), .allocated)
    if case .damaged(let reason) = content { fault = reason } else { fault = nil }
  }

  /// Calls `body` with the bytes of the file, decompressed if necessary, for renderers and shapers
  /// that parse fonts themselves.
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
    switch memory {
    case .mapped: munmap(UnsafeMutableRawPointer(mutating: base), bytes.count)
    case .allocated: base.deallocate()
    case .decompressed: free(UnsafeMutableRawPointer(mutating: base))
    }
  }

  private static func unreadable(_ path: String) -> FontError {
    FontError(code: .unreadable, source: path, reason: String(cString: strerror(errno)))
  }
}

extension FontData {
  /// The kind of memory that holds the bytes, for releasing it.
  private enum Memory {
    case mapped
    case allocated
    /// Memory of `malloc`.
    case decompressed
  }

  /// The content of a file, by its signature.
  private enum Content {
    /// The file is not compressed.
    case plain
    /// The font of a compressed file, in memory of `malloc`.
    case decompressed(UnsafeRawBufferPointer)
    /// The reason why a compressed file cannot be read.
    case damaged(String)

    init(_ file: UnsafeRawBufferPointer) {
      guard let format = WebFontFormat(file) else {
        self = .plain
        return
      }
      do throws(WebFontFault) {
        self = .decompressed(try format.decompress(file))
      } catch {
        self = .damaged(error.reason)
      }
    }
  }
}
