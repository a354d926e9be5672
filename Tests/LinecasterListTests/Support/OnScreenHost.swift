import LinecasterBase
import LinecasterCells
import LinecasterDiff

@testable import LinecasterList

/// A host that checks the visible rows on every call: the first shown row moves by the host's own
/// scrolling only, and no shown row moves because a blank one gets its height.
@MainActor
final class OnScreenHost: TableHost {
  /// The tolerated movement of a row in points, which are pixels here.
  static let tolerance = 1.0

  var length: Double
  var velocity = 0.0
  /// Whether it finishes batches at once.
  var isQuick = true
  private(set) var offset = 0.0
  private(set) var snapshot: TableSnapshot?
  private(set) var pixels: [RowIdentity: DisplayedRow] = [:]
  private(set) var faults: [String] = []
  private(set) var setOffsetCount = 0
  /// The pairs of shown rows with blank rows between them, which may move when those are measured.
  /// They arise when a row has waited for a tenth of a second, or when an update brings shown rows
  /// beside unmeasured ones because the reader has scrolled meanwhile.
  private(set) var islandPairs: Set<[RowIdentity]> = []
  /// The rows that updates name as anchors, by generation.
  var namedAnchors: [Int: RowIdentity] = [:]
  private var open: [@MainActor @Sendable () -> Void] = []

  init(length: Double) { self.length = length }

  var visible: Range<Int> { snapshot?.geometry.rows(in: offset..<offset + length) ?? 0..<0 }

  func scroll(to offset: Double) { self.offset = offset }

  func finish() {
    let overdue = open
    open = []
    for done in overdue { done() }
  }

  func viewport(in snapshot: TableSnapshot) -> Viewport {
    Viewport(offset: offset, length: length, velocity: velocity)
  }

  func apply(_ batch: TableBatch, done: @escaping @MainActor @Sendable () -> Void) {
    take(batch.snapshot, batch.offset, batch.changes, "batch \(batch.snapshot.generation)")
    noteIslands { _ in true }
    if isQuick { done() } else { open.append(done) }
  }

  func display(_ rows: [DisplayedRow]) {
    for row in rows { pixels[row.identity] = row }
    let new = Set(rows.map(\.identity))
    noteIslands { !new.isDisjoint(with: $0) }
  }

  /// Records the pairs of shown rows with blank ones between them that satisfy a condition.
  private func noteIslands(where isNew: ([RowIdentity]) -> Bool) {
    guard let snapshot else { return }
    for (upper, lower) in pairs(of: visible, in: snapshot) where lower > upper + 1 {
      let islands = [upper, lower].compactMap { snapshot.identity(ofRow: $0) }
      if isNew(islands) { islandPairs.insert(islands) }
    }
  }

  func recycle(_ rows: [RowIdentity]) { for row in rows { pixels[row] = nil } }

  func setOffset(_ offset: Double, in snapshot: TableSnapshot, animated: Bool) {
    setOffsetCount += 1
    take(snapshot, offset, Changeset(), "correction")
  }

  func displayFailed(_ error: any Error) { faults.append("\(error)") }
}

extension OnScreenHost {
  private func take(
    _ new: TableSnapshot, _ newOffset: Double, _ changes: Changeset, _ what: String
  ) {
    if let old = snapshot, let fault = fault(from: old, to: new, at: newOffset, changes) {
      faults.append("\(what): \(fault)")
    }
    snapshot = new
    offset = newOffset
  }

  /// The first row that moved, by identity: of visible rows that survive and are not moved past
  /// others, the first stays. A visible row that an update names as anchor stays instead, or
  /// another visible one if it is deleted.
  private func fault(
    from old: TableSnapshot, to new: TableSnapshot, at newOffset: Double, _ changes: Changeset
  ) -> String? {
    let seen = visible
    let moved = MovedRows(changes)
    func shift(_ row: Int) -> Double? {
      self.shift(of: row, from: old, to: new, at: newOffset)
    }
    let namedAnchor = namedAnchors[new.generation]
    let staying = seen.filter { old.path(ofRow: $0).map(moved.contains) == false }
    if changes.isEmpty, let fault = faultOfShown(seen, from: old, to: new, shift) {
      return "\(fault), to \(newOffset)"
    }
    let shown = withoutPinned(staying.filter { isShown($0, in: old) }, in: old)
    var shifts = [shown.lazy.compactMap(shift).first ?? staying.lazy.compactMap(shift).first]
    if let named = seen.first(where: { old.identity(ofRow: $0) == namedAnchor }) {
      let shiftOfNamed = shift(named)
      shifts += shiftOfNamed == nil ? staying.map(shift) : [shiftOfNamed]
    }
    let all = shifts.compactMap(\.self)
    if all.isEmpty || all.contains(where: { isAllowed($0, in: new, at: newOffset) }) { return nil }
    return "rows in sight \(seen) at \(offset) move by \(all), to \(newOffset)"
  }

