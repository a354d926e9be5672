import LinecasterDiff
import LinecasterTestSupport
import Testing

@Suite struct ListEditTests {
  @Test func everyEditHasItsBatch() throws {
    var list = rows(1, 2, 3)
    #expect(try ListEdit.append(rows(4, 5)).apply(to: &list).itemInserts == [path(3), path(4)])
    #expect(try ListEdit.insert(rows(9), at: 1).apply(to: &list).itemInserts == [path(1)])
    #expect(try ListEdit.remove(2).apply(to: &list).itemDeletes == [path(2)])
    #expect(
      try ListEdit.move(5, to: 0).apply(to: &list).itemMoves
        == [Transition(old: path(4), new: path(0))])
    #expect(
      try ListEdit.replace(Row(id: 9, content: 1)).apply(to: &list).itemUpdates
        == [Transition(old: path(2), new: path(2))])
    #expect(list == [Row(id: 5), Row(id: 1), Row(id: 9, content: 1), Row(id: 3), Row(id: 4)])
  }

  @Test func whatChangesNothingHasAnEmptyBatch() throws {
    var list = rows(1, 2)
    for edit in [ListEdit.append([]), .insert([], at: 2), .move(2, to: 1), .replace(Row(id: 1))] {
      #expect(try edit.apply(to: &list) == Changeset())
    }
    #expect(list == rows(1, 2))
  }

  /// Batches of edits agree with the diff and the oracle, for random edits and lists.
  @Test func batchesAreThoseOfTheDiff() throws {
    let seed = TestSettings.seed
    for index in 0..<2000 {
      var random = SeededGenerator(seed: seed &+ UInt64(index))
      let count = Int.random(in: 0...8, using: &random)
      var list = (0..<count).map { Row(id: $0) }
      let old = list
      let edit = Self.edit(of: count, using: &random)
      let changeset = try edit.apply(to: &list)
      #expect(throws: Never.self, "LINECASTER_SEED=\(seed &+ UInt64(index)): \(edit) of \(old)") {
        try BatchOracle.check(changeset, from: old, to: list)
      }
      #expect(changeset.structuralCount == Changeset(from: old, to: list).structuralCount)
    }
  }

  private static func edit(of count: Int, using random: inout SeededGenerator) -> ListEdit<Row> {
    let fresh = [Row(id: 100), Row(id: 101)]
    let id = Int.random(in: 0..<max(1, count), using: &random)
    switch Int.random(in: 0..<(count == 0 ? 2 : 5), using: &random) {
    case 0: return .append(fresh)
    case 1: return .insert(fresh, at: Int.random(in: 0...count, using: &random))
    case 2: return .remove(id)
    case 3: return .move(id, to: Int.random(in: 0..<count, using: &random))
    default: return .replace(Row(id: id, content: Int.random(in: 0...1, using: &random)))
    }
  }

  @Test func errorsLeaveTheListAsItWas() {
    let wrong: [ListEdit<Row>] = [
      .remove(7), .move(7, to: 0), .move(1, to: 2), .move(1, to: -1), .replace(Row(id: 7)),
      .insert(rows(7), at: 3), .insert(rows(7), at: -1),
    ]
    for edit in wrong {
      var list = rows(1, 2)
      #expect(throws: ListEditError.self, "\(edit)") { try edit.apply(to: &list) }
      #expect(list == rows(1, 2))
    }
  }

  #if DEBUG
    @Test func aWrongClaimIsFoundInDebugBuilds() {
      for edit in [ListEdit.append(rows(3, 1)), .append(rows(3, 3)), .insert(rows(2), at: 0)] {
        var list = rows(1, 2)
        let error = #expect(throws: ListEditError.self) { try edit.apply(to: &list) }
        #expect(error?.description.contains("occurs twice") == true)
        #expect(list == rows(1, 2))
      }
    }
  #endif

  @Test func theListMayBeAnySection() throws {
    var list = rows(1, 2)
    let place = ElementPath(section: 3, item: 0)
    #expect(try ListEdit.remove(1).apply(to: &list, section: 3).itemDeletes == [place])
    #expect(
      try ListEdit.replace(Row(id: 2, content: 1)).apply(to: &list, section: 3).itemUpdates
        == [Transition(old: place, new: place)])
  }

  @Test func descriptionsSayWhatIsWrong() {
    #expect(ListEditError.unknownIdentifier(7).description == "no element has the identifier 7")
    #expect(
      ListEditError.noSuchIndex(4, count: 2).description
        == "index 4 is out of range for 2 elements")
  }

  private func path(_ item: Int) -> ElementPath { ElementPath(section: 0, item: item) }
}
