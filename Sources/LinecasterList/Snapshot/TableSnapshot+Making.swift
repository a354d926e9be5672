public import LinecasterDiff

extension TableSnapshot {
  /// Makes the snapshot of an update whose rows have not been measured.
  ///
  /// Cheap where a dozen of many rows will be seen: rows are counted by section, none is looked at.
  ///
  /// - Parameters:
  ///   - generation: Counts the updates.
  ///   - rows: The rows.
  ///   - carried: The heights of rows that survive the update.
  ///   - estimates: The estimates for rows whose heights are not known.
  /// - Complexity: O(sections + changes), and O(rows) where rows that survive do not stay in whole
  ///   blocks.
  init(
    generation: Int, rows: TableRows, carried: CarriedHeights?,
    estimates: (TableSection) -> RowEstimates
  ) {
    var maker = GeometryMaker(rows, carried: carried)
    self.init(
      generation: generation, rows: rows, geometry: maker.make(estimates))
  }
}

extension RowMapping {
  /// Makes the mapping of a batch of changes; one that does not fit the rows maps those it can.
  ///
  /// - Complexity: O(sections + changes log changes).
  init(_ changes: Changeset, from old: RowNumbering, to new: RowNumbering) {
    var maker = RowMappingMaker(changes, from: old, to: new)
    self.init(maker.make())
  }

  /// Makes the mapping of the changes that lead from one state of a list to another.
  ///
  /// - Complexity: O(sections + changes log changes).
  public init(_ changes: Changeset, from old: TableSnapshot, to new: TableSnapshot) {
    self.init(changes, from: old.rows.numbering, to: new.rows.numbering)
  }
}
