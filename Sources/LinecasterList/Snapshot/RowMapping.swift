import LinecasterBase
import LinecasterDiff

/// The mapping between the rows of a list before and after an update, headers and footers included.
///
/// Kept as stretches of adjacent rows, so its size is that of the changes.
struct RowMapping: Sendable {
  /// Rows that are adjacent before and after.
  struct Stretch: Hashable, Sendable {
    /// The first row, after the update.
    let newStart: Int
    /// The first row, before the update.
    let oldStart: Int
    var count: Int
    /// Whether the rows, or their section, were moved past others.
    let isMoved: Bool

    var newRows: Range<Int> { newStart..<newStart + count }
    var oldRows: Range<Int> { oldStart..<oldStart + count }
  }

  /// The surviving rows, ascending in new rows.
  let stretches: [Stretch]
  /// The indices of the stretches, ascending in old rows.
  private let oldOrder: [Int]

  /// Creates a mapping of stretches that ascend in new rows.
  init(_ stretches: [Stretch]) {
    self.stretches = stretches
    oldOrder = stretches.indices.sorted { stretches[$0].oldStart < stretches[$1].oldStart }
  }

  /// The mapping of an update that replaces all rows.
  static let none = RowMapping([])

  /// The mapping of an update that leaves all rows where they are.
  static func identity(count: Int) -> RowMapping {
    guard count > 0 else { return .none }
    return RowMapping([Stretch(newStart: 0, oldStart: 0, count: count, isMoved: false)])
  }

  /// Returns the new row of an old one; `nil` if it was deleted.
  ///
  /// - Complexity: O(log changes).
  func newRow(ofOld row: Int) -> Int? {
    guard let stretch = stretch(atOrBeforeOld: row), stretch.oldRows.contains(row) else {
      return nil
    }
    return stretch.newStart + row - stretch.oldStart
  }

  /// Returns the old row of a new one; `nil` if it was inserted.
  ///
  /// - Complexity: O(log changes).
  func oldRow(ofNew row: Int) -> Int? {
    let index = stretches.bisect { $0.newStart > row } - 1
    guard index >= 0, stretches[index].newRows.contains(row) else { return nil }
    return stretches[index].oldStart + row - stretches[index].newStart
  }

  /// Returns the last stretch, in old order, that does not begin below an old row.
  private func stretch(atOrBeforeOld row: Int) -> Stretch? {
    let index = oldIndex(after: row) - 1
    return index >= 0 ? stretches[oldOrder[index]] : nil
  }

  /// Returns the number of stretches that begin at or above an old row.
  private func oldIndex(after row: Int) -> Int {
    oldOrder.bisect { stretches[$0].oldStart > row }
  }
}

// MARK: - Survivors

extension RowMapping {
  /// Returns the first surviving old row at or below `row`.
  ///
  /// - Parameter stays: Whether to exclude rows that were moved past others.
  /// - Complexity: O(log changes), and O(skipped stretches).
  func survivor(atOrBelow row: Int, stays: Bool = false) -> Int? {
    if let stretch = stretch(atOrBeforeOld: row), stretch.oldRows.contains(row),
      !(stays && stretch.isMoved)
    {
      return row
    }
    return oldOrder[oldIndex(after: row)...].lazy.map { stretches[$0] }
      .first { !(stays && $0.isMoved) }?.oldStart
  }

  /// Returns the last surviving old row above `row`.
  ///
  /// - Parameter stays: Whether to exclude rows that were moved past others.
  /// - Complexity: O(log changes), and O(skipped stretches).
  func survivor(above row: Int, stays: Bool = false) -> Int? {
    oldOrder[..<oldIndex(after: row - 1)].reversed().lazy.map { stretches[$0] }
      .first { !(stays && $0.isMoved) }
      .map { min(row, $0.oldRows.upperBound) - 1 }
  }
}

extension RowMapping {
  /// Creates the mapping of a batch of changes; a batch that does not fit maps the rows it can.
  ///
  /// - Complexity: O(changes log changes), and O(sections) if sections come, go or move.
  init(_ changes: Changeset, from old: RowNumbering, to new: RowNumbering) {
    var maker = RowMappingMaker(changes, from: old, to: new)
    self.init(maker.make())
  }

