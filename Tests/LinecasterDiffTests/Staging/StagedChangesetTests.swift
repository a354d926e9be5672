import LinecasterDiff
import LinecasterTestSupport
import Testing

@Suite struct StagedChangesetTests {
  @Test func equalModelsHaveNoStages() {
    let model = [group(1, 10, 11), group(2)]
    #expect(StagedChangeset(fromSections: model, toSections: model).stages.isEmpty)
  }

  @Test func anUpdatedMoveIsUpdatedFirst() {
    let staged = StagedChangeset(from: rows(1, 2, 3), to: [Row(id: 3, content: 1)] + rows(1, 2))
    #expect(
      staged.stages.map(\.changeset) == [
        Changeset(itemUpdates: [Transition(old: path(0, 2), new: path(0, 2))]),
        Changeset(itemMoves: [Transition(old: path(0, 2), new: path(0, 0))]),
      ])
    #expect(staged.stages[0].sections[0].elements == rows(1, 2) + [Row(id: 3, content: 1)])
  }

  @Test func aFlatListHasAtMostTwoStages() {
    let staged = StagedChangeset(
      from: rows(1, 2, 3, 4), to: [Row(id: 4, content: 1)] + rows(9, 1, 3))
    #expect(
      staged.stages.map(\.changeset) == [
        Changeset(
          itemDeletes: [path(0, 1)],
          itemUpdates: [Transition(old: path(0, 3), new: path(0, 2))]),
        Changeset(
          itemInserts: [path(0, 1)], itemMoves: [Transition(old: path(0, 2), new: path(0, 0))]),
      ])
  }

  /// The item leaves while its section still stands, for one that stands already.
  @Test func anItemMayMoveFromADeletedToAnInsertedSection() {
    let staged = StagedChangeset(
      fromSections: [group(1, 10, 11)], toSections: [group(2, 20, 10)])
    #expect(
      staged.stages.map(\.changeset) == [
        Changeset(sectionInserts: [0]),
        Changeset(itemMoves: [Transition(old: path(1, 0), new: path(0, 1))]),
        Changeset(sectionDeletes: [1]),
      ])
    #expect(
      staged.stages.map { $0.sections.map { $0.elements.map(\.id) } }
        == [[[20], [10, 11]], [[20, 10], [11]], [[20, 10]]])
  }

  @Test func survivorsAreNewFromTheFirstStageOn() {
    struct Tagged: Differentiable {
      let differenceIdentifier: Int
      let tag: String
      func isContentEqual(to other: Tagged) -> Bool { true }
    }
    let old = [1, 2, 3].map { Tagged(differenceIdentifier: $0, tag: "old") }
    let new = [3, 1].map { Tagged(differenceIdentifier: $0, tag: "new") }
    for stage in StagedChangeset(from: old, to: new).stages {
      #expect(stage.sections[0].elements.allSatisfy { $0.tag == "new" })
    }
  }

  @Test func aBatchOfOtherModelsHasNoStages() {
    let model = [group(1, 10)]
    for batch in [
      Changeset(sectionDeletes: [1]), Changeset(itemInserts: [path(0, 0)]),
      Changeset(itemDeletes: [path(0, -1)]), Changeset(itemInserts: [path(3, 0)]),
    ] {
      #expect(StagedChangeset(batch, fromSections: model, toSections: model) == nil)
    }
  }

  @Test func duplicatesAreTold() {
    #expect(StagedChangeset(from: rows(1), to: rows(1, 1)).changeset.duplicates.count == 1)
  }

  private func path(_ section: Int, _ item: Int) -> ElementPath {
    ElementPath(section: section, item: item)
  }
}
