#if canImport(Glibc)
  import Glibc
#endif

/// Text that is the same as other text where both have the same bytes in UTF-8.
///
/// `String` takes canonically equivalent texts for the same, such as `é` and `e` with U+0301. To
/// find that out it puts marks in an order, which for thousands of marks in a row takes minutes,
/// and nothing can call it off. Text from outside that something is known or compared by is
/// therefore kept in this type, which compares and hashes in proportion to the bytes. In cells,
/// mark properties with it:
///
///     struct NoteCell: Cell {
///       @ExactText var text: String
///       func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
///     }
///     let cell = NoteCell(text: "Hello")
///
/// It is beside the geometry because this is the module below all others that know texts.
@propertyWrapper
public struct ExactText: Hashable, Sendable {
  /// The text.
  public var wrappedValue: String

  /// Wraps the text of a property.
  public init(wrappedValue: String) {
    self.wrappedValue = wrappedValue
  }

  /// Wraps a text.
  public init(_ text: String) {
    wrappedValue = text
  }

  /// The text.
  public var string: String { wrappedValue }

  /// Whether both have the same bytes.
  ///
  /// - Complexity: O(bytes).
  public static func == (left: ExactText, right: ExactText) -> Bool {
    let (left, right) = (left.wrappedValue.utf8, right.wrappedValue.utf8)
    guard left.count == right.count else { return false }
    let isSame = unsafe left.withContiguousStorageIfAvailable { left in
      unsafe right.withContiguousStorageIfAvailable { right in
        guard let first = left.baseAddress, let second = right.baseAddress else { return true }
        return unsafe first == second || memcmp(first, second, left.count) == 0
      }
    }
    // Strings of Swift have their bytes in one piece; others may not.
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  /// Feeds the bytes to the hasher.
  ///
  /// - Complexity: O(bytes).
  public func hash(into hasher: inout Hasher) {
    let isFed: Void? = unsafe wrappedValue.utf8.withContiguousStorageIfAvailable {
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if isFed == nil { for byte in wrappedValue.utf8 { hasher.combine(byte) } }
    // No text has this byte: where one ends and another begins stays told apart.
    hasher.combine(0xFF as UInt8)
  }
}

extension ExactText: Comparable {
  /// Whether the left text comes first by its bytes, which is the order of its characters' numbers.
  ///
  /// - Complexity: O(bytes).
  public static func < (left: ExactText, right: ExactText) -> Bool {
    left.wrappedValue.utf8.lexicographicallyPrecedes(right.wrappedValue.utf8)
  }
}

extension ExactText: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text.
  public var description: String { wrappedValue }

  /// Wraps a text.
  public init(stringLiteral value: String) { self.init(value) }
}
