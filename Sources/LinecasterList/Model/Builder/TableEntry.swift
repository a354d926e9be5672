/// What a builder has collected: a row that is known by itself, or one that is known by the rows it
/// stands between.
public struct TableEntry: Sendable {
  enum Content: Sendable {
    case item(TableItem)
    case separator(Separator)
    case space(Space)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  /// The entry with the identifier of its row made a part of another.
  func scoped(by key: ItemIdentifier) -> TableEntry {
    guard case .item(var item) = content else { return self }
    item.identifier = .pair(key, item.identifier)
    return TableEntry(.item(item))
  }
}
