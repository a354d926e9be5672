import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Seed row A41: batches compared with differences of the standard library; `make bench PEERS=1`
/// has the times of other engines.
@Suite struct CollectionDifferenceTests {
  private let seed = TestSettings.seed

  /// The standard library applies our batches, with the expected result.
  @Test func theStandardLibraryAppliesBatches() throws {
    for index in 0..<TestSettings.transitions(usually: 1500) {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.list()
      let new = generator.successor(of: old)
      let difference = CollectionDifference(Changeset(from: old, to: new), from: old, to: new)
      #expect(
        difference.flatMap { old.applying($0) } == new,
        "LINECASTER_SEED=\(seed): \(old) → \(new)")
    }
  }

  /// Differences of the standard library convert to batches, with and without moves.
  @Test func differencesBecomeBatches() throws {
    for index in 0..<TestSettings.transitions(usually: 1500) {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.list()
      let new = generator.successor(of: old)
      let difference = new.difference(from: old)
      for difference in [
        difference, CollectionDifference(Array(difference).shuffled()) ?? difference,
      ] {
        let changeset = try #require(Changeset(difference, count: old.count))
        #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(old) → \(new): \(changeset)") {
          try BatchOracle.check(changeset, from: old, to: new)
        }
      }
    }
  }

  /// Batches from differences of unique identifiers keep as many rows as possible.
  @Test func batchesOfDifferencesAreMinimal() throws {
    for index in 0..<500 {
      let seed = self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      let numbers = (0..<12).map { Numbered(id: $0) }
      let old = Array(numbers.shuffled(using: &random).prefix(9))
      let new = Array(numbers.shuffled(using: &random).prefix(9))
      let expected = Changeset(from: old, to: new).structuralCount
      for difference in [
        new.difference(from: old), new.difference(from: old).inferringMoves(),
      ] {
        #expect(
          Changeset(difference, count: old.count)?.structuralCount == expected,
          "LINECASTER_SEED=\(seed)")
      }
    }
  }

  /// A removal and an insertion that are associated are one row with any identifiers.
  @Test func associatedChangesAreOneRow() throws {
    let (old, new) = (rows(1, 2), rows(2) + [Row(id: 9, content: 1)])
    let difference = try #require(
      CollectionDifference<Row>([
        .remove(offset: 0, element: old[0], associatedWith: 1),
        .insert(offset: 1, element: new[1], associatedWith: 0),
      ]))
    let changeset = try #require(Changeset(difference, count: 2))
    #expect(changeset.itemDeletes.isEmpty && changeset.itemInserts.isEmpty)
    #expect(changeset.itemMoves.count == 1 && changeset.itemUpdates.map(\.new.item) == [1])
  }

  @Test func movesAndUpdatesAreAssociated() throws {
    let old = rows(1, 2, 3)
    let new = [Row(id: 3, content: 1)] + rows(1, 2)
    let difference = CollectionDifference(Changeset(from: old, to: new), from: old, to: new)
    #expect(
      difference.map { Array($0) } == [
        .remove(offset: 2, element: old[2], associatedWith: 0),
        .insert(offset: 0, element: new[0], associatedWith: 2),
      ])
  }

  @Test func whatDoesNotFitIsRefused() {
    let difference = rows(1).difference(from: rows(1, 2))
    #expect(Changeset(difference, count: 1) == nil)
    #expect(Changeset(difference, count: -1) == nil)
    #expect(
      CollectionDifference(Changeset(sectionDeletes: [0]), from: rows(1), to: rows(1)) == nil)
    let stranger = Transition(
      old: ElementPath(section: 0, item: 4), new: ElementPath(section: 0, item: 0))
    #expect(
      CollectionDifference(Changeset(itemUpdates: [stranger]), from: rows(1), to: rows(1)) == nil)
  }

  private struct Numbered: Differentiable, Hashable {
    let id: Int
    var differenceIdentifier: Int { id }
  }
}
