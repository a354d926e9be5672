/// What tells one row, or one section, from another over its life.
public enum ItemIdentifier: Hashable, Sendable {
  /// A number, such as a key of a database.
  case number(Int)
  /// A name.
  case name(String)
}

extension ItemIdentifier: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Makes a number.
  public init(integerLiteral value: Int) { self = .number(value) }

  /// Makes a name.
  public init(stringLiteral value: String) { self = .name(value) }
}

extension ItemIdentifier: CustomStringConvertible {
  /// The number or the name.
  public var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name): name
    }
  }
}
