package import LinecasterDiff

/// The rows of a host, kept in step with the model by applying batches to them.
package struct SectionedRows<Row> {
  /// The rows of each section.
  package private(set) var sections: [[Row]] = []

  /// Creates an empty list.
  package init() {}

  /// The number of rows in all sections.
  package var rowCount: Int { sections.reduce(0) { $0 + $1.count } }

  /// Applies a batch in the order that `Changeset` describes.
  ///
  /// - Parameters:
  ///   - changes: The changes from the rows as they are to the rows wanted.
  ///   - itemCount: The number of items of a section after the batch.
  ///   - make: Makes the row of an item that is new, by its path after the batch.
  /// - Complexity: O(rows of the sections that change + changes).
  package mutating func apply(
    _ changes: Changeset, itemCount: (Int) -> Int, make: (ElementPath) -> Row
  ) {
    let moved = takeOutItems(changes)
    takeOutAndPutInSections(changes)
    var arrivals: [Int: [(item: Int, row: Row)]] = [:]
    for (transition, row) in zip(changes.itemMoves, moved) {
      arrivals[transition.new.section, default: []].append((transition.new.item, row))
    }
    for path in changes.itemInserts {
      arrivals[path.section, default: []].append((path.item, make(path)))
    }
    for section in changes.sectionInserts {
      let items = 0..<itemCount(section)
      guard arrivals[section] != nil else {
        sections[section] = items.map { make(ElementPath(section: section, item: $0)) }
        continue
      }
      let taken = Set((arrivals[section] ?? []).map(\.item))
      for item in items where !taken.contains(item) {
        arrivals[section, default: []].append(
          (item, make(ElementPath(section: section, item: item))))
      }
    }
    for (section, rows) in arrivals { putIn(rows, section: section) }
  }

  /// Removes deleted and moved items in old coordinates; the result is the moved ones' rows.
  private mutating func takeOutItems(_ changes: Changeset) -> [Row] {
    let moved = changes.itemMoves.map { sections[$0.old.section][$0.old.item] }
    var leaving: [Int: Set<Int>] = [:]
    for path in changes.itemDeletes { leaving[path.section, default: []].insert(path.item) }
    for move in changes.itemMoves { leaving[move.old.section, default: []].insert(move.old.item) }
    for (section, items) in leaving {
      sections[section] = sections[section].enumerated().compactMap { item, row in
        items.contains(item) ? nil : row
      }
    }
    return moved
  }

  private mutating func takeOutAndPutInSections(_ changes: Changeset) {
    let moved = changes.sectionMoves.map { sections[$0.old] }
    let leaving = Set(changes.sectionDeletes + changes.sectionMoves.map(\.old))
    if !leaving.isEmpty {
      sections = sections.enumerated().compactMap { index, section in
        leaving.contains(index) ? nil : section
      }
    }
    let arriving =
      changes.sectionInserts.map { ($0, [Row]()) } + zip(changes.sectionMoves.map(\.new), moved)
    for (index, section) in arriving.sorted(by: { $0.0 < $1.0 }) {
      sections.insert(section, at: index)
    }
  }

  /// Merges rows into a section at their places after the batch.
  private mutating func putIn(_ rows: [(item: Int, row: Row)], section: Int) {
    let staying = sections[section]
    var merged: [Row] = []
    merged.reserveCapacity(staying.count + rows.count)
    var next = staying.startIndex
    for (item, row) in rows.sorted(by: { $0.item < $1.item }) {
      let count = item - merged.count
      merged += staying[next..<next + count]
      next += count
      merged.append(row)
    }
    sections[section] = merged + staying[next...]
  }
}
