import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Heights found while an update is in progress are not lost when it lands.
@Suite struct HeightJournalTests {
  /// Creates a batch from a base with rows that were measured since.
  private func batch(from base: TableSnapshot, to model: TableModel) -> TableBatch {
    let changes = Changeset(fromSections: base.model.sections, toSections: model.sections)
    let new = base.updated(to: model, changes)
    let carried = CarriedHeights(changes, from: base, to: new.rows)
    return TableBatch(
      changes: changes, duplicates: [], snapshot: new, replacesAll: false,
      changesEnvironment: false, mapping: carried.mapping, updatedRows: carried.updatedRows,
      means: HeightMeans(), index: .none, isVisible: true)
  }

  /// An update that adopts heights found meanwhile equals one that began after they were found,
  /// estimates included.
  @Test func landsAsIfItHadBeenBegunLater() {
    let seed = TestSettings.seed
    var generator = RowModelGenerator(seed: seed)
    var base = TableSnapshot(generator.model())
    for round in 0..<TestSettings.transitions(usually: 500) {
      base.measure(oneIn: 4, using: &generator.random)
      let model = generator.successor(of: base.model)
      var late = batch(from: base, to: model)
      var journal = HeightJournal(generation: 2)
      for row in 0..<base.rowCount where generator.random.oneIn(3) {
        let height = Double(Int.random(in: 1...160, using: &generator.random)) / 4
        base.setCellHeight(height, ofRow: row)
        journal.note(height, ofRow: row)
      }
      let expected = batch(from: base, to: model).snapshot.geometry
      while let part = journal.takePart() { late.replay(part, from: base.rows) }
      let geometry = late.snapshot.geometry
      let wrong = (0..<expected.count).first {
        geometry.height(ofRow: $0) != expected.height(ofRow: $0)
          || geometry.isMeasured($0) != expected.isMeasured($0)
      }
      guard wrong == nil, geometry.count == expected.count,
        geometry.measuredCount == expected.measuredCount
      else {
        Issue.record("LINECASTER_SEED=\(seed), round \(round): row \(wrong ?? -1)")
        return
      }
      base = late.snapshot
    }
  }

  /// Heights that the update measured itself stay.
  @Test func updatedRowsKeepWhatWasMeasured() {
    func model(_ content: Int) -> TableModel {
      TableModel(items: (0..<3).map { TableItem(.number($0), cell: BoxCell(number: content + $0)) })
    }
    var batch = batch(from: TableSnapshot(model(0)), to: model(10))
    batch.snapshot.setCellHeight(21, ofRow: 1)
    var journal = HeightJournal(generation: 2)
    for row in 0..<3 { journal.note(Double(30 + row), ofRow: row) }
    let rows = TableSnapshot(model(0)).rows
    while let part = journal.takePart() { batch.replay(part, from: rows) }
    let geometry = batch.snapshot.geometry
    #expect((0..<3).map(geometry.height) == [30, 21, 32])
    #expect((0..<3).map(geometry.isMeasured) == [false, true, false])
  }

  /// The main actor adopts heights quickly, up to their maximum number. Counted in time of the
  /// thread, which a busy machine does not change.
  @Test func isTakenInFast() {
    let count = 200_000
    let model = TableModel(items: (0..<count).map { TableItem(.number($0), cell: BoxCell()) })
    let base = TableSnapshot(model)
    var batch = batch(from: base, to: model)
    var journal = HeightJournal(generation: 2)
    for row in 0..<HeightJournal.roomForIdleWork { journal.note(30, ofRow: row + 7) }
    #expect(journal.isFull)
    var sizes: [Int] = []
    let time = ThreadClock.milliseconds {
      while let part = journal.takePart() {
        sizes.append(part.count)
        batch.replay(part, from: base.rows)
      }
    }
    print("journal: heights taken in by \(sizes.count) parts within \(time) ms")
    #expect(sizes.reduce(0, +) == HeightJournal.roomForIdleWork && journal.count == 0)
    #expect(sizes.allSatisfy { $0 <= HeightJournal.partSize })
    #expect(batch.snapshot.geometry.measuredCount == HeightJournal.roomForIdleWork)
    #expect(time < 400)
  }
}
