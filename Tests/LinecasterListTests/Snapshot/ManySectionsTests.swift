import LinecasterBase
import LinecasterDiff
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterList

/// An update of a list of many sections costs little more than its changes.
@Suite(.timeLimit(.minutes(60))) struct ManySectionsTests {
  /// An identifier that counts how often it is hashed.
  private struct Key: Hashable, Sendable {
    static let hashes = Atomic<Int>(0)
    let number: Int

    func hash(into hasher: inout Hasher) {
      Self.hashes.add(1, ordering: .relaxed)
      hasher.combine(number)
    }
  }

  private struct Row: Differentiable, Equatable {
    let differenceIdentifier: Key
    var content = 0
  }

  private struct Section: DifferentiableSection {
    let differenceIdentifier: Key
    var elements: [Row]

    func isContentEqual(to other: Section) -> Bool { true }
  }

  private func sections(_ count: Int) -> [Section] {
    (0..<count).map { number in
      Section(
        differenceIdentifier: Key(number: number),
        elements: [Row(differenceIdentifier: Key(number: number))])
    }
  }

  @Test func oneChangedRowHashesNoIdentifier() {
    let old = sections(1_000)
    var new = sections(1_000)
    new[400].elements[0].content = 1
    let before = Key.hashes.load(ordering: .relaxed)
    let changes = Changeset(fromUniqueSections: old, toSections: new)
    #expect(Key.hashes.load(ordering: .relaxed) == before)
    #expect(changes.itemUpdates.count == 1 && changes.count == 1)
    // Without known identifiers, duplicates must be searched for.
    #expect(Changeset(fromSections: old, toSections: new) == changes)
    #expect(Key.hashes.load(ordering: .relaxed) > before + 1_000)
  }

  /// With and without new identifiers, and with duplicates of them in the new model.
  @Test(arguments: [true, false]) func whatIsKnownOfTheOldModelChangesNoBatch(isUnique: Bool) {
    let seed = TestSettings.seed
    var olds = RowModelGenerator(seed: seed, isUnique: true)
    var news = RowModelGenerator(seed: seed, isUnique: isUnique)
    for round in 0..<500 {
      let old = olds.model(sections: 6)
      let new = round % 5 == 0 ? old : news.successor(of: old)
      let expected = Changeset(fromSections: old.sections, toSections: new.sections)
      let found = Changeset(fromUniqueSections: old.sections, toSections: new.sections)
      #expect(found == expected, "LINECASTER_SEED=\(seed), round \(round)")
    }
  }

  /// Without insets, heights are carried over independent of the sections.
  @Test func heightsAreCarriedOverStretchByStretch() {
    let seed = TestSettings.seed
    var generator = ModelGenerator(seed: seed)
    var random = SeededGenerator(seed: seed, salt: 5)
    for round in 0..<400 {
      var old = TableSnapshot(generator.model(sections: 9))
      old.measure(oneIn: 2, using: &random)
      let model = generator.successor(of: old.model)
      let changes = Changeset(fromSections: old.model.sections, toSections: model.sections)
      let new = old.updated(to: model, changes)
      let carried = CarriedHeights(changes, from: old, to: new.rows)
      for row in 0..<new.rowCount {
        let expected = expectedHeight(ofRow: row, carried)
        #expect(new.geometry.height(ofRow: row) == expected.height, "LINECASTER_SEED=\(seed)")
        #expect(
          new.geometry.isMeasured(row) == expected.isMeasured,
          "LINECASTER_SEED=\(seed), round \(round), row \(row)")
      }
    }
  }

  private func expectedHeight(
    ofRow row: Int, _ carried: CarriedHeights
  ) -> (height: Double, isMeasured: Bool) {
    guard let old = carried.mapping.oldRow(ofNew: row) else { return (10, false) }
    let height = carried.base.geometry.height(ofRow: old)
    let isUpdated = carried.updatedRows.contains(row)
    return (
      isUpdated && height == 0 ? 10 : height,
      !isUpdated && carried.base.geometry.isMeasured(old)
    )
  }
}
