extension Array where Element == TableItem {
  /// The rows with separators collapsed, as builders do it.
  ///
  /// Of separators with nothing but spaces between them the strongest stays; those above the first
  /// and below the last row that shows something go. What stays is known by the two rows it stands
  /// between, whatever its identifier was. Doing it again changes nothing.
  ///
  /// - Complexity: O(n).
  public func collapsingSeparators() -> [TableItem] {
    SeparatorCollapser.items(lazy.map { TableEntry(.item($0)) })
  }
}
