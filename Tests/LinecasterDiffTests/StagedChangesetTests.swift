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

  /// The item moves while its old section still exists, into a section that already exists.
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

/// A host that applies a stage as UIKit's batch updates do, step by step on the shown rows, and
/// refuses the batches that UIKit refuses. It shares no code with the engine or with `BatchOracle`.
struct StagedHost {
  /// A section as the host shows it.
  private struct Shown: Equatable {
    var id: Int
    var header: Int
    var rows: [Row]
  }

  private var sections: [Shown]

  init(_ model: [Group]) { sections = Self.shown(model) }

  /// Whether the host shows exactly this model.
  func shows(_ model: [Group]) -> Bool { sections == Self.shown(model) }

  private static func shown(_ model: [Group]) -> [Shown] {
    model.map { Shown(id: $0.id, header: $0.header, rows: $0.elements) }
  }

  /// Performs a stage with `model` as the data that the host asks for new content.
  mutating func perform(_ batch: Changeset, data model: [Group]) throws {
    try refuse(batch)
    var shown = sections
    try takeOut(batch, of: &shown)
    try putIn(batch, into: &shown, data: model)
    for update in batch.sectionUpdates { shown[update.new].header = model[update.new].header }
    for update in batch.itemUpdates {
      let (section, item) = (update.new.section, update.new.item)
      shown[section].rows[item] = model[section].elements[item]
    }
    guard shown == Self.shown(model) else {
      throw StageViolation("shows \(shown) instead of \(model)")
    }
    sections = shown
  }

  /// Refuses batches that UIKit cannot apply at once.
  private func refuse(_ batch: Changeset) throws {
    let items = batch.itemDeletes.count + batch.itemInserts.count + batch.itemMoves.count
    let sections = batch.sectionDeletes.count + batch.sectionInserts.count
    if batch.isEmpty { throw StageViolation("an idle stage") }
    if items + batch.itemUpdates.count > 0,
      sections + batch.sectionMoves.count + batch.sectionUpdates.count > 0
    {
      throw StageViolation("items and sections change together")
    }
    if !batch.itemMoves.isEmpty, !batch.itemUpdates.isEmpty {
      throw StageViolation("items are moved and updated together")
    }
    if !batch.sectionMoves.isEmpty, !batch.sectionUpdates.isEmpty {
      throw StageViolation("sections are moved and updated together")
    }
  }

  private func takeOut(_ batch: Changeset, of shown: inout [Shown]) throws {
    for path in (batch.itemDeletes + batch.itemMoves.map(\.old)).sorted(by: >) {
      guard shown.indices.contains(path.section),
        shown[path.section].rows.indices.contains(path.item)
      else { throw StageViolation("no item \(path) to take out") }
      shown[path.section].rows.remove(at: path.item)
    }
    for index in (batch.sectionDeletes + batch.sectionMoves.map(\.old)).sorted(by: >) {
      guard shown.indices.contains(index) else {
        throw StageViolation("no section \(index) to take out")
      }
      shown.remove(at: index)
    }
  }

  /// Moved rows keep their shown content; inserted rows show the data.
  private func putIn(
    _ batch: Changeset, into shown: inout [Shown], data model: [Group]
  ) throws {
    let comers = batch.sectionInserts.map { ($0, Self.shown(model)[$0]) }
    let movers = batch.sectionMoves.map { ($0.new, sections[$0.old]) }
    for (index, section) in (comers + movers).sorted(by: { $0.0 < $1.0 }) {
      guard index <= shown.count else { throw StageViolation("section \(index) beyond the end") }
      shown.insert(section, at: index)
    }
    let rows =
      batch.itemInserts.map { ($0, model[$0.section].elements[$0.item]) }
      + batch.itemMoves.map { ($0.new, sections[$0.old.section].rows[$0.old.item]) }
    for (path, row) in rows.sorted(by: { $0.0 < $1.0 }) {
      guard path.item <= shown[path.section].rows.count else {
        throw StageViolation("item \(path) beyond the end")
      }
      shown[path.section].rows.insert(row, at: path.item)
    }
  }
}

/// The reason for which a host with UIKit's batch rules refuses a stage, or the wrong result.
struct StageViolation: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
