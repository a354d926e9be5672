public import FoundationEssentials
import LinecasterBase
import LinecasterDiff

/// The identifier of a row or section, which stays the same over its life (SwiftUI `Identifiable`).
///
/// Names are equal if their UTF-8 bytes are equal, so untrusted input may choose them.
public enum ItemIdentifier: Hashable, Sendable {
  /// A number, for example a database key.
  case number(Int)
  /// A name, compared by its UTF-8 bytes.
  case name(String)
  /// A UUID, for example one that a server has assigned.
  case uuid(UUID)
  /// A pair of identifiers, for a part of something, or for the gap between two others.
  ///
  /// Pairs are intended for one or two levels. Identifiers nested thousands of levels deep are slow
  /// to compare, and may overflow the stack of a thread.
  indirect case pair(ItemIdentifier, ItemIdentifier)
}

extension ItemIdentifier {
  /// Returns whether two identifiers are the same number, the same bytes, the same UUID or equal
  /// pairs.
  ///
  /// - Complexity: O(bytes) for names.
  public static func == (left: ItemIdentifier, right: ItemIdentifier) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left == right
    case (.name(let left), .name(let right)): ExactText(left) == ExactText(right)
    case (.uuid(let left), .uuid(let right)): left == right
    case (.pair(let first, let second), .pair(let otherFirst, let otherSecond)):
      first == otherFirst && second == otherSecond
    default: false
    }
  }

  /// Feeds the number, the bytes or the UUID to the hasher.
  ///
  /// - Complexity: O(bytes) for names.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let number):
      hasher.combine(0)
      hasher.combine(number)
    case .name(let name):
      hasher.combine(1)
      hasher.combine(ExactText(name))
    case .uuid(let uuid):
      hasher.combine(2)
      hasher.combine(uuid)
    case .pair(let first, let second):
      hasher.combine(3)
      hasher.combine(first)
      hasher.combine(second)
    }
  }
}

extension ItemIdentifier: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates an identifier from a number.
  public init(integerLiteral value: Int) { self = .number(value) }

  /// Creates an identifier from a name.
  public init(stringLiteral value: String) { self = .name(value) }
}

extension ItemIdentifier: CustomStringConvertible {
  /// The number, the name or the UUID; for a pair, both parts, for example `12/title`.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name): name
    case .uuid(let uuid): uuid.uuidString
    case .pair(let first, let second): "\(first)/\(second)"
    }
  }
}

extension ItemIdentifier {
  /// Returns a hash for diffs, several times as fast as `Hasher`.
  func differenceHash(seed: UInt64) -> UInt64 {
    switch self {
    case .number(let number): UInt64(truncatingIfNeeded: number)
    case .name(let name): IdentifierHash.hash(bytesOf: name, seed: seed)
    case .uuid(let uuid): IdentifierHash.hash(uuid, seed: seed)
    case .pair(let first, let second):
      IdentifierHash.hash(
        first.differenceHash(seed: seed), second.differenceHash(seed: ~seed), seed: seed)
    }
  }
}

/// The identity of a row over its life, which is unique even if the model repeats an identifier.
public struct RowIdentity: Hashable, Sendable {
  /// The role of a row in its section.
  enum Kind: Hashable, Sendable {
    /// The row above the items of a section.
    case header
    /// An item.
    case item
    /// The row below the items of a section.
    case footer
  }

  /// The role of the row in its section.
  let kind: Kind
  /// The identifier of the item; for headers and footers, that of the section.
  public let identifier: ItemIdentifier
  /// The number of items, or sections, with this identifier above it.
  let occurrence: Int

  /// Creates the identity of the first item with an identifier.
  public init(_ identifier: ItemIdentifier) {
    self.init(identifier, kind: .item)
  }

  init(_ identifier: ItemIdentifier, kind: Kind = .item, occurrence: Int = 0) {
    self.kind = kind
    self.identifier = identifier
    self.occurrence = occurrence
  }
}

/// The position of a row in a model, headers and footers included.
struct RowPath: Hashable, Sendable {
  /// The index of the section.
  var section: Int
  /// The row of the section.
  var part: RowPart

  /// Creates a path.
  init(section: Int, part: RowPart) {
    self.section = section
    self.part = part
  }

  /// Creates the path of an item.
  init(_ path: ElementPath) {
    self.init(section: path.section, part: .item(path.item))
  }

  /// The path of the item; `nil` for headers and footers.
  var element: ElementPath? {
    guard case .item(let item) = part else { return nil }
    return ElementPath(section: section, item: item)
  }
}

/// A row of a section.
enum RowPart: Hashable, Sendable {
  /// The row above the items.
  case header
  /// An item, by its index in the section.
  case item(Int)
  /// The row below the items.
  case footer
}
