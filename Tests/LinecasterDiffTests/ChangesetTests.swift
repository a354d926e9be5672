@testable import LinecasterDiff
import LinecasterTestSupport
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

/// `isValid` compared with the oracle of the tests, which shares no code with it.
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
          batch.isValid(fromSections: old, toSections: target) == isRight,
          "LINECASTER_SEED=\(seed &+ UInt64(index)): \(old) → \(target): \(batch)")
      }
    }
  }

  @Test func aListIsOneSection() {
    let update = Transition(
      old: ElementPath(section: 0, item: 0), new: ElementPath(section: 0, item: 0))
    let new = [Row(id: 1, content: 1)]
    #expect(Changeset(itemUpdates: [update]).isValid(from: rows(1), to: new))
    #expect(!Changeset().isValid(from: rows(1), to: new))
    #expect(!Changeset(itemUpdates: [update]).isValid(from: rows(1), to: rows(1)))
    #expect(!Changeset().isValid(from: rows(1), to: rows(2)))
  }

  /// The batch without the last change of each kind.
  private static func spoilt(_ batch: Changeset) -> Changeset {
    Changeset(
      sectionDeletes: batch.sectionDeletes.dropLast(), sectionInserts: batch.sectionInserts,
      sectionMoves: batch.sectionMoves.dropLast(), sectionUpdates: batch.sectionUpdates,
      itemDeletes: batch.itemDeletes, itemInserts: batch.itemInserts.dropLast(),
      itemMoves: batch.itemMoves, itemUpdates: batch.itemUpdates.dropLast())
  }
}

/// Seed row A40: the number of changes, compared with a longest common subsequence by dynamic
/// programming and with a search over all choices of moved rows.
@Suite struct FewestChangesTests {
  private let seed = TestSettings.seed

  @Test func noSmallerBatchExists() {
    for index in 0..<1500 {
      let seed = self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      let pool = Array(0..<24)
      let old = Array(pool.shuffled(using: &random).prefix(Int.random(in: 0...16, using: &random)))
      let new = Array(pool.shuffled(using: &random).prefix(Int.random(in: 0...16, using: &random)))
      let changeset = Changeset(from: old.map { Row(id: $0) }, to: new.map { Row(id: $0) })
      let common = Set(old).intersection(new).count
      #expect(changeset.itemDeletes.count == old.count - common, "LINECASTER_SEED=\(seed)")
      #expect(changeset.itemInserts.count == new.count - common, "LINECASTER_SEED=\(seed)")
      #expect(
        changeset.itemMoves.count == common - longestCommon(old, new), "LINECASTER_SEED=\(seed)")
    }
  }

  /// Removing fewer of seven rows never leaves the same order.
  @Test func fewerMovesDoNotDo() {
    for index in 0..<100 {
      var random = SeededGenerator(seed: seed &+ UInt64(index))
      let new = Array(0..<7).shuffled(using: &random)
      let moves = Changeset(from: (0..<7).map { Row(id: $0) }, to: new.map { Row(id: $0) })
        .itemMoves.count
      let fewest = (0..<1 << 7).filter { moved in
        let stay = new.filter { moved >> $0 & 1 == 0 }
        return stay == stay.sorted()
      }.map(\.nonzeroBitCount).min()
      #expect(moves == fewest, "LINECASTER_SEED=\(seed &+ UInt64(index))")
    }
  }

  private func longestCommon(_ old: [Int], _ new: [Int]) -> Int {
    var lengths = Array(repeating: 0, count: new.count + 1)
    for element in old {
      var diagonal = 0
      for (index, other) in new.enumerated() {
        let above = lengths[index + 1]
        lengths[index + 1] = element == other ? diagonal + 1 : max(above, lengths[index])
        diagonal = above
      }
    }
    return lengths[new.count]
  }
}

