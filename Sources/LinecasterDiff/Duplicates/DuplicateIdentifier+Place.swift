extension DuplicateIdentifier {
  /// Where in a model an identifier occurs.
  public enum Place: Hashable, Sendable {
    /// It is the identifier of the section with this index.
    case section(Int)
    /// It is the identifier of the element at this path.
    case item(ElementPath)
  }
}

extension DuplicateIdentifier.Place: CustomStringConvertible {
  /// The place in words.
  public var description: String {
    switch self {
    case .section(let index): "section \(index)"
    case .item(let path): "item \(path)"
    }
  }
}