  /// Creates the mapping of the changes that lead from one state of a list to another.
  ///
  /// - Complexity: O(changes log changes), and O(sections) if sections come, go or move.
  init(_ changes: Changeset, from old: TableSnapshot, to new: TableSnapshot) {
    self.init(changes, from: old.rows.numbering, to: new.rows.numbering)
  }
}

/// Follows rows through a batch of changes.
private struct RowMappingMaker {
  private let changes: Changeset
  private let old: RowNumbering
  private let new: RowNumbering
  /// The old items that leave their section or its order, ascending.
  private let leaving: [ElementPath]
  private var stretches: [RowMapping.Stretch] = []
  /// The index of the next of `changes.itemInserts`.
  private var nextInsert = 0
  /// The index of the next of `changes.itemMoves`.
  private var nextMove = 0

  init(_ changes: Changeset, from old: RowNumbering, to new: RowNumbering) {
    self.changes = changes
    self.old = old
    self.new = new
    leaving = (changes.itemDeletes + changes.itemMoves.map(\.old)).sorted()
  }

  /// Returns the stretches of surviving rows, ascending in new rows.
  mutating func make() -> [RowMapping.Stretch] {
    if let changed = changedSections() {
      var next = 0
      for section in changed {
        append(wholeSections: next..<section)
        append(section, from: (section, isMoved: false))
        next = section + 1
      }
      append(wholeSections: next..<new.sectionCount)
      return stretches
    }
    let origins = sectionOrigins()
    for section in 0..<new.sectionCount { append(section, from: origins[section]) }
    return stretches
  }

  /// Returns the sections whose rows change, ascending; `nil` if sections come, go or move, or if
  /// the batch does not have all changes.
  ///
  /// - Complexity: O(changes log changes).
  private func changedSections() -> [Int]? {
    guard changes.sectionDeletes.isEmpty, changes.sectionInserts.isEmpty,
      changes.sectionMoves.isEmpty, old.sectionCount == new.sectionCount
    else { return nil }
    var found = Set(leaving.map(\.section))
    found.formUnion(changes.itemInserts.map(\.section))
    found.formUnion(changes.itemMoves.map(\.new.section))
    found.formUnion(changes.sectionUpdates.map(\.new))
    let changed = found.filter { (0..<new.sectionCount).contains($0) }.sorted()
    var next = 0
    for section in changed + [new.sectionCount] {
      let rest = next..<section
      guard old.rows(ofSections: rest).count == new.rows(ofSections: rest).count else { return nil }
      next = section + 1
    }
    return changed
  }

  private mutating func append(wholeSections sections: Range<Int>) {
    let rows = old.rows(ofSections: sections)
    guard !rows.isEmpty else { return }
    let start = new.rows(ofSections: sections).lowerBound
    append(rows.lowerBound, start, count: rows.count, isMoved: false)
  }

  /// Appends the surviving rows of a new section.
  private mutating func append(_ section: Int, from origin: (section: Int, isMoved: Bool)?) {
    let isMoved = origin.map { $0.isMoved } ?? false
    if let origin, let header = old.header(ofSection: origin.section) {
      append(header, new.header(ofSection: section), isMoved: isMoved)
    }
    appendItems(of: section, from: origin?.section, isMoved: isMoved)
    if let origin, let footer = old.footer(ofSection: origin.section) {
      append(footer, new.footer(ofSection: section), isMoved: isMoved)
    }
  }

  /// Returns the old section of each new one.
  private func sectionOrigins() -> [(section: Int, isMoved: Bool)?] {
    var origins = [(section: Int, isMoved: Bool)?](repeating: nil, count: new.sectionCount)
    var isTaken = [Bool](repeating: false, count: new.sectionCount)
    var stays = [Bool](repeating: true, count: old.sectionCount)
    for section in changes.sectionDeletes where stays.indices.contains(section) {
      stays[section] = false
    }
    for section in changes.sectionInserts where isTaken.indices.contains(section) {
      isTaken[section] = true
    }
    for move in changes.sectionMoves
    where stays.indices.contains(move.old) && isTaken.indices.contains(move.new) {
      stays[move.old] = false
      isTaken[move.new] = true
      origins[move.new] = (move.old, true)
    }
    var rest = stays.indices.lazy.filter { stays[$0] }.makeIterator()
    for section in origins.indices where !isTaken[section] {
      origins[section] = rest.next().map { ($0, false) }
    }
    return origins
  }

