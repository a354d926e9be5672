/// Fast hashes of the things that identifiers are made of, for `Differentiable.differenceHash`.
///
/// They tell apart what nobody has prepared for this very run of the program, and are of no use
/// outside of it: the seed of a diff changes from run to run.
public enum IdentifierHash {
  /// The hash of two words.
  ///
  /// - Complexity: O(1), one multiplication.
  @inlinable
  public static func hash(_ first: UInt64, _ second: UInt64, seed: UInt64) -> UInt64 {
    // Both factors depend on the seed, so that no word can make one of them zero on purpose.
    let product = (first ^ seed).multipliedFullWidth(by: second ^ ~seed &* oddWord)
    return product.high ^ product.low
  }

  /// The hash of a string, the same for strings that are canonically equivalent.
  ///
  /// - Complexity: O(n) in bytes: eight at a time if all are ASCII, else by `Hasher`.
  @inlinable
  public static func hash(_ string: String, seed: UInt64) -> UInt64 {
    let hash = unsafe string.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe asciiHash(bytes.span.bytes, seed: seed)
    }
    if let hash = hash ?? nil { return hash }
    return hashOfUnusual(string, seed: seed)
  }

  /// The fraction of the square root of two.
  @usableFromInline static var oddWord: UInt64 { 0x6A09_E667_F3BC_C909 }

  /// The hash of bytes, or `nil` if they are not all ASCII.
  @inlinable
  static func asciiHash(_ bytes: RawSpan, seed: UInt64) -> UInt64? {
    let count = bytes.byteCount
    var state = seed ^ UInt64(truncatingIfNeeded: count)
    var union: UInt64 = 0
    var offset = 0
    while offset + 8 <= count {
      let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
      union |= word
      state = hash(state, word, seed: seed)
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < count {
      let byte = unsafe bytes.unsafeLoad(fromUncheckedByteOffset: offset, as: UInt8.self)
      rest = rest << 8 | UInt64(byte)
      offset += 1
    }
    guard (union | rest) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return hash(state, rest, seed: seed)
  }

  /// The hash of a string that is not ASCII or not UTF-8 in one piece.
  ///
  /// Three characters are canonically equivalent to ASCII ones; a string of these and of ASCII
  /// must have the hash of its equivalent.
  @usableFromInline
  static func hashOfUnusual(_ string: String, seed: UInt64) -> UInt64 {
    var bytes: [UInt8] = []
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\u{212A}": bytes.append(UInt8(ascii: "K"))
      case "\u{37E}": bytes.append(UInt8(ascii: ";"))
      case "\u{1FEF}": bytes.append(UInt8(ascii: "`"))
      case _ where scalar.isASCII: bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      default: return UInt64(truncatingIfNeeded: string.hashValue)
      }
    }
    return unsafe asciiHash(bytes.span.bytes, seed: seed) ?? 0
  }
}
