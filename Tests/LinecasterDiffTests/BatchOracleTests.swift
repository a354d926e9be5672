import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Seed rows A35 and A36: the oracle rejects batches that no host could apply, and batches that do
/// not lead to the new model.
@Suite struct BatchOracleTests {
  private let old = [group(1, 10, 11, 12), group(2, 20, 21), group(3, 30)]

  /// Bad batches from `old` to `old`.
  private static let badBatches: [Changeset] = [
    Changeset(sectionDeletes: [3]),
    Changeset(sectionDeletes: [0]),
    Changeset(sectionDeletes: [1, 0], sectionInserts: [0, 1]),
    Changeset(sectionDeletes: [0, 0], sectionInserts: [0]),
    Changeset(sectionInserts: [-1]),
    Changeset(sectionMoves: [Transition(old: 0, new: 1)]),
    Changeset(sectionUpdates: [Transition(old: 0, new: 0)]),
    Changeset(itemDeletes: [path(0, 3)]),
    Changeset(itemDeletes: [path(0, 0)]),
    Changeset(itemDeletes: [path(0, 0)], itemInserts: [path(1, 0)]),
    Changeset(itemDeletes: [path(0, 0), path(0, 0)], itemInserts: [path(0, 0)]),
    Changeset(itemDeletes: [path(0, 1), path(0, 0)], itemInserts: [path(0, 0), path(0, 1)]),
    Changeset(itemMoves: [Transition(old: path(0, 0), new: path(0, 1))]),
    Changeset(itemMoves: [Transition(old: path(0, 0), new: path(4, 0))]),
    Changeset(
      itemDeletes: [path(0, 0)], itemMoves: [Transition(old: path(0, 0), new: path(0, 0))]),
    Changeset(itemUpdates: [Transition(old: path(0, 0), new: path(0, 0))]),
    Changeset(itemUpdates: [Transition(old: path(0, 0), new: path(0, 1))]),
    Changeset(sectionDeletes: [0], sectionInserts: [0], itemDeletes: [path(0, 0)]),
    Changeset(sectionDeletes: [0], sectionInserts: [0], itemInserts: [path(0, 0)]),
  ]

  @Test(arguments: badBatches)
  func rejects(_ batch: Changeset) {
    #expect(throws: BatchViolation.self) {
      try BatchOracle.check(batch, from: old, to: old)
    }
  }

  @Test func rejectsStaleContent() {
    let new = [Group(id: 1, header: 1, elements: old[0].elements)] + old[1...]
    #expect(throws: BatchViolation.self) {
      try BatchOracle.check(Changeset(), from: old, to: new)
    }
    #expect(throws: BatchViolation.self) {
      try BatchOracle.check(Changeset(), from: rows(1), to: [Row(id: 1, content: 1)])
    }
  }

  /// Seed row A35: deletes count places in the old list, inserts places in the new one.
  @Test func deletesAreAtOldPlacesAndInsertsAtNewOnes() {
    let (old, new) = (rows(1, 2, 3, 4), rows(2, 5, 4, 6))
    let changes = Changeset(from: old, to: new)
    #expect(changes.itemDeletes == [Self.path(0, 0), Self.path(0, 2)])
    #expect(changes.itemInserts == [Self.path(0, 1), Self.path(0, 3)])
    #expect(throws: Never.self) { try BatchOracle.check(changes, from: old, to: new) }
    // Applied one after the other, the changes would have other places.
    let inTurn = Changeset(
      itemDeletes: [Self.path(0, 0), Self.path(0, 1)],
      itemInserts: [Self.path(0, 1), Self.path(0, 3)])
    #expect(throws: BatchViolation.self) { try BatchOracle.check(inTurn, from: old, to: new) }
  }

  @Test func acceptsMoreChangesThanNeeded() throws {
    let batch = Changeset(
      sectionDeletes: [2], sectionInserts: [2], itemDeletes: [Self.path(0, 1)],
      itemInserts: [Self.path(0, 1)])
    #expect(throws: Never.self) { try BatchOracle.check(batch, from: old, to: old) }
  }

  /// Leaving out any one change of a valid batch makes it invalid.
  @Test func noChangeOfABatchIsIdle() throws {
    let seed = TestSettings.seed
    for index in 0..<200 {
      var generator = TransitionGenerator(seed: seed &+ UInt64(index))
      let old = generator.list()
      let new = generator.successor(of: old)
      for poorer in withoutOneChange(Changeset(from: old, to: new)) {
        #expect(
          throws: BatchViolation.self,
          "LINECASTER_SEED=\(seed &+ UInt64(index)): \(old) → \(new): \(poorer)"
        ) {
          try BatchOracle.check(poorer, from: old, to: new)
        }
      }
    }
  }

  private func withoutOneChange(_ batch: Changeset) -> [Changeset] {
    batch.itemDeletes.indices.map { batch.replacing(deletes: batch.itemDeletes.removing($0)) }
      + batch.itemInserts.indices.map { batch.replacing(inserts: batch.itemInserts.removing($0)) }
      + batch.itemMoves.indices.map { batch.replacing(moves: batch.itemMoves.removing($0)) }
      + batch.itemUpdates.indices.map { batch.replacing(updates: batch.itemUpdates.removing($0)) }
  }

  private static func path(_ section: Int, _ item: Int) -> ElementPath {
    ElementPath(section: section, item: item)
  }
}

extension Array {
  fileprivate func removing(_ index: Int) -> [Element] {
    Array(self[..<index] + self[(index + 1)...])
  }
}

extension Changeset {
  fileprivate func replacing(
    deletes: [ElementPath]? = nil, inserts: [ElementPath]? = nil,
    moves: [Transition<ElementPath>]? = nil, updates: [Transition<ElementPath>]? = nil
  ) -> Changeset {
    Changeset(
      itemDeletes: deletes ?? itemDeletes, itemInserts: inserts ?? itemInserts,
      itemMoves: moves ?? itemMoves, itemUpdates: updates ?? itemUpdates)
  }
}
