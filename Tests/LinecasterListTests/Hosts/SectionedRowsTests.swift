import LinecasterDiff
import LinecasterList
import LinecasterTestSupport
import Testing

@Suite struct SectionedRowsTests {
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
