import LinecasterDiff
import LinecasterTestSupport
import Testing

/// `leads` against the oracle of the tests, which shares no code with it.
@Suite struct ChangesetVerificationTests {
  @Test func aBatchLeadsWhereTheOracleSaysItDoes() {
    let seed = TestSettings.seed
    for index in 0..<1000 {
      var generator = TransitionGenerator(seed: seed &+ UInt64(index))
      let old = generator.model()
      let new = generator.successor(of: old)
      let other = generator.successor(of: new)
      let right = Changeset(fromSections: old, toSections: new)
      for (batch, target) in [(right, new), (right, other), (Self.spoilt(right), new)] {
        let isRight = (try? BatchOracle.check(batch, from: old, to: target)) != nil
        #expect(
          batch.leads(fromSections: old, toSections: target) == isRight,
          "LINECASTER_SEED=\(seed &+ UInt64(index)): \(old) → \(target): \(batch)")
      }
    }
  }

  @Test func aListIsOneSection() {
    let update = Transition(
      old: ElementPath(section: 0, item: 0), new: ElementPath(section: 0, item: 0))
    let new = [Row(id: 1, content: 1)]
    #expect(Changeset(itemUpdates: [update]).leads(from: rows(1), to: new))
    #expect(!Changeset().leads(from: rows(1), to: new))
    #expect(!Changeset(itemUpdates: [update]).leads(from: rows(1), to: rows(1)))
    #expect(!Changeset().leads(from: rows(1), to: rows(2)))
  }

  /// The batch with the last of each kind of change left out.
  private static func spoilt(_ batch: Changeset) -> Changeset {
    Changeset(
      sectionDeletes: batch.sectionDeletes.dropLast(), sectionInserts: batch.sectionInserts,
      sectionMoves: batch.sectionMoves.dropLast(), sectionUpdates: batch.sectionUpdates,
      itemDeletes: batch.itemDeletes, itemInserts: batch.itemInserts.dropLast(),
      itemMoves: batch.itemMoves, itemUpdates: batch.itemUpdates.dropLast())
  }
}