/// Lists of several blocks of elements, with much or little in common, with good and bad hashes.
@Suite struct LongListTests {
  private let count = TestSettings.transitions(usually: 3000) / 50
  private let seed = TestSettings.seed

  @Test func batchesAreRightAndFewest() throws {
    for index in 0..<count {
      let seed = self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      let old = (0..<Int.random(in: 0...400, using: &random)).map { Row(id: $0) }
      let new = successor(of: old, using: &random)
      let changeset = Changeset(from: old, to: new)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed)") {
        try BatchOracle.check(changeset, from: old, to: new)
      }
      #expect(
        changeset.structuralCount == ReferenceCounts.structural(from: old, to: new),
        "LINECASTER_SEED=\(seed)")
      let clashing = Changeset(from: old.map(ClashingRow.init), to: new.map(ClashingRow.init))
      #expect(clashing == changeset, "LINECASTER_SEED=\(seed)")
    }
  }

  /// Copies are reported on either side, of kept and removed elements, in the common ends and
  /// between.
  @Test func everyCopyIsReported() {
    for index in 0..<count * 4 {
      let seed = self.seed &+ UInt64(index)
      var random = SeededGenerator(seed: seed)
      var old = (0..<Int.random(in: 1...200, using: &random)).map { Row(id: $0) }
      var new = successor(of: old, using: &random)
      for _ in 0..<Int.random(in: 0...2, using: &random) { copyOne(in: &old, using: &random) }
      for _ in 0..<Int.random(in: 0...2, using: &random) { copyOne(in: &new, using: &random) }
      let expected = copies(in: old, .old) + copies(in: new, .new)
      #expect(Changeset(from: old, to: new).duplicates == expected, "LINECASTER_SEED=\(seed)")
      let clashing = Changeset(from: old.map(ClashingRow.init), to: new.map(ClashingRow.init))
      #expect(clashing.duplicates == expected, "LINECASTER_SEED=\(seed)")
    }
  }

  private func copyOne(in rows: inout [Row], using random: inout SeededGenerator) {
    guard let row = rows.randomElement(using: &random) else { return }
    rows.insert(row, at: Int.random(in: 0...rows.count, using: &random))
  }

  private func copies(
    in rows: [Row], _ model: DuplicateIdentifier.Model
  ) -> [DuplicateIdentifier] {
    rows.indices.compactMap { index in
      guard let first = rows.firstIndex(where: { $0.id == rows[index].id }), first < index else {
        return nil
      }
      return DuplicateIdentifier(
        model: model, identifier: rows[index].id,
        first: .item(ElementPath(section: 0, item: first)),
        repeated: .item(ElementPath(section: 0, item: index)))
    }
  }

  /// Removes and inserts blocks and single rows, and moves and changes some, up to all of them.
  private func successor(of list: [Row], using random: inout SeededGenerator) -> [Row] {
    var rows = list
    var fresh = 1000
    let share = [0, 1, 5, 30, 100].randomElement(using: &random) ?? 0
    rows.removeAll { _ in Int.random(in: 0..<100, using: &random) < share }
    for _ in 0..<rows.count * share / 100 + share {
      fresh += 1
      rows.insert(Row(id: fresh), at: Int.random(in: 0...rows.count, using: &random))
    }
    if let start = rows.indices.randomElement(using: &random), random.oneIn(2) {
      let end = Int.random(in: start...rows.count, using: &random)
      let block = Array(rows[start..<end])
      rows.removeSubrange(start..<end)
      rows.insert(contentsOf: block, at: Int.random(in: 0...rows.count, using: &random))
    }
    for _ in 0..<rows.count * share / 400 where rows.count > 1 {
      rows.swapAt(
        Int.random(in: 0..<rows.count, using: &random),
        Int.random(in: 0..<rows.count, using: &random))
    }
    if random.oneIn(6) { rows.reverse() }
    for index in rows.indices where random.oneIn(20) { rows[index].content += 1 }
    return rows
  }
}
