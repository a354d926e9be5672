import LinecasterDiff

/// The heights that rows had before an update, for those that survive it.
struct CarriedHeights: Sendable {
  /// The list before the update.
  let base: TableSnapshot
  /// Which row is which.
  let mapping: RowMapping
  /// Rows that show something else than before, in new coordinates, ascending.
  let updatedRows: [Int]

  /// - Complexity: O(sections + changes log changes).
  init(_ changes: Changeset, from base: TableSnapshot, to rows: TableRows) {
    self.base = base
    mapping = RowMapping(changes, from: base.rows.numbering, to: rows.numbering)
    updatedRows = Self.updatedRows(changes, in: rows.numbering)
  }

  /// Headers and footers of updated sections are among them: one of them may be what differs.
  private static func updatedRows(_ changes: Changeset, in numbering: RowNumbering) -> [Int] {
    let items = changes.itemUpdates.lazy.compactMap { numbering.row(at: RowPath($0.new)) }
    guard !changes.sectionUpdates.isEmpty else { return Array(items) }
    let others = changes.sectionUpdates.flatMap { update in
      [RowPart.header, .footer].compactMap {
        numbering.row(at: RowPath(section: update.new, part: $0))
      }
    }
    return (Array(items) + others).sorted()
  }
}
