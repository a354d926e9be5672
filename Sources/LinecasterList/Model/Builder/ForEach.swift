/// The rows of a collection, their identifiers parts of a key of each element.
///
///     ForEach(messages, key: { .uuid($0.id) }) { message in
///       TableItem("author", cell: Line(message.author))
///       TableItem("text", cell: Line(message.text))
///       Separator.small
///     }
///
/// A `for` loop does as well where each row has an identifier of its own.
public struct ForEach: Sendable {
  let entries: [TableEntry]

  /// Makes the rows of a collection.
  ///
  /// - Parameters:
  ///   - elements: What there are rows for, from top to bottom.
  ///   - key: What tells one element from another over its life.
  ///   - rows: The rows of an element; their identifiers need to be unique among them only.
  public init<Elements: Sequence>(
    _ elements: Elements, key: (Elements.Element) -> ItemIdentifier,
    @TableItemBuilder rows: (Elements.Element) throws -> [TableEntry]
  ) rethrows {
    var entries: [TableEntry] = []
    for element in elements {
      let key = key(element)
      entries += try rows(element).map { $0.scoped(by: key) }
    }
    self.entries = entries
  }
}
