import LinecasterCells
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite struct RowMappingTests {
  @Test func followsEveryRowByItsIdentity() throws {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var old = TableSnapshot(generator.model())
    for round in 0..<TestSettings.transitions(usually: 500) {
      let model = generator.successor(of: old.model)
      old = try updated(old, to: model, round: round).snapshot
    }
  }

  /// Updates a list, and compares its mapping.
  private func updated(
    _ old: TableSnapshot, to model: TableModel, round: Int
  ) throws -> (snapshot: TableSnapshot, changes: Changeset) {
    let changes = Changeset(fromSections: old.model.sections, toSections: model.sections)
    let new = old.updated(to: model, changes)
    let mapping = RowMapping(changes, from: old, to: new)
    let fault = fault(mapping, old.identities, new.identities)
    try #require(
      fault == nil,
      "LINECASTER_SEED=\(TestSettings.seed), round \(round): \(fault ?? ""); \(changes)")
    return (new, changes)
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

  /// Sections without changes are passed over together.
  @Test func passesOverUnchangedSectionsTogether() {
    let old = TableModel(
      sections: (0..<1_000).map { number in
        TableSection(
          .number(number), header: TableItem(.number(-1 - number), cell: BoxCell()),
          items: (0..<3).map { TableItem(.number(number * 3 + $0), cell: BoxCell()) })
      })
    var new = old
    new.sections[400].items.remove(at: 1)
    new.sections[700].items[2].cell = AnyCell(BoxCell(number: 9))
    let changes = Changeset(fromSections: old.sections, toSections: new.sections)
    let mapping = RowMapping(changes, from: TableSnapshot(old), to: TableSnapshot(new))
    #expect(
      mapping.stretches == [
        .init(newStart: 0, oldStart: 0, count: 1602, isMoved: false),
        .init(newStart: 1602, oldStart: 1603, count: 2397, isMoved: false),
      ])
  }

  /// Items are deleted, inserted, moved and updated in a few of many sections.
  @Test func followsRowsAmongSectionsThatStay() throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed, salt: 7)
    var generator = RowModelGenerator(seed: seed, isUnique: true)
    var old = TableSnapshot(generator.model(sections: 30))
    var fresh = 0
    for round in 0..<TestSettings.transitions(usually: 400) {
      var model = old.model
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        fresh -= 1
        Self.edit(&model, inserting: .number(fresh), &random)
      }
      let new = try updated(old, to: model, round: round)
      #expect(new.changes.sectionDeletes.isEmpty && new.changes.sectionMoves.isEmpty)
      old = new.snapshot
    }
  }

  /// Changes one section: an item comes, goes, moves or changes, or the header does.
  private static func edit(
    _ model: inout TableModel, inserting identifier: ItemIdentifier,
    _ random: inout SeededGenerator
  ) {
    let section = Int.random(in: model.sections.indices, using: &random)
    let target = Int.random(in: model.sections.indices, using: &random)
    let count = model.sections[section].items.count
    let kind = count == 0 ? 0 : Int.random(in: 0..<5, using: &random)
    let item = count == 0 ? 0 : Int.random(in: 0..<count, using: &random)
    switch kind {
    case 0:
      model.sections[section].items.insert(TableItem(identifier, cell: BoxCell()), at: item)
    case 1: model.sections[section].items.remove(at: item)
    case 2:
      let moved = model.sections[section].items.remove(at: item)
      let place = Int.random(in: 0...model.sections[target].items.count, using: &random)
      model.sections[target].items.insert(moved, at: place)
    case 3:
      model.sections[section].items[item].cell = AnyCell(
        BoxCell(number: Int.random(in: 0..<99, using: &random)))
    default:
      let hasHeader = model.sections[section].header != nil
      model.sections[section].header = hasHeader ? nil : TableItem("", cell: BoxCell())
    }
  }

  /// Updates that change only the content of items keep the numbers and insets of rows.
  @Test func keepsTheNumbersOfRows() {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed, salt: 8)
    var generator = RowModelGenerator(seed: seed, isUnique: true)
    let (environment, metrics) = (LayoutEnvironment(width: 90), RowMetrics())
    var old = TableRows(generator.model(), in: environment, metrics: metrics)
    for round in 0..<400 {
      var model = old.model
      if round % 2 == 0 {
        model = generator.successor(of: model)
      } else if let section = model.sections.indices.randomElement(using: &random),
        let item = model.sections[section].items.indices.randomElement(using: &random)
      {
        model.sections[section].items[item].cell = AnyCell(BoxCell(number: -round))
      }
      let changes = Changeset(fromSections: old.model.sections, toSections: model.sections)
      let known = TableRows(
        model, in: environment, metrics: metrics, changing: old, by: changes)
      let counted = TableRows(model, in: environment, metrics: metrics)
      #expect(paths(known) == paths(counted), "LINECASTER_SEED=\(seed), round \(round)")
      #expect(known.model == model)
      #expect(known.hasVerticalInsets == counted.hasVerticalInsets)
      #expect(known.hasHorizontalInsets == counted.hasHorizontalInsets)
      old = counted
    }
  }

  private func paths(_ rows: TableRows) -> [RowPath?] {
    (0...rows.numbering.count).map { rows.numbering.path(ofRow: $0) }
  }

  /// Batches that do not fit the model must not trap.
  @Test(arguments: [false, true]) func survivesBatchesThatDoNotFit(hasSections: Bool) {
    var random = SeededGenerator()
    var generator = RowModelGenerator(seed: random.seed)
    for _ in 0..<300 {
      let old = TableSnapshot(generator.model())
      let new = TableSnapshot(generator.model())
      func number() -> Int { Int.random(in: -2...7, using: &random) }
      func path() -> ElementPath { ElementPath(section: number(), item: number()) }
      let changes = Changeset(
        sectionDeletes: hasSections ? [number()] : [],
        sectionInserts: hasSections ? [number()] : [],
        sectionMoves: hasSections ? [.init(old: number(), new: number())] : [],
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
