#if canImport(Glibc)
  import Glibc
#endif

/// Text that is compared by its UTF-8 bytes.
///
/// `String` treats canonically equivalent texts as equal, for example `é` and `e` with U+0301. To
/// compare texts, it reorders combining marks, which takes minutes for thousands of marks in a row
/// and cannot be cancelled. Use `ExactText` for untrusted text that is a key or is compared:
/// comparing and hashing take time proportional to the bytes. In cells, use it as a property
/// wrapper:
///
///     struct NoteCell: Cell {
///       @ExactText var text: String
///       func body(in environment: LayoutEnvironment) -> some Layout { Text(text) }
///     }
///     let cell = NoteCell(text: "Hello")
///
/// The type is in this module because this is the lowest module that uses text.
@propertyWrapper
public struct ExactText: Hashable, Sendable {
  /// The text, as the value of the property.
  public var wrappedValue: String

  /// Wraps the text of a property.
  public init(wrappedValue: String) {
    self.wrappedValue = wrappedValue
  }

  /// Wraps a text.
  public init(_ text: String) {
    wrappedValue = text
  }

  /// The text as a string.
  public var string: String { wrappedValue }

  /// Returns whether two texts have the same bytes.
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
    // Native Swift strings store their bytes contiguously; others may not.
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
    // No text has this byte, so it separates consecutive texts.
    hasher.combine(0xFF as UInt8)
  }
}

extension ExactText: Comparable {
  /// Returns whether the left text comes first by its bytes, which is the order of its code points.
  ///
  /// - Complexity: O(bytes).
  public static func < (left: ExactText, right: ExactText) -> Bool {
    left.wrappedValue.utf8.lexicographicallyPrecedes(right.wrappedValue.utf8)
  }
}

extension ExactText: ExpressibleByStringLiteral, CustomStringConvertible {
  /// The text, as a string.
  public var description: String { wrappedValue }

  /// Wraps a text.
  public init(stringLiteral value: String) { self.init(value) }
}
