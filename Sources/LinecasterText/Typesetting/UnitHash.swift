/// A hash of code units for caches, eight bytes a step.
enum UnitHash {
  /// The hash of bytes; `start` tells apart what else belongs to the key.
  static func hash(_ bytes: UnsafeRawBufferPointer, from start: UInt64) -> UInt64 {
    var hash = start ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset + 2 <= bytes.count {
      rest = rest << 16 | UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
      offset += 2
    }
    if offset < bytes.count { rest = rest << 8 | UInt64(bytes[offset]) }
    return mixed(hash ^ rest)
  }

  /// A number whose bits all depend on all of another's.
  static func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* 0xFF51_AFD7_ED55_8CCD
    return product ^ product >> 32
  }
}
