import LinecasterDiff

/// Follows rows through a batch of changes.
struct RowMappingMaker {
  private let changes: Changeset
  private let old: RowNumbering
  private let new: RowNumbering
  /// Old items that do not stay in their section or not in order, ascending.
  private let leaving: [ElementPath]
  private var stretches: [RowMapping.Stretch] = []
  /// The next of `changes.itemInserts`.
  private var nextInsert = 0
  /// The next of `changes.itemMoves`.
  private var nextMove = 0

  init(_ changes: Changeset, from old: RowNumbering, to new: RowNumbering) {
    self.changes = changes
    self.old = old
    self.new = new
    leaving = (changes.itemDeletes + changes.itemMoves.map(\.old)).sorted()
  }

  /// The stretches of rows that survive, ascending in new rows.
  mutating func make() -> [RowMapping.Stretch] {
    let origins = sectionOrigins()
    for section in 0..<new.sectionCount {
      let origin = origins[section]
      let isMoved = origin.map { $0.isMoved } ?? false
      if let origin, let header = old.header(ofSection: origin.section) {
        append(header, new.header(ofSection: section), isMoved: isMoved)
      }
      appendItems(of: section, from: origin?.section, isMoved: isMoved)
      if let origin, let footer = old.footer(ofSection: origin.section) {
        append(footer, new.footer(ofSection: section), isMoved: isMoved)
      }
    }
    return stretches
  }

  /// For each new section the old one that it was.
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

  /// Merges what stays in the section with what is put in.
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
        // An inserted section comes with items that no change names.
        item += run.isEmpty ? min(end, newItems.count) - item : run.count
      }
    }
  }

  /// What is put in at a place.
  private enum Arrival {
    case inserted
    case moved(ElementPath)
    /// Nothing; the next place where something is.
    case none(next: ElementPath?)
  }

  /// What is put in at a place; places are asked for in ascending order.
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
