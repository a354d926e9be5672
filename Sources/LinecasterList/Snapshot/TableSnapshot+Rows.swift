public import LinecasterCells

extension TableSnapshot {
  /// The path of a row; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  public func path(ofRow row: Int) -> RowPath? { rows.numbering.path(ofRow: row) }

  /// The row at a path; nil where there is none.
  ///
  /// - Complexity: O(1).
  public func row(at path: RowPath) -> Int? { rows.numbering.row(at: path) }

  /// What is at a path: a header, an item or a footer; nil where there is none.
  ///
  /// - Complexity: O(1).
  public func item(at path: RowPath) -> TableItem? {
    guard model.sections.indices.contains(path.section) else { return nil }
    switch path.part {
    case .header: return model.sections[path.section].header
    case .footer: return model.sections[path.section].footer
    case .item(let item):
      let items = model.sections[path.section].items
      return items.indices.contains(item) ? items[item] : nil
    }
  }

  /// What a row is: a header, an item or a footer; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  public func item(atRow row: Int) -> TableItem? { path(ofRow: row).flatMap(item) }

  /// Which row stands at a path; nil where there is none.
  ///
  /// - Complexity: O(1).
  public func identity(at path: RowPath) -> RowIdentity? {
    guard let item = item(at: path) else { return nil }
    let section = model.sections[path.section].identifier
    let occurrence = occurrence(at: path)
    switch path.part {
    case .header: return RowIdentity(section, kind: .header, occurrence: occurrence)
    case .footer: return RowIdentity(section, kind: .footer, occurrence: occurrence)
    case .item: return RowIdentity(item.identifier, occurrence: occurrence)
    }
  }

  /// Which row it is over its life; nil for rows that are not there.
  ///
  /// - Complexity: O(log sections).
  public func identity(ofRow row: Int) -> RowIdentity? { path(ofRow: row).flatMap(identity) }

  /// What a row is measured in: the list's environment at the width that the insets of the section
  /// and the list's metrics leave.
  ///
  /// - Complexity: O(log sections).
  public func environment(ofRow row: Int) -> LayoutEnvironment {
    guard let section = rows.numbering.section(ofRow: row) else { return environment }
    return rows.environment(ofSection: section)
  }
}
