/// A change of a model that the caller knows, so that nothing has to be compared.
///
///     let changes = try model.apply(.append([item], to: "main"))
///
/// Items are looked for by their identifiers from the end, by comparison; appending costs what is
/// appended, however long the list is. Separators that builders made stay as they are: put in those
/// that belong between the new rows.
public enum TableEdit: Sendable {
  /// Puts items in at a place, in order.
  case insert([TableItem], at: TablePlace)
  /// Takes the item with this identifier out.
  case remove(ItemIdentifier)
  /// Moves the item with this identifier to a place, of another section also.
  case move(ItemIdentifier, to: TablePlace)
  /// Puts an item in place of the one with its identifier.
  case replace(TableItem)

  /// Puts items below the last one of a section.
  public static func append(_ items: [TableItem], to section: ItemIdentifier) -> TableEdit {
    .insert(items, at: .end(of: section))
  }
}
