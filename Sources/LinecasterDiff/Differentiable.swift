#if canImport(FoundationEssentials)
  public import FoundationEssentials
#endif

/// An element that a diff can tell apart from its neighbours and from its own earlier content.
///
/// Identity says *which* element it is: two elements with equal identifiers are the same one,
/// before and after, wherever it stands. Content says *what it shows*: a survivor whose content
/// differs is reported as an update. The two are independent.
///
///     struct Message: Differentiable, Equatable {
///       let id: Int
///       var text: String
///       var differenceIdentifier: Int { id }
///     }
public protocol Differentiable<Identifier> {
  /// What tells one element from another.
  associatedtype Identifier: Hashable & Sendable

  /// The identity of the element, expected to be unique in its model and constant over its life.
  var differenceIdentifier: Identifier { get }

  /// Whether the element shows the same as `other`, which has the same identifier.
  ///
  /// Equatable types compare with `==` unless they say otherwise. Leave closures and other
  /// things that are not shown out of the comparison.
  func isContentEqual(to other: Self) -> Bool

  /// A hash of an identifier: equal identifiers must give equal hashes.
  ///
  /// Integers, strings and UUIDs have fast ones, other identifiers use `Hasher`. Where an
  /// identifier is made of such parts, `IdentifierHash` makes a hash of theirs: a diff spends most
  /// of its time here.
  ///
  /// A hash that takes few values makes the diff quadratic, never wrong. Where strangers choose the
  /// identifiers, `seed` keeps them from choosing many with one hash; it is the same for all
  /// hashes that are compared, and differs from run to run. The bits of the result are mixed with
  /// it once more, so consecutive integers are good hashes as they are.
  static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64
}

extension Differentiable {
  /// The `hashValue` of an identifier, which has a seed of its own.
  @inlinable
  public static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64 {
    UInt64(truncatingIfNeeded: identifier.hashValue)
  }
}

extension Differentiable where Identifier: FixedWidthInteger {
  /// The bits of an integer of at most 64 bits, the hash by `Hasher` of a wider one.
  @inlinable
  public static func differenceHash(of identifier: Identifier, seed: UInt64) -> UInt64 {
    Identifier.bitWidth <= 64
      ? UInt64(truncatingIfNeeded: identifier)
      : UInt64(truncatingIfNeeded: identifier.hashValue)
  }
}

extension Differentiable where Identifier == String {
  /// The hash of a string's bytes.
  @inlinable
  public static func differenceHash(of identifier: String, seed: UInt64) -> UInt64 {
    IdentifierHash.hash(identifier, seed: seed)
  }
}

extension Differentiable where Self: Equatable {
  /// Compares the whole elements with `==`.
  @inlinable
  public func isContentEqual(to other: Self) -> Bool { self == other }
}

extension Differentiable where Self: Identifiable, Identifier == ID {
  /// The `id` of an identifiable element.
  @inlinable
  public var differenceIdentifier: ID { id }
}

/// A group of elements with an identity and, often, content of its own such as a header.
///
///     struct Day: DifferentiableSection {
///       let name: String
///       var elements: [Message]
///       var differenceIdentifier: String { name }
///       func isContentEqual(to other: Day) -> Bool { name == other.name }
///     }
public protocol DifferentiableSection<Identifier> {
  /// What tells one section from another.
  associatedtype Identifier: Hashable & Sendable
  /// The elements of the section, in order.
  associatedtype Elements: RandomAccessCollection where Elements.Element: Differentiable

  /// The identity of the section, expected to be unique among the sections of its model.
  var differenceIdentifier: Identifier { get }

  /// The elements, read once for each diff.
  ///
  /// Their identifiers are expected to be unique in the whole model, not only in the section:
  /// that is how an element is followed from one section to another.
  var elements: Elements { get }

  /// Whether the section's own content, such as its header, is the same as that of `other`, which
  /// has the same identifier.
  ///
  /// Elements do not belong in this comparison: they are compared one by one.
  func isContentEqual(to other: Self) -> Bool
}

/// A flat list as the only section of a model.
public struct ListSection<Element: Differentiable>: DifferentiableSection {
  /// The elements, in order.
  public let elements: [Element]

  /// Makes the section of a list.
  @inlinable
  public init(_ elements: [Element]) { self.elements = elements }

  /// Zero: there is one such section.
  @inlinable public var differenceIdentifier: Int { 0 }

  /// Always true: a list shows nothing but its elements.
  @inlinable
  public func isContentEqual(to other: Self) -> Bool { true }
}

extension ListSection: Sendable where Element: Sendable {}

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

  /// The hash of a string's bytes, for identifiers that are the same where their bytes are.
  ///
  /// Strings that are canonically equivalent have different ones. Their hash by `hash(_:seed:)` and
  /// their comparison by `==` take time that grows with the square of the marks in a row: where
  /// strangers choose the identifiers, compare and hash their bytes.
  ///
  /// - Complexity: O(n) in bytes, eight at a time.
  public static func hash(bytesOf string: String, seed: UInt64) -> UInt64 {
    var string = string
    return string.withUTF8 { bytes in unsafe bytesHash(bytes.span.bytes, seed: seed).hash }
  }

  /// The fraction of the square root of two.
  @usableFromInline static var oddWord: UInt64 { 0x6A09_E667_F3BC_C909 }

  /// The hash of bytes, or `nil` if they are not all ASCII.
  @inlinable
  static func asciiHash(_ bytes: RawSpan, seed: UInt64) -> UInt64? {
    let (hash, union) = bytesHash(bytes, seed: seed)
    return union & 0x8080_8080_8080_8080 == 0 ? hash : nil
  }

  /// The hash of bytes, and the bits that any of them has.
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

#if canImport(FoundationEssentials)
  extension Differentiable where Identifier == UUID {
    /// The hash of the two words of a UUID.
    @inlinable
    public static func differenceHash(of identifier: UUID, seed: UInt64) -> UInt64 {
      IdentifierHash.hash(identifier, seed: seed)
    }
  }

  extension IdentifierHash {
    /// The hash of the two words of a UUID.
    ///
    /// - Complexity: O(1), a tenth of the time that a `Hasher` takes.
    @inlinable
    public static func hash(_ identifier: UUID, seed: UInt64) -> UInt64 {
      let bytes = identifier.uuid
      let words = unsafe unsafeBitCast(bytes, to: (UInt64, UInt64).self)
      return hash(words.0, words.1, seed: seed)
    }
  }
#endif