  /// The shown rows without a header that is pinned above a blank row: it is at the top,
  /// independent of the rows below it.
  private func withoutPinned(_ shown: [Int], in old: TableSnapshot) -> [Int] {
    guard shown.count > 1, let header = old.stickyHeader(at: offset), header.row == shown[0],
      old.frame(ofRow: header.row).map({ $0.minY < offset }) == true,
      !isShown(header.row + 1, in: old)
    else { return shown }
    return Array(shown.dropFirst())
  }

  /// The first shown row that moves because a blank one has another height than was estimated,
  /// unless the list is at its end.
  private func faultOfShown(
    _ seen: Range<Int>, from old: TableSnapshot, to new: TableSnapshot, _ shift: (Int) -> Double?
  ) -> String? {
    // A pinned header stays at the top, independent of its own place, and a list at its start stays
    // there.
    let header = old.stickyHeader(at: offset)?.row
    let place = header.flatMap { old.frame(ofRow: $0)?.minY }
    let isHeld = offset <= 0 || place.map { $0 < offset } == true
    for (upper, lower) in pairs(of: seen, in: old) where !(isHeld && upper == header) {
      guard let before = shift(upper), let after = shift(lower),
        !islandPairs.contains([upper, lower].compactMap { old.identity(ofRow: $0) })
      else { continue }
      let ownChange = new.geometry.height(ofRow: upper) - old.geometry.height(ofRow: upper)
      if abs(after - before - ownChange) <= Self.tolerance { continue }
      return "row \(lower) moves by \(after - before - ownChange) beside row \(upper) at \(offset)"
    }
    return nil
  }

  /// The shown rows in sight, each with the next one.
  private func pairs(of seen: Range<Int>, in snapshot: TableSnapshot) -> [(Int, Int)] {
    let shown = seen.filter { isShown($0, in: snapshot) }
    return Array(zip(shown, shown.dropFirst()))
  }

  private func isShown(_ row: Int, in snapshot: TableSnapshot) -> Bool {
    snapshot.identity(ofRow: row).map { pixels[$0] != nil } ?? false
  }

  private func shift(
    of row: Int, from old: TableSnapshot, to new: TableSnapshot, at newOffset: Double
  ) -> Double? {
    guard let identity = old.identity(ofRow: row), let newRow = new.row(of: identity),
      let before = old.frame(ofRow: row), let after = new.frame(ofRow: newRow)
    else { return nil }
    return after.minY - newOffset - (before.minY - offset)
  }

  /// Whether a shift is allowed: an end of the list stops it.
  private func isAllowed(_ shift: Double, in new: TableSnapshot, at newOffset: Double) -> Bool {
    if abs(shift) <= Self.tolerance { return true }
    let end = max(0, new.geometry.totalHeight - length)
    return shift < 0 ? newOffset <= 0 : newOffset >= end
  }
}

/// The rows that a batch moves past others, themselves or with their section.
private struct MovedRows {
  private let items: Set<ElementPath>
  private let sections: Set<Int>

  init(_ changes: Changeset) {
    items = Set(changes.itemMoves.map(\.old))
    sections = Set(changes.sectionMoves.map(\.old))
  }

  func contains(_ path: RowPath) -> Bool {
    sections.contains(path.section) || path.element.map(items.contains) == true
  }
}

extension TableSnapshot {
  /// The row of an identity, by linear search.
  fileprivate func row(of identity: RowIdentity) -> Int? {
    (0..<rowCount).first { self.identity(ofRow: $0) == identity }
  }
}

// MARK: - At rest

extension OnScreenHost {
  /// The first fault of a list at rest: host and controller agree on the places of rows, and all
  /// visible rows are shown at their height.
  func faultAtRest(of list: AutoDiffController) -> String? {
    guard list.isSettled else { return "not at rest" }
    guard let snapshot else { return nil }
    if let fault = geometryFault(snapshot, list.snapshot) { return fault }
    for row in visible {
      guard let identity = list.snapshot.identity(ofRow: row),
        let item = list.snapshot.item(atRow: row)
      else { return "no row \(row)" }
      let key = MeasurementKey(item.cell, list.snapshot.environment(ofRow: row))
      guard let shown = pixels[identity], shown.key == key,
        case .arrangement(let arrangement) = shown.content
      else { return "row \(row) is blank" }
      let extent = list.snapshot.rows.extent(ofRow: row, cellHeight: arrangement.size.height)
      guard snapshot.geometry.height(ofRow: row) == extent else {
        return "row \(row) is \(snapshot.geometry.height(ofRow: row)) high, not \(extent)"
      }
    }
    return nil
  }

  private func geometryFault(_ host: TableSnapshot, _ list: TableSnapshot) -> String? {
    guard host.model == list.model else { return "another model" }
    for row in 0..<list.rowCount {
      if host.geometry.height(ofRow: row) != list.geometry.height(ofRow: row) {
        return "row \(row) is \(host.geometry.height(ofRow: row)) high for the host, "
          + "\(list.geometry.height(ofRow: row)) for the list"
      }
      if !list.geometry.isMeasured(row), list.geometry.height(ofRow: row) <= 0 {
        return "row \(row) is taken to have no height"
      }
    }
    return nil
  }
}
