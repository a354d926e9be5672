import Synchronization

/// A pool of byte arrays, reused between images.
///
/// The system supplies fresh memory page by page, which takes twice as long as filling it. The pool
/// keeps a few megabytes for the next image. Thread-safe.
enum ScratchBytes {
  /// The maximum number of pooled arrays.
  private static let mostKept = 4
  /// The maximum bytes of a pooled array.
  private static let mostBytes = 1 << 22

  private static let kept = Mutex<[[UInt8]]>([])

  /// Takes an array of at least a number of bytes, with unspecified content.
  static func take(_ count: Int) -> [UInt8] {
    let bytes = kept.withLock { kept in
      let place = kept.firstIndex { $0.count >= count }
      return place.map { kept.remove(at: $0) }
    }
    return bytes
      ?? [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
        // Safe: bytes are of a trivial type, and are written before they are read.
        initialized = count
      }
  }

  /// Returns an unused array to the pool.
  static func recycle(_ bytes: [UInt8]) {
    guard bytes.count <= mostBytes, !bytes.isEmpty else { return }
    kept.withLock { kept in
      if kept.count == mostKept { kept.removeFirst() }
      kept.append(bytes)
    }
  }
}
