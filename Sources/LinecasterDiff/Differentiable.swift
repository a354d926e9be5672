#if canImport(FoundationEssentials)
  public import FoundationEssentials
#endif

/// An element that a diff distinguishes by identity and compares by content.
///
/// Elements with equal identifiers are the same element before and after a change, wherever they
/// are. Content is everything that an element shows: a survivor with new content is reported as an
/// update. Identity and content are independent.
///
///     struct Message: Differentiable, Equatable {
///       let id: Int
///       var text: String
///       var differenceIdentifier: Int { id }
///     }
public protocol Differentiable<Identifier> {
  /// The identifier of an element.
  associatedtype Identifier: Hashable & Sendable

  /// The identifier of the element, which must be unique in its model and constant over the
  /// element's life.
  var differenceIdentifier: Identifier { get }

  /// Returns whether the element has the same content as `other`, which has the same identifier.
  ///
  /// Equatable types compare with `==` by default. Leave closures and other invisible values out of
  /// the comparison.
  func isContentEqual(to other: Self) -> Bool

  /// Returns a hash of an identifier. Equal identifiers must have equal hashes.
  ///
  /// Integers, strings and UUIDs have fast hashes; other identifiers use `Hasher`. For an
  /// identifier composed of such parts, combine their hashes with `IdentifierHash`, because a diff
  /// spends most of its time on hashing.
  ///
  /// A poor hash makes the diff quadratic, but never wrong. If identifiers are untrusted input,
  /// `seed` prevents chosen collisions. The seed is the same for all hashes that are compared, and
  /// differs from run to run. The bits of the result are mixed with the seed once more, so
  /// consecutive integers are good hashes as they are.
  static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64
}

extension Differentiable {
  /// Returns the `hashValue` of an identifier, which has its own seed.
  @inlinable
  public static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64 {
    UInt64(truncatingIfNeeded: identifier.hashValue)
  }
}

extension Differentiable where Identifier: FixedWidthInteger {
  /// Returns the bits of an integer of at most 64 bits, or the `hashValue` of a wider integer.
  @inlinable
  public static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64 {
    Identifier.bitWidth <= 64
      ? UInt64(truncatingIfNeeded: identifier)
      : UInt64(truncatingIfNeeded: identifier.hashValue)
  }
}

extension Differentiable where Identifier == String {
  /// Returns the hash of a string's bytes.
  ///
  /// - Complexity: O(bytes).
  @inlinable
  public static func differenceHash(of identifier: String, seed: UInt64) -> UInt64 {
    IdentifierHash.hash(identifier, seed: seed)
  }
}

extension Differentiable where Self: Equatable {
  /// Returns whether two elements are equal by `==`.
  @inlinable
  public func isContentEqual(to other: Self) -> Bool { self == other }
}

extension Differentiable where Self: Identifiable, Identifier == ID {
  /// The `id` of an identifiable element.
  @inlinable
  public var differenceIdentifier: ID { id }
}

/// A group of elements with an identity and, often, its own content, for example a header.
///
///     struct Day: DifferentiableSection {
///       let name: String
///       var elements: [Message]
///       var differenceIdentifier: String { name }
///       func isContentEqual(to other: Day) -> Bool { name == other.name }
///     }
public protocol DifferentiableSection<Identifier> {
  /// The identifier of a section.
  associatedtype Identifier: Hashable & Sendable
  /// The elements of the section, in order.
  associatedtype Elements: RandomAccessCollection where Elements.Element: Differentiable

  /// The identifier of the section, which must be unique among the sections of its model.
  var differenceIdentifier: Identifier { get }

  /// The elements of the section, read once for each diff.
  ///
  /// Identifiers must be unique in the whole model, not only in the section, because an element may
  /// move from one section to another.
  var elements: Elements { get }

  /// Returns whether the section's own content, for example its header, equals that of `other`,
  /// which has the same identifier.
  ///
  /// Do not compare elements in this method, because they are compared one by one.
  func isContentEqual(to other: Self) -> Bool
}

/// A section that contains a whole flat list, as the only section of a model.
public struct ListSection<Element: Differentiable>: DifferentiableSection {
  /// The elements, in order.
  public let elements: [Element]

  /// Creates the section that contains a list.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  /// The identifier 0, because a model has only one such section.
  @inlinable public var differenceIdentifier: Int { 0 }

  /// Returns true, because a list has no content besides its elements.
  @inlinable
  public func isContentEqual(to other: Self) -> Bool { true }
}

extension ListSection: Sendable where Element: Sendable {}

/// Fast hashes of parts of identifiers, for `Differentiable.differenceHash`.
///
/// The seed of a diff prevents prepared collisions. It changes from run to run, so hashes are
/// meaningless in other runs.
public enum IdentifierHash {
  /// Returns the hash of two 64-bit words.
  ///
  /// - Complexity: O(1), one multiplication.
  @inlinable
  public static func hash(_ first: UInt64, _ second: UInt64, seed: UInt64) -> UInt64 {
    // Both factors depend on the seed, so no word can make one of them zero on purpose.
    let product = (first ^ seed).multipliedFullWidth(by: second ^ ~seed &* oddWord)
    return product.high ^ product.low
  }

  /// Returns the hash of a string, the same for canonically equivalent strings.
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

  /// Returns the hash of a string's bytes, for identifiers that are compared by bytes.
  ///
  /// Canonically equivalent strings have different hashes here. `hash(_:seed:)` and `==` are
  /// quadratic in the number of consecutive combining marks, so compare and hash bytes if
  /// identifiers are untrusted input.
  ///
  /// - Complexity: O(n) in bytes, eight at a time.
  public static func hash(bytesOf string: String, seed: UInt64) -> UInt64 {
    var string = string
    return string.withUTF8 { bytes in unsafe bytesHash(bytes.span.bytes, seed: seed).hash }
  }

  /// The fractional bits of the square root of two.
  @usableFromInline static var oddWord: UInt64 { 0x6A09_E667_F3BC_C909 }

  /// Returns the hash of bytes; `nil` if they are not all ASCII.
  @inlinable
  static func asciiHash(_ bytes: RawSpan, seed: UInt64) -> UInt64? {
    let (hash, union) = bytesHash(bytes, seed: seed)
    return union & 0x8080_8080_8080_8080 == 0 ? hash : nil
  }

  /// Returns the hash of bytes, and the union of their bits.
  @inlinable
  static func bytesHash(_ bytes: RawSpan, seed: UInt64) -> (hash: UInt64, union: UInt64) {
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
    return (hash(state, rest, seed: seed), union | rest)
  }

  /// Returns the hash of a string that is not ASCII or not contiguous UTF-8.
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

#if canImport(FoundationEssentials)
  extension Differentiable where Identifier == UUID {
    /// Returns the hash of the two words of a UUID.
    @inlinable
    public static func differenceHash(of identifier: UUID, seed: UInt64) -> UInt64 {
      IdentifierHash.hash(identifier, seed: seed)
    }
  }

  extension IdentifierHash {
    /// Returns the hash of the two words of a UUID.
    ///
    /// - Complexity: O(1); it takes a tenth of the time of a `Hasher`.
    @inlinable
    public static func hash(_ identifier: UUID, seed: UInt64) -> UInt64 {
      let bytes = identifier.uuid
      let words = unsafe unsafeBitCast(bytes, to: (UInt64, UInt64).self)
      return hash(words.0, words.1, seed: seed)
    }
  }
#endif
