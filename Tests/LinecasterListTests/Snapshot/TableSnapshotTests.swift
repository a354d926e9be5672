import LinecasterCells
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct TableSnapshotTests {
  private func snapshot(_ model: TableModel) -> TableSnapshot {
    let changes = Changeset(fromSections: [TableSection](), toSections: model.sections)
    return TableSnapshot(
      generation: 1, model: model, environment: LayoutEnvironment(width: 10),
      heights: Array(repeating: 1, count: model.rowCount), duplicates: changes.duplicates)
  }

  @Test func numbersRowsAndCopiesAsReadingDoes() {
    let seed = TestSettings.seed
    var generator = ModelGenerator(seed: seed)
    var model = generator.model()
    for _ in 0..<300 {
      let snapshot = snapshot(model)
      var row = 0
      var copies: [ItemIdentifier: Int] = [:]
      for (section, rows) in model.sections.enumerated() {
        for (item, element) in rows.items.enumerated() {
          let path = ElementPath(section: section, item: item)
          let identity = RowIdentity(
            element.identifier, occurrence: copies[element.identifier, default: 0])
          copies[element.identifier, default: 0] += 1
          guard snapshot.path(ofRow: row) == path, snapshot.row(at: path) == row,
            snapshot.identity(at: path) == identity, snapshot.item(at: path) == element
          else {
            Issue.record("LINECASTER_SEED=\(seed): row \(row), \(identity) of \(model)")
            return
          }
          row += 1
        }
      }
      #expect(snapshot.rowCount == row)
      #expect(snapshot.path(ofRow: row) == nil)
      #expect(snapshot.path(ofRow: -1) == nil)
      model = generator.successor(of: model)
    }
  }
}
