import LinecasterCells
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct TableSnapshotTests {
  @Test func numbersRowsAndCopiesAsReadingDoes() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var model = generator.model()
    for round in 0..<300 {
      let snapshot = TableSnapshot(model)
      let rows = reading(model)
      #expect(snapshot.rowCount == rows.count)
      for (row, (path, identity, item)) in rows.enumerated() {
        guard snapshot.path(ofRow: row) == path, snapshot.row(at: path) == row,
          snapshot.identity(ofRow: row) == identity, snapshot.item(atRow: row) == item
        else {
          Issue.record("LINECASTER_SEED=\(seed), round \(round): row \(row), \(identity)")
          return
        }
      }
      for row in [-1, rows.count] {
        #expect(snapshot.path(ofRow: row) == nil)
        #expect(snapshot.item(atRow: row) == nil)
        #expect(snapshot.frame(ofRow: row) == nil)
      }
      model = generator.successor(of: model)
    }
  }

  /// The rows of a model as somebody sees them who reads it from the top.
  private func reading(_ model: TableModel) -> [(RowPath, RowIdentity, TableItem)] {
    var copies: [RowIdentity: Int] = [:]
    var sections: [ItemIdentifier: Int] = [:]
    var rows: [(RowPath, RowIdentity, TableItem)] = []
    for (index, section) in model.sections.enumerated() {
      let copy = sections[section.identifier, default: 0]
      sections[section.identifier] = copy + 1
      if let header = section.header {
        let identity = RowIdentity(section.identifier, kind: .header, occurrence: copy)
        rows.append((RowPath(section: index, part: .header), identity, header))
      }
      for (item, element) in section.items.enumerated() {
        let first = RowIdentity(element.identifier)
        let identity = RowIdentity(element.identifier, occurrence: copies[first, default: 0])
        copies[first, default: 0] += 1
        rows.append((RowPath(section: index, part: .item(item)), identity, element))
      }
      if let footer = section.footer {
        let identity = RowIdentity(section.identifier, kind: .footer, occurrence: copy)
        rows.append((RowPath(section: index, part: .footer), identity, footer))
      }
    }
    return rows
  }

  @Test func hasNoRowsWhereThePathLeadsNowhere() {
    let snapshot = TableSnapshot(TableModel(items: [TableItem("a", cell: BoxCell())]))
    for path in [
      RowPath(section: -1, part: .header), RowPath(section: 1, part: .item(0)),
      RowPath(section: 0, part: .item(-1)), RowPath(section: 0, part: .item(1)),
      RowPath(section: 0, part: .header), RowPath(section: 0, part: .footer),
    ] {
      #expect(snapshot.row(at: path) == nil)
      #expect(snapshot.item(at: path) == nil)
      #expect(snapshot.identity(at: path) == nil)
    }
  }

  @Test func keepsRowsAtTheirMinimumHeight() {
    let items = (0..<3).map { TableItem(.number($0), cell: BoxCell()) }
    var snapshot = TableSnapshot(
      TableModel(items: items), metrics: RowMetrics(minimumHeight: 44),
      estimates: RowEstimates(all: 20))
    #expect(snapshot.geometry.totalHeight == 132)
    snapshot.setCellHeight(30, ofRow: 0)
    snapshot.setCellHeight(50, ofRow: 1)
    snapshot.setCellHeight(.nan, ofRow: 2)
    snapshot.setCellHeight(50, ofRow: 3)
    #expect((0..<3).map(snapshot.geometry.height(ofRow:)) == [44, 50, 44])
    #expect(snapshot.geometry.measuredCount == 3)
  }

  @Test func takesNoTimeForRowsThatAreNotSeen() {
    let item = TableItem("row", cell: BoxCell())
    let model = TableModel(items: Array(repeating: item, count: 1_000_000))
    let snapshot = TableSnapshot(
      generation: 1,
      rows: TableRows(model, in: LayoutEnvironment(width: 100), metrics: RowMetrics()),
      carried: nil, estimates: { _ in RowEstimates(all: 20) })
    #expect(snapshot.geometry.totalHeight == 20_000_000)
    // All full blocks are one, so no row has had a look taken at it.
    let places = Set(
      snapshot.geometry.blocks.map {
        unsafe $0.entries.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      })
    #expect(places.count == 2)
  }
}
