public import LinecasterDiff

/// Why an edit cannot be applied to a model.
public enum TableEditError: Error, Sendable {
  /// No item of the model has the identifier.
  case unknownItem(ItemIdentifier)
  /// No section of the model has the identifier.
  case unknownSection(ItemIdentifier)
  /// An item is put in with an identifier that the model has already. Found in debug builds only.
  case duplicate(DuplicateIdentifier)
}

extension TableEditError: CustomStringConvertible {
  /// What is wrong, in words.
  public var description: String {
    switch self {
    case .unknownItem(let identifier): "no item has the identifier \(identifier)"
    case .unknownSection(let identifier): "no section has the identifier \(identifier)"
    case .duplicate(let duplicate): "the edit is wrong: \(duplicate)"
    }
  }
}
