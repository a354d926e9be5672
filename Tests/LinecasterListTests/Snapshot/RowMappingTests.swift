import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct RowMappingTests {
  @Test func followsEveryRowByItsIdentity() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var old = TableSnapshot(generator.model())
    for round in 0..<TestSettings.transitions(usually: 500) {
      let model = generator.successor(of: old.model)
      let changes = Changeset(fromSections: old.model.sections, toSections: model.sections)
      let new = old.updated(to: model, changes)
      let mapping = RowMapping(changes, from: old, to: new)
      if let fault = fault(mapping, old.identities, new.identities) {
        Issue.record("LINECASTER_SEED=\(seed), round \(round): \(fault); \(changes)")
        return
      }
      old = new
    }
  }

  /// The first fault, compared with finding every row by its identity.
  private func fault(
    _ mapping: RowMapping, _ old: [RowIdentity], _ new: [RowIdentity]
  ) -> String? {
    let newRows = Dictionary(uniqueKeysWithValues: zip(new, new.indices))
    let oldRows = Dictionary(uniqueKeysWithValues: zip(old, old.indices))
    for (row, identity) in old.enumerated() where mapping.newRow(ofOld: row) != newRows[identity] {
      return "old row \(row)"
    }
    for (row, identity) in new.enumerated() where mapping.oldRow(ofNew: row) != oldRows[identity] {
      return "new row \(row)"
    }
    for row in old.indices {
      let below = old.indices[row...].first { newRows[old[$0]] != nil }
      let above = old.indices[..<row].last { newRows[old[$0]] != nil }
      if mapping.survivor(atOrBelow: row) != below { return "survivor below \(row)" }
      if mapping.survivor(above: row) != above { return "survivor above \(row)" }
    }
    for row in [-1, old.count] where mapping.newRow(ofOld: row) != nil { return "row \(row)" }
    for row in [-1, new.count] where mapping.oldRow(ofNew: row) != nil { return "new row \(row)" }
    return nil
  }

  @Test func isAsSmallAsTheChanges() {
    let items = (0..<10_000).map { TableItem(.number($0), cell: BoxCell()) }
    let old = TableModel(items: items)
    let new = TableModel(items: [TableItem("first", cell: BoxCell())] + items.dropLast())
    let changes = Changeset(fromSections: old.sections, toSections: new.sections)
    let mapping = RowMapping(changes, from: TableSnapshot(old), to: TableSnapshot(new))
    #expect(
      mapping.stretches == [.init(newStart: 1, oldStart: 0, count: 9999, isMoved: false)])
  }

  @Test func knowsRowsThatWereMovedPastOthers() {
    let items = (0..<10).map { TableItem(.number($0), cell: BoxCell()) }
    let old = TableModel(items: items)
    let new = TableModel(items: [items[9]] + items[..<4] + items[5..<9])
    let changes = Changeset(fromSections: old.sections, toSections: new.sections)
    let mapping = RowMapping(changes, from: TableSnapshot(old), to: TableSnapshot(new))
    #expect(mapping.newRow(ofOld: 9) == 0)
    #expect(mapping.survivor(atOrBelow: 9) == 9)
    #expect(mapping.survivor(atOrBelow: 9, stays: true) == nil)
    #expect(mapping.survivor(above: 10, stays: true) == 8)
    #expect(mapping.survivor(atOrBelow: 4, stays: true) == 5)
  }

  @Test func mapsNothingOrEverything() {
    #expect(RowMapping.none.newRow(ofOld: 0) == nil)
    #expect(RowMapping.none.survivor(atOrBelow: 0) == nil)
    #expect(RowMapping.none.survivor(above: 5) == nil)
    let identity = RowMapping.identity(count: 7)
    #expect((0..<7).allSatisfy { identity.newRow(ofOld: $0) == $0 })
    #expect(identity.oldRow(ofNew: 7) == nil)
    #expect(RowMapping.identity(count: 0).stretches.isEmpty)
  }

  /// Batches that do not fit the model must not trap.
  @Test func survivesBatchesThatDoNotFit() {
    var random = SeededGenerator()
    var generator = RowModelGenerator(seed: random.seed)
    for _ in 0..<300 {
      let old = TableSnapshot(generator.model())
      let new = TableSnapshot(generator.model())
      func number() -> Int { Int.random(in: -2...7, using: &random) }
      func path() -> ElementPath { ElementPath(section: number(), item: number()) }
      let changes = Changeset(
        sectionDeletes: [number()], sectionInserts: [number()],
        sectionMoves: [.init(old: number(), new: number())],
        itemDeletes: [path(), path()], itemInserts: [path(), path()],
        itemMoves: [.init(old: path(), new: path()), .init(old: path(), new: path())],
        itemUpdates: [.init(old: path(), new: path())])
      let mapping = RowMapping(changes, from: old, to: new)
      for stretch in mapping.stretches {
        #expect(0 <= stretch.newStart && stretch.newRows.upperBound <= new.rowCount)
        #expect(0 <= stretch.oldStart && stretch.oldRows.upperBound <= old.rowCount)
      }
      #expect(old.updated(to: new.model, changes).geometry.count == new.rowCount)
    }
  }
}
