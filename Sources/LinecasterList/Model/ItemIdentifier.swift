public import FoundationEssentials

/// What tells one row, or one section, from another over its life.
public enum ItemIdentifier: Hashable, Sendable {
  /// A number, such as a key of a database.
  case number(Int)
  /// A name.
  case name(String)
  /// A UUID.
  case uuid(UUID)
  /// Two identifiers together: a part of something, or what stands between two others.
  ///
  /// Made for a level or two; identifiers nested thousands deep are slow to compare, and may end
  /// the stack of a thread.
  indirect case pair(ItemIdentifier, ItemIdentifier)

  /// Makes a number.
  public init(_ number: Int) { self = .number(number) }

  /// Makes a name.
  public init(_ name: String) { self = .name(name) }

  /// Makes a UUID.
  public init(_ uuid: UUID) { self = .uuid(uuid) }
}

extension ItemIdentifier: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(value) }

  /// Makes a name.
  public init(stringLiteral value: String) { self = .name(value) }
}

extension ItemIdentifier: CustomStringConvertible {
  /// The number, the name or the UUID; of a pair both, as in `12/title`.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name): name
    case .uuid(let uuid): uuid.uuidString
    case .pair(let first, let second): "\(first)/\(second)"
    }
  }
}
