import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Seed rows A37 and A39: every batch leads to the new model, whatever the transition;
/// `LINECASTER_TRANSITIONS` sets how many.
@Suite struct RandomTransitionTests {
  private let count = TestSettings.transitions(usually: 3000)
  private let seed = TestSettings.seed

  @Test func flatBatchesLeadToTheNewList() throws {
    for index in 0..<count / 2 {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.list()
      let new = generator.successor(of: old)
      for (before, after) in [(old, new), (new, old)] {
        let changeset = Changeset(from: before, to: after)
        #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)") {
          try BatchOracle.check(changeset, from: before, to: after)
        }
        #expect(
          changeset.structuralCount == ReferenceCounts.structural(from: before, to: after),
          "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)")
      }
    }
  }

  @Test func sectionedBatchesLeadToTheNewModel() throws {
    for index in 0..<count / 2 {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.model()
      let new = generator.successor(of: old)
      for (before, after) in [(old, new), (new, old)] {
        let changeset = Changeset(fromSections: before, toSections: after)
        #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)") {
          try BatchOracle.check(changeset, from: before, to: after)
        }
        #expect(
          changeset.structuralCount
            == ReferenceCounts.structural(fromSections: before, toSections: after),
          "LINECASTER_SEED=\(seed): \(before) → \(after): \(changeset)")
      }
    }
  }
}
