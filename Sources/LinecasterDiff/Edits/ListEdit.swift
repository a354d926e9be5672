/// A change of a list that the caller knows, so that nothing has to be compared.
///
/// ```swift
/// var messages: [Message] = …
/// let changeset = try ListEdit.append([message]).apply(to: &messages)
/// ```
///
/// The batch follows from the edit. It costs what the edit costs: appending is proportional to what
/// is appended, however long the list is; identifiers are looked for from the end, by comparison,
/// without hashing; and arrays shift what is behind the place of a change.
public enum ListEdit<Element: Differentiable> {
  /// Puts elements behind the last one.
  case append([Element])
  /// Puts elements before the one that has this index, from 0 to the number of elements.
  case insert([Element], at: Int)
  /// Takes the element with this identifier out.
  case remove(Element.Identifier)
  /// Moves the element with this identifier to this index, counted when it has been moved.
  case move(Element.Identifier, to: Int)
  /// Puts this element in place of the one that has its identifier.
  case replace(Element)
}

extension ListEdit: Sendable where Element: Sendable {}
