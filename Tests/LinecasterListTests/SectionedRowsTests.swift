import LinecasterDiff
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct SectionedRowsTests {
  /// Seed row A33: the model, the changes and the positions of rows are three values, each created
  /// without a list.
  @Test func modelChangesAndPositionsNeedNoList() {
    let old = plates(0..<6)
    let new = plates([5, 0, 1, 9, 3])
    var rows = SectionedRows<Int>()
    var next = 0
    for (before, after) in [(TableModel(), old), (old, new)] {
      rows.apply(
        Changeset(fromSections: before.sections, toSections: after.sections),
        itemCount: { after.sections[$0].items.count },
        make: { _ in
          next += 1
          return next
        })
    }
    // Rows that stay keep their views; a seventh view is made for row 9.
    #expect(rows.sections == [[6, 1, 2, 7, 4]])
    let geometry = RowGeometry(heights: rows.sections.joined().map { Double(10 * $0) })
    #expect((0...5).map { geometry.offset(ofRow: $0) } == [0, 60, 70, 90, 160, 200])
  }

  @Test func leadsToTheNewModel() {
    let seed = TestSettings.seed
    var generator = ModelGenerator(seed: seed)
    var model = generator.model()
    var rows = SectionedRows<ItemIdentifier>()
    var old: [TableSection] = []
    for round in 0..<TestSettings.transitions(usually: 1500) {
      var made: Set<ElementPath> = []
      let changes = Changeset(fromSections: old, toSections: model.sections)
      rows.apply(
        changes, itemCount: { model.sections[$0].items.count },
        make: { path in
          made.insert(path)
          return model.sections[path.section].items[path.item].identifier
        })
      guard rows.sections == model.sections.map({ $0.items.map(\.identifier) }) else {
        Issue.record("LINECASTER_SEED=\(seed), round \(round): \(changes)")
        return
      }
      #expect(made.isDisjoint(with: changes.itemMoves.map(\.new)))
      #expect(made.isSuperset(of: changes.itemInserts))
      #expect(rows.rowCount == model.rowCount)
      old = model.sections
      model = generator.successor(of: model)
    }
  }
}
