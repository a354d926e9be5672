import LinecasterCells
import LinecasterDiff
import LinecasterGeometry
import LinecasterTestSupport

@testable import LinecasterList

extension TableSnapshot {
  /// A snapshot without a base, each row estimated to be 10 points high.
  init(
    _ model: TableModel, width: Double = 100, metrics: RowMetrics = RowMetrics(),
    estimates: RowEstimates = RowEstimates(all: 10)
  ) {
    let changes = Changeset(fromSections: [TableSection](), toSections: model.sections)
    self.init(
      generation: 1,
      rows: TableRows(model, in: LayoutEnvironment(width: width), metrics: metrics), carried: nil,
      estimates: { _ in estimates })
    tellApart(changes.duplicates)
  }

  /// The snapshot of a newer model, heights carried over, new rows estimated to be 10 points high.
  func updated(to model: TableModel, _ changes: Changeset) -> TableSnapshot {
    let rows = TableRows(model, in: environment, metrics: metrics)
    var snapshot = TableSnapshot(
      generation: generation + 1, rows: rows,
      carried: CarriedHeights(changes, from: self, to: rows),
      estimates: { _ in RowEstimates(all: 10) })
    snapshot.tellApart(changes.duplicates)
    return snapshot
  }

  /// Measures some rows: heights in quarters of a point, which add up without error.
  mutating func measure(oneIn chance: Int, using random: inout SeededGenerator) {
    for row in 0..<rowCount where random.oneIn(chance) {
      setCellHeight(Double(Int.random(in: 0...160, using: &random)) / 4, ofRow: row)
    }
  }

  /// The identities of all rows, from the top.
  var identities: [RowIdentity] { (0..<rowCount).compactMap(identity(ofRow:)) }
}
