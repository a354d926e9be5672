import Synchronization

/// Arrays of bytes that are used again from one image to the next.
///
/// Fresh memory comes from the system page by page, which takes as long as filling it twice. A few
/// megabytes are kept, so that the next card has none to ask for. Any thread.
enum ScratchBytes {
  /// The most arrays that are kept.
  private static let mostKept = 4
  /// The most bytes of one that is kept.
  private static let mostBytes = 1 << 22

  private static let kept = Mutex<[[UInt8]]>([])

  /// An array of at least so many bytes, whatever they are.
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

  /// Gives back an array that nobody uses any more.
  static func give(back bytes: [UInt8]) {
    guard bytes.count <= mostBytes, !bytes.isEmpty else { return }
    kept.withLock { kept in
      if kept.count == mostKept { kept.removeFirst() }
      kept.append(bytes)
    }
  }
}
