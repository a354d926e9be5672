import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterTestSupport

@testable import LinecasterList

/// An update whose anchors are searched row by row, by identity.
struct AnchoredUpdate {
  let old: TableSnapshot
  let new: TableSnapshot
  private let mapping: RowMapping
  private let oldIdentities: [RowIdentity]
  private let newRows: [RowIdentity: Int]
  /// Old rows that were moved past others, by themselves or with their section.
  private let moved: Set<Int>

  init(from old: TableSnapshot, to new: TableSnapshot, _ changes: Changeset) {
    self.old = old
    self.new = new
    mapping = RowMapping(changes, from: old, to: new)
    oldIdentities = old.identities
    newRows = Dictionary(uniqueKeysWithValues: zip(new.identities, 0...))
    let paths = Set(changes.itemMoves.map(\.old))
    let sections = Set(changes.sectionMoves.map(\.old))
    moved = Set(
      (0..<old.rowCount).filter { row in
        guard let path = old.path(ofRow: row) else { return false }
        return sections.contains(path.section) || path.element.map(paths.contains) ?? false
      })
  }

  /// The first fault for a random anchor and viewport.
  func fault(using random: inout SeededGenerator) -> String? {
    let viewport = Viewport(
      offset: Double(Int.random(in: 0...1600, using: &random)) / 8,
      length: Double(Int.random(in: 1...60, using: &random)),
      velocity: Double.random(in: -900...900, using: &random))
    let row = oldIdentities.indices.randomElement(using: &random)
    var anchors = [Anchor.firstVisible, .lastVisible, .none, .end]
    if let row { anchors.append(.row(oldIdentities[row])) }
    for anchor in anchors {
      let resolver = AnchorResolver(anchor: anchor, old: old, viewport: viewport)
      let offset = resolver.offset(
        through: mapping, in: new, locate: { oldIdentities.firstIndex(of: $0) })
      if let fault = fault(anchor, offset, viewport) { return "\(anchor) at \(viewport): \(fault)" }
    }
    return nil
  }

  private func fault(_ anchor: Anchor, _ offset: Double, _ viewport: Viewport) -> String? {
    let end = max(0, new.geometry.totalHeight - viewport.length)
    guard offset >= 0, offset <= end else { return "offset \(offset) of \(end)" }
    let isAtEnd = viewport.offset + viewport.length >= old.geometry.totalHeight - 1
    if anchor == .end, isAtEnd { return offset == end ? nil : "offset \(offset) of \(end)" }
    guard anchor != .none, let row = anchorRow(anchor, viewport) else {
      return offset == max(0, min(viewport.offset, end)) ? nil : "offset \(offset)"
    }
    guard let newRow = newRows[oldIdentities[row]], let before = old.frame(ofRow: row),
      let after = new.frame(ofRow: newRow)
    else { return "no frame" }
    let shift =
      anchor == .lastVisible
      ? after.maxY - offset - (before.maxY - viewport.offset)
      : after.minY - offset - (before.minY - viewport.offset)
    if abs(shift) < 1e-6 { return nil }
    // At an end of the list the offset cannot follow the anchor further.
    let isStopped = shift < 0 ? offset == 0 : offset == end
    return isStopped ? nil : "row \(row) shifts by \(shift)"
  }

  private func anchorRow(_ anchor: Anchor, _ viewport: Viewport) -> Int? {
    guard old.rowCount > 0 else { return nil }
    var visible = (0..<old.rowCount).filter { row in
      let top = old.geometry.offset(ofRow: row)
      let height = old.geometry.height(ofRow: row)
      return height > 0 && top < viewport.range.upperBound && top + height > viewport.offset
    }
    if visible.isEmpty {
      visible = [
        (0..<old.rowCount).first { old.geometry.offset(ofRow: $0 + 1) > viewport.offset }
          ?? old.rowCount - 1
      ]
    }
    if let first = visible.first, let last = visible.last { visible = Array(first...last) }
    switch anchor {
    case .none: return nil
    case .firstVisible, .end: return nearest(visible[0], visible)
    case .lastVisible: return nearest(visible[visible.count - 1], visible.reversed())
    case .row(let identity):
      let row = oldIdentities.firstIndex(of: identity) ?? 0
      let heir = survives(row) ? row : nearest(row, [])
      guard visible.contains(row), let heir, visible.contains(heir) else {
        return nearest(visible[0], visible)
      }
      return heir
    }
  }

  private func survives(_ row: Int) -> Bool { newRows[oldIdentities[row]] != nil }

  private func nearest(_ row: Int, _ visible: [Int]) -> Int? {
    let survivors = visible.filter(survives)
    if let row = survivors.first(where: { !moved.contains($0) }) ?? survivors.first { return row }
    let below = (row..<old.rowCount).filter(survives)
    let above = (0..<row).reversed().filter(survives)
    return below.first { !moved.contains($0) } ?? above.first { !moved.contains($0) }
      ?? below.first ?? above.first
  }
}

extension TableSnapshot {
  /// Creates a snapshot without a base, with an estimate of 10 points for each row.
  init(
    _ model: TableModel, width: Double = 100, metrics: RowMetrics = RowMetrics(),
    estimates: RowEstimates = RowEstimates(all: 10)
  ) {
    let changes = Changeset(fromSections: [TableSection](), toSections: model.sections)
    self.init(
      generation: 1,
      rows: TableRows(model, in: LayoutEnvironment(width: width), metrics: metrics), carried: nil,
      estimates: { _ in estimates })
    disambiguate(changes.duplicates)
  }

  /// The snapshot of a newer model, with heights carried over and new rows estimated at 10 points.
  func updated(to model: TableModel, _ changes: Changeset) -> TableSnapshot {
    let rows = TableRows(model, in: environment, metrics: metrics)
    var snapshot = TableSnapshot(
      generation: generation + 1, rows: rows,
      carried: CarriedHeights(changes, from: self, to: rows),
      estimates: { _ in RowEstimates(all: 10) })
    snapshot.disambiguate(changes.duplicates)
    return snapshot
  }

  /// Measures random rows in quarters of a point, which add up without rounding.
  mutating func measure(oneIn chance: Int, using random: inout SeededGenerator) {
    for row in 0..<rowCount where random.oneIn(chance) {
      setCellHeight(Double(Int.random(in: 0...160, using: &random)) / 4, ofRow: row)
    }
  }

  /// The identities of all rows, from the top.
  var identities: [RowIdentity] { (0..<rowCount).compactMap(identity(ofRow:)) }
}
