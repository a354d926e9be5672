/// Why an edit cannot be applied to a list.
public enum ListEditError: Error, Sendable {
  /// No element of the list has the identifier.
  case unknownIdentifier(any Hashable & Sendable)
  /// The list has no place with the index; `count` is the number of its elements.
  case noSuchIndex(Int, count: Int)
  /// An element is inserted with an identifier that the list has already. Found in debug builds
  /// only.
  case duplicate(DuplicateIdentifier)
}

extension ListEditError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .unknownIdentifier(let identifier): "no element has the identifier \(identifier)"
    case .noSuchIndex(let index, let count): "no place \(index) in a list of \(count) elements"
    case .duplicate(let duplicate): "the edit is wrong: \(duplicate)"
    }
  }
}
