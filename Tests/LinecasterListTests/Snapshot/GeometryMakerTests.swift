import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct GeometryMakerTests {
  private struct Height: Equatable {
    var cell: Double
    var isMeasured: Bool
  }

  private func height(_ snapshot: TableSnapshot, _ row: Int) -> Height {
    Height(
      cell: snapshot.geometry.height(ofRow: row) - snapshot.rows.verticalInsets(ofRow: row),
      isMeasured: snapshot.geometry.isMeasured(row))
  }

  @Test func carriesHeightsOverByIdentity() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var old = TableSnapshot(generator.model())
    for round in 0..<TestSettings.transitions(usually: 500) {
      old.measure(oneIn: 2, using: &generator.random)
      let model = generator.successor(of: old.model)
      let changes = Changeset(fromSections: old.model.sections, toSections: model.sections)
      let new = old.updated(to: model, changes)
      if let fault = fault(from: old, to: new, changes) {
        Issue.record("LINECASTER_SEED=\(seed), round \(round): \(fault); \(changes)")
        return
      }
      old = new
    }
  }

  /// The first fault, compared with finding every row by its identity.
  private func fault(
    from old: TableSnapshot, to new: TableSnapshot, _ changes: Changeset
  ) -> String? {
    let oldRows = Dictionary(uniqueKeysWithValues: zip(old.identities, 0...))
    for (row, identity) in new.identities.enumerated() {
      var expected = Height(cell: 10, isMeasured: false)
      if let oldRow = oldRows[identity], let path = new.path(ofRow: row) {
        expected = height(old, oldRow)
        let isUpdated =
          path.element.map { element in changes.itemUpdates.contains { $0.new == element } }
          ?? changes.sectionUpdates.contains { $0.new == path.section }
        if isUpdated || new.environment(ofRow: row) != old.environment(ofRow: oldRow) {
          expected.isMeasured = false
          // A row without height may show something after its update.
          if expected.cell == 0 { expected.cell = 10 }
        }
      }
      if height(new, row) != expected { return "row \(row): \(height(new, row)), not \(expected)" }
    }
    return new.geometry.count == new.rowCount ? nil : "\(new.geometry.count) rows"
  }

  private func snapshot(
    _ base: TableSnapshot, width: Double, metrics: RowMetrics = RowMetrics()
  ) -> TableSnapshot {
    let rows = TableRows(base.model, in: LayoutEnvironment(width: width), metrics: metrics)
    return TableSnapshot(
      generation: 2, rows: rows, carried: CarriedHeights(Changeset(), from: base, to: rows),
      estimates: { _ in RowEstimates(all: 1) })
  }

  @Test func heightsOfAnotherWidthAreEstimates() {
    let items = (0..<1500).map { TableItem(.number($0), cell: BoxCell()) }
    var random = SeededGenerator()
    var base = TableSnapshot(TableModel(items: items))
    base.measure(oneIn: 1, using: &random)
    let narrow = snapshot(base, width: 50)
    #expect(narrow.geometry.measuredCount == 0)
    let empty = (0..<1500).count { base.geometry.height(ofRow: $0) == 0 }
    #expect(narrow.geometry.totalHeight == base.geometry.totalHeight + Double(empty))
    let tall = snapshot(base, width: 100, metrics: RowMetrics(minimumHeight: 30))
    #expect(tall.geometry.measuredCount == 0)
  }

  @Test func heightsStayWhereTheContentIsNoWider() {
    let metrics = RowMetrics(maximumContentWidth: 80)
    var random = SeededGenerator()
    var base = TableSnapshot(
      TableModel(items: [TableItem("row", cell: BoxCell())]), metrics: metrics)
    base.measure(oneIn: 1, using: &random)
    #expect(snapshot(base, width: 200, metrics: metrics).geometry.measuredCount == 1)
    #expect(snapshot(base, width: 60, metrics: metrics).geometry.measuredCount == 0)
  }

  /// Rows that were neighbours in two sections are updated in one.
  @Test func updatedRowsAreEstimatesWhateverSectionTheyComeFrom() {
    let insets = Insets(left: 3, right: 4)
    func section(_ name: String, _ rows: [(Int, content: Int)]) -> TableSection {
      TableSection(
        .name(name), insets: insets,
        items: rows.map { TableItem(.number($0), cell: BoxCell(number: $1)) })
    }
    var old = TableSnapshot(
      TableModel(sections: [
        section("a", [(1, 1)]), section("b", [(2, 2)]), section("c", [(3, 3), (4, 4)]),
      ]))
    for row in 0..<4 { old.setCellHeight(Double(5 + row), ofRow: row) }
    let model = TableModel(sections: [
      section("a", [(1, 1), (2, 20), (3, 30), (4, 4)]), section("b", []), section("c", []),
    ])
    let changes = Changeset(fromSections: old.model.sections, toSections: model.sections)
    #expect(changes.itemUpdates.count == 2)
    let new = old.updated(to: model, changes)
    #expect((0..<4).map(new.geometry.isMeasured) == [true, false, false, true])
    #expect((0..<4).map(new.geometry.height) == (0..<4).map(old.geometry.height))
  }

  /// A row with an estimate of 0 would never be in sight, and so never be measured.
  @Test func noEstimateIsZero() {
    let items = (0..<700).map { TableItem(.number($0), cell: BoxCell()) }
    var base = TableSnapshot(TableModel(items: items), estimates: RowEstimates(all: 0))
    #expect(base.geometry.totalHeight == 700)
    for row in 0..<700 { base.setCellHeight(0, ofRow: row) }
    #expect(base.geometry.totalHeight == 0)
    #expect(snapshot(base, width: 50).geometry.totalHeight == 700)
    #expect(snapshot(base, width: 100).geometry.totalHeight == 0)
  }

  @Test func estimatesBySectionAndPart() {
    let row = TableItem("row", cell: BoxCell())
    let sections = (0..<2).map {
      TableSection(
        .number($0), header: row, footer: row, insets: Insets(top: 1, bottom: 2), items: [row, row])
    }
    let snapshot = TableSnapshot(
      generation: 1,
      rows: TableRows(
        TableModel(sections: sections), in: LayoutEnvironment(width: 100), metrics: RowMetrics()),
      carried: nil,
      estimates: {
        $0.identifier == 0 ? RowEstimates(header: 3, item: 4, footer: 5) : RowEstimates(all: 9)
      })
    #expect(
      (0..<8).map(snapshot.geometry.height(ofRow:)) == [4, 4, 4, 7, 10, 9, 9, 11])
  }
}
