/// Which row of a section it is.
public enum RowPart: Hashable, Sendable {
  /// The row above the items.
  case header
  /// An item, by its index in the section.
  case item(Int)
  /// The row below the items.
  case footer
}
