import LinecasterDiff
import LinecasterTestSupport
import Testing

/// Every stage of every transition is a batch that a host with UIKit's rules accepts.
@Suite struct RandomStagesTests {
  private let seed = TestSettings.seed

  @Test func stagesLeadToTheNewModel() throws {
    for index in 0..<TestSettings.transitions(usually: 1500) {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = generator.model()
      let new = generator.successor(of: old)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(old) → \(new)") {
        try check(StagedChangeset(fromSections: old, toSections: new), from: old, to: new)
      }
    }
  }

  @Test func stagesOfListsLeadToTheNewList() throws {
    for index in 0..<TestSettings.transitions(usually: 1500) {
      let seed = self.seed &+ UInt64(index)
      var generator = TransitionGenerator(seed: seed)
      let old = [Group(id: 0, elements: generator.list())]
      let new = [Group(id: 0, elements: generator.successor(of: old[0].elements))]
      let staged = StagedChangeset(fromSections: old, toSections: new)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed): \(old) → \(new)") {
        try check(staged, from: old, to: new)
      }
      #expect(staged.stages.count <= 2, "LINECASTER_SEED=\(seed): \(old) → \(new)")
    }
  }

  /// Each stage by itself, by the rules of UIKit and by those of a batch; no change gets lost or
  /// comes up twice.
  private func check(
    _ staged: StagedChangeset<Group>, from old: [Group], to new: [Group]
  ) throws {
    var host = StagedHost(old)
    var before = old
    for stage in staged.stages {
      let after = stage.sections.map {
        Group(id: $0.base.id, header: $0.base.header, elements: $0.elements)
      }
      try BatchOracle.check(stage.changeset, from: before, to: after)
      try host.perform(stage.changeset, data: after)
      before = after
    }
    guard host.shows(new) else { throw StageViolation("ends at \(before)") }
    let count = staged.stages.reduce(0) { $0 + $1.changeset.count }
    guard count == staged.changeset.count else {
      throw StageViolation("\(count) changes instead of \(staged.changeset)")
    }
  }
}
