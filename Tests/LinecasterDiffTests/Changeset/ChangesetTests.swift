import LinecasterDiff
import Testing

@Suite struct ChangesetTests {
  @Test func equalListsHaveNoChanges() {
    let changeset = Changeset(from: rows(1, 2, 3), to: rows(1, 2, 3))
    #expect(changeset.isEmpty)
    #expect(changeset == Changeset())
    #expect(changeset.description == "no changes")
  }

  @Test func deletesAreOldAndInsertsAreNew() {
    let changeset = Changeset(from: rows(1, 2, 3, 4), to: rows(5, 2, 4, 6))
    #expect(changeset.itemDeletes == [path(0), path(2)])
    #expect(changeset.itemInserts == [path(0), path(3)])
    #expect(changeset.count == 4)
  }

  @Test(arguments: [10, 1000])
  func theLastRowMovedToTheFrontIsOneMove(count: Int) {
    let old = (0..<count).map { Row(id: $0) }
    let changeset = Changeset(from: old, to: [old[count - 1]] + old.dropLast())
    let move = Transition(old: path(count - 1), new: path(0))
    #expect(changeset == Changeset(itemMoves: [move]))
  }

  @Test func aReversedListKeepsOneRow() {
    let changeset = Changeset(from: rows(1, 2, 3, 4, 5), to: rows(5, 4, 3, 2, 1))
    #expect(changeset.itemMoves.count == 4)
    #expect(changeset.count == 4)
  }

  @Test func movedAndUpdatedIsBoth() {
    let changeset = Changeset(
      from: rows(1, 2, 3), to: [Row(id: 3, content: 1)] + rows(1, 2))
    let transition = Transition(old: path(2), new: path(0))
    #expect(changeset == Changeset(itemMoves: [transition], itemUpdates: [transition]))
  }

  @Test func updatesNameBothPlaces() {
    let changeset = Changeset(
      from: rows(1, 2), to: [Row(id: 9), Row(id: 1), Row(id: 2, content: 1)])
    #expect(changeset.itemUpdates == [Transition(old: path(1), new: path(2))])
    #expect(changeset.itemMoves.isEmpty)
  }

  @Test func descriptionNamesPlacesAndCutsLongLists() {
    let changeset = Changeset(from: [], to: (0..<10).map { Row(id: $0) })
    #expect(
      changeset.description == "insert 0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 and 2 more")
    #expect(Changeset(from: rows(1, 2, 3), to: rows(3, 1, 2)).description == "move 0.2→0.0")
  }

  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }
}
