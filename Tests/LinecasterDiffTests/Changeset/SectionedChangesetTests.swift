import LinecasterDiff
import Testing

@Suite struct SectionedChangesetTests {
  @Test func aMovedSectionTakesItsItemsAlong() {
    let changeset = Changeset(
      fromSections: [group(1, 10, 11), group(2, 20), group(3, 30)],
      toSections: [group(3, 30), group(1, 10, 11), group(2, 20)])
    #expect(changeset == Changeset(sectionMoves: [Transition(old: 2, new: 0)]))
  }

  @Test func anItemThatChangesSectionIsOneMove() {
    let changeset = Changeset(
      fromSections: [group(1, 10, 11), group(2, 20)],
      toSections: [group(1, 10), group(2, 11, 20)])
    #expect(changeset == Changeset(itemMoves: [Transition(old: path(0, 1), new: path(1, 0))]))
  }

  @Test func itemsOfDeletedSectionsGoOrMove() {
    let changeset = Changeset(
      fromSections: [group(1, 10), group(2, 20, 21, 22)], toSections: [group(1, 21, 10)])
    #expect(
      changeset
        == Changeset(
          sectionDeletes: [1], itemMoves: [Transition(old: path(1, 1), new: path(0, 0))]))
  }

  @Test func itemsOfInsertedSectionsComeOrMove() {
    let changeset = Changeset(
      fromSections: [group(1, 10, 11)], toSections: [group(2, 20, 11), group(1, 10)])
    #expect(
      changeset
        == Changeset(
          sectionInserts: [0], itemMoves: [Transition(old: path(0, 1), new: path(0, 1))]))
  }

  @Test func anItemMayMoveFromADeletedToAnInsertedSectionAndChange() {
    let new = Group(id: 2, elements: [Row(id: 10, content: 1)])
    let changeset = Changeset(fromSections: [group(1, 10)], toSections: [new])
    let transition = Transition(old: path(0, 0), new: path(0, 0))
    #expect(
      changeset
        == Changeset(
          sectionDeletes: [0], sectionInserts: [0], itemMoves: [transition],
          itemUpdates: [transition]))
  }

  @Test func aHeaderChangesWithoutItsItems() {
    let changeset = Changeset(
      fromSections: [group(1, 10)],
      toSections: [group(5), Group(id: 1, header: 1, elements: [Row(id: 10)])])
    #expect(
      changeset == Changeset(sectionInserts: [0], sectionUpdates: [Transition(old: 0, new: 1)]))
  }

  @Test func emptyModelsAndSectionsAreModelsToo() {
    #expect(Changeset(fromSections: [Group](), toSections: []).isEmpty)
    #expect(
      Changeset(fromSections: [], toSections: [group(1), group(2, 20)])
        == Changeset(sectionInserts: [0, 1]))
    #expect(
      Changeset(fromSections: [group(1), group(2, 20)], toSections: [])
        == Changeset(sectionDeletes: [0, 1]))
  }

  private func path(_ section: Int, _ item: Int) -> ElementPath {
    ElementPath(section: section, item: item)
  }
}
