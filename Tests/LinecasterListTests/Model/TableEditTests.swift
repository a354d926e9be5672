import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Seed rows A38 and C6: changes stated by the caller.
@Suite struct TableEditTests {
  private func items(_ numbers: Int...) -> [TableItem] {
    numbers.map { TableItem(.number($0), cell: BoxCell()) }
  }

  private var model: TableModel {
    TableModel(sections: [
      TableSection("a", items: items(1, 2, 3)), TableSection("b", items: items(4, 5)),
    ])
  }

  private func numbers(_ model: TableModel) -> [String] {
    model.sections.map { $0.items.map { "\($0.identifier)" }.joined(separator: " ") }
  }

  @Test(arguments: [
    (TablePlace.above(5), ["1 2 3", "4 7 8 5"]), (.below(1), ["1 7 8 2 3", "4 5"]),
    (.start(of: "a"), ["7 8 1 2 3", "4 5"]), (.end(of: "b"), ["1 2 3", "4 5 7 8"]),
  ])
  func putsInAtAPlace(_ place: TablePlace, _ result: [String]) throws {
    var model = model
    let changes = try model.apply(.insert(items(7, 8), at: place))
    #expect(numbers(model) == result && changes.itemInserts.count == 2 && changes.count == 2)
  }

  @Test(arguments: [
    (TablePlace.above(3), ["1 2 3", "4 5"]), (.below(3), ["1 3 2", "4 5"]),
    (.above(1), ["2 1 3", "4 5"]), (.end(of: "a"), ["1 3 2", "4 5"]),
    (.below(2), ["1 2 3", "4 5"]), (.above(2), ["1 2 3", "4 5"]),
    (.above(4), ["1 3", "2 4 5"]), (.end(of: "b"), ["1 3", "4 5 2"]),
  ])
  func movesToAPlace(_ place: TablePlace, _ result: [String]) throws {
    var model = model
    let old = model
    let changes = try model.apply(.move(2, to: place))
    #expect(numbers(model) == result && changes.count == (model == old ? 0 : 1))
  }

  @Test func takesOutAndReplaces() throws {
    var model = model
    #expect(try model.apply(.remove(2)).itemDeletes == [ElementPath(section: 0, item: 1)])
    let changed = TableItem(4, cell: BoxCell(number: 9))
    #expect(try model.apply(.replace(changed)).itemUpdates.count == 1)
    #expect(try model.apply(.replace(changed.onTap {})).isEmpty)
    #expect(model.sections[1].items[0] == changed)
    #expect(model.sections[1].items[0].actions.onTap != nil)
    #expect(try model.apply(.append([], to: "b")).isEmpty && numbers(model) == ["1 3", "4 5"])
  }

  @Test func insertsSections() throws {
    var model = model
    let first = TableSection("first", items: items(6))
    #expect(try model.apply(.insertSection(first, below: nil)).sectionInserts == [0])
    let third = TableSection("third", items: items(7, 8))
    #expect(try model.apply(.insertSection(third, below: "a")).sectionInserts == [2])
    let last = TableSection("last", items: [])
    #expect(try model.apply(.insertSection(last, below: "b")).sectionInserts == [4])
    #expect(numbers(model) == ["6", "1 2 3", "7 8", "4 5", ""])
  }

  @Test func errorsLeaveTheModelAsItWas() {
    let wrong: [(TableEdit, String)] = [
      (.remove(9), "no item has the identifier 9"),
      (.replace(TableItem("x", cell: BoxCell())), "no item has the identifier x"),
      (.move(9, to: .start(of: "a")), "no item has the identifier 9"),
      (.move(1, to: .above(9)), "no item has the identifier 9"),
      (.append(items(7), to: "c"), "no section has the identifier c"),
      (
        .insertSection(TableSection("d", items: []), below: "c"), "no section has the identifier c"
      ),
    ]
    for (edit, message) in wrong {
      var model = model
      let error = #expect(throws: TableEditError.self) { try model.apply(edit) }
      #expect(error?.description == message && model == self.model)
    }
  }

  #if DEBUG
    /// Seed row C6: a duplicate identifier is detected, also in another section.
    @Test func aWrongClaimIsFoundInDebugBuilds() {
      for edit in [
        TableEdit.append(items(7, 7), to: "a"), .append(items(1), to: "b"),
        .insertSection(TableSection("a", items: []), below: nil),
        .insertSection(TableSection("c", items: items(5)), below: nil),
      ] {
        var model = model
        let error = #expect(throws: TableEditError.self) { try model.apply(edit) }
        #expect(error?.description.contains("occurs twice") == true && model == self.model)
      }
    }
  #endif

  /// Seed row A38: for random edits, each batch leads to the edited model by the oracle, with no
  /// more changes than a diff finds.
  @Test func batchesAreThoseOfTheDiff() throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for round in 0..<40 {
      var model = model
      for step in 0..<25 {
        let old = model
        let edit = randomEdit(of: model, fresh: 100 + step, using: &random)
        let changes = try model.apply(edit)
        let comment: Comment = "LINECASTER_SEED=\(seed), round \(round): \(edit)"
        #expect(throws: Never.self, comment) {
          try BatchOracle.check(changes, from: old.sections, to: model.sections)
        }
        let found = Changeset(fromSections: old.sections, toSections: model.sections)
        #expect(changes.count == found.count, comment)
      }
    }
  }

  private func randomEdit(
    of model: TableModel, fresh: Int, using random: inout SeededGenerator
  ) -> TableEdit {
    let identifiers = model.sections.flatMap(\.items).map(\.identifier)
    let place = randomPlace(identifiers, using: &random)
    guard let identifier = identifiers.randomElement(using: &random), !random.oneIn(3) else {
      return .insert(items(fresh), at: place)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .remove(identifier)
    case 1:
      return .replace(TableItem(identifier, cell: BoxCell(number: fresh % 3)))
    default: return .move(identifier, to: place)
    }
  }

  private func randomPlace(
    _ identifiers: [ItemIdentifier], using random: inout SeededGenerator
  ) -> TablePlace {
    let section: ItemIdentifier = random.oneIn(2) ? "a" : "b"
    guard let identifier = identifiers.randomElement(using: &random), !random.oneIn(3) else {
      return random.oneIn(2) ? .start(of: section) : .end(of: section)
    }
    return random.oneIn(2) ? .above(identifier) : .below(identifier)
  }
}