  /// Merges the items that stay in the section with those inserted.
  private mutating func appendItems(of section: Int, from origin: Int?, isMoved: Bool) {
    let newItems = new.items(ofSection: section)
    let oldItems = origin.map { old.items(ofSection: $0) } ?? 0..<0
    var staying = StayingItems(of: origin ?? -1, count: oldItems.count, leaving: leaving)
    var item = 0
    while item < newItems.count {
      let row = newItems.lowerBound + item
      switch arrival(at: ElementPath(section: section, item: item)) {
      case .inserted: item += 1
      case .moved(let path):
        if let oldRow = old.row(at: RowPath(path)) { append(oldRow, row, isMoved: true) }
        item += 1
      case .none(let next):
        let end = next.map { $0.section == section ? $0.item : newItems.count } ?? newItems.count
        let run = staying.next(atMost: min(end, newItems.count) - item)
        if !run.isEmpty {
          append(oldItems.lowerBound + run.lowerBound, row, count: run.count, isMoved: isMoved)
        }
        // An inserted section has items that no change lists.
        item += run.isEmpty ? min(end, newItems.count) - item : run.count
      }
    }
  }

  /// The arrival of an item at a place.
  private enum Arrival {
    case inserted
    case moved(ElementPath)
    /// No arrival; the place of the next one.
    case none(next: ElementPath?)
  }

  /// Returns the arrival at a place; places must be requested in ascending order.
  private mutating func arrival(at path: ElementPath) -> Arrival {
    let inserts = changes.itemInserts
    let moves = changes.itemMoves
    while nextInsert < inserts.count, inserts[nextInsert] < path { nextInsert += 1 }
    while nextMove < moves.count, moves[nextMove].new < path { nextMove += 1 }
    let insert = nextInsert < inserts.count ? inserts[nextInsert] : nil
    let move = nextMove < moves.count ? moves[nextMove] : nil
    if insert == path { return .inserted }
    if let move, move.new == path { return .moved(move.old) }
    guard let insert, let move else { return .none(next: insert ?? move?.new) }
    return .none(next: min(insert, move.new))
  }

  private mutating func append(_ oldRow: Int, _ newRow: Int?, count: Int = 1, isMoved: Bool) {
    guard let newRow else { return }
    if let last = stretches.last, last.newRows.upperBound == newRow,
      last.oldRows.upperBound == oldRow, last.isMoved == isMoved
    {
      stretches[stretches.count - 1].count += count
    } else {
      stretches.append(
        RowMapping.Stretch(newStart: newRow, oldStart: oldRow, count: count, isMoved: isMoved))
    }
  }
}

/// The items of an old section that a batch leaves in place, run by run.
private struct StayingItems {
  private let section: Int
  private let count: Int
  /// The leaving items of all sections, ascending.
  private let leaving: [ElementPath]
  /// The index of the next of `leaving`.
  private var nextLeaving: Int
  private var item = 0

  /// - Complexity: O(log leaving).
  init(of section: Int, count: Int, leaving: [ElementPath]) {
    self.section = section
    self.count = count
    self.leaving = leaving
    let start = ElementPath(section: section, item: 0)
    nextLeaving = leaving.bisect { $0 >= start }
  }

  /// Returns the next adjacent items that stay; empty after the last.
  mutating func next(atMost limit: Int) -> Range<Int> {
    var end = count
    while nextLeaving < leaving.count, leaving[nextLeaving].section == section {
      let leaver = leaving[nextLeaving].item
      if leaver > item {
        end = min(end, leaver)
        break
      }
      item = max(item, leaver + 1)
      nextLeaving += 1
    }
    let run = item..<max(item, min(end, item + max(0, limit)))
    item = run.upperBound
    return run
  }
}
