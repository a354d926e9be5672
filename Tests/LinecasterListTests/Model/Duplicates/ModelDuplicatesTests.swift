import LinecasterDiff
import LinecasterList
import LinecasterTestSupport
import Testing

@Suite struct ModelDuplicatesTests {
  private func section(_ identifier: ItemIdentifier, _ numbers: Int...) -> TableSection {
    TableSection(identifier, items: numbers.map { TableItem(.number($0), cell: BoxCell()) })
  }

  private var model: TableModel {
    TableModel(
      loadState: .ready,
      sections: [section("a", 1, 2, 1), section("b", 3, 2), section("a", 4), section("c", 5)])
  }

  @Test func allAreReportedWithBothPlaces() throws {
    let found = model.duplicates()
    #expect(
      found.map(\.first) == [.section(0), place(0, 0), place(0, 1)])
    #expect(
      found.map(\.repeated) == [.section(2), place(0, 2), place(1, 1)])
    #expect(try model.resolvingDuplicates(by: .disambiguate).duplicates == found)
    #expect(try model.resolvingDuplicates(by: .disambiguate).model == model)
  }

  @Test func onlyTheFirstIsKept() throws {
    let resolved = try model.resolvingDuplicates(by: .keepFirst)
    #expect(
      resolved.model
        == TableModel(
          loadState: .ready, sections: [section("a", 1, 2), section("b", 3), section("c", 5)]))
    #expect(resolved.duplicates == model.duplicates())
    #expect(resolved.model.duplicates().isEmpty)
  }

  @Test func theFirstIsThrown() throws {
    let error = #expect(throws: DuplicateIdentifier.self) {
      try model.resolvingDuplicates(by: .fail)
    }
    #expect(error?.repeated == .section(2))
    let unique = TableModel(sections: [section("a", 1, 2)])
    #expect(try unique.resolvingDuplicates(by: .fail).model == unique)
  }

  @Test func aWordIsTaken() throws {
    let resolved = try model.resolvingDuplicates(by: .assumeUnique)
    #expect(resolved.model == model && resolved.duplicates.isEmpty)
  }

  /// Against sets, whatever the model.
  @Test func keptModelsAreUnique() throws {
    let seed = TestSettings.seed
    for index in 0..<200 {
      var generator = ModelGenerator(seed: seed &+ UInt64(index))
      let model = generator.successor(of: generator.successor(of: generator.model()))
      let resolved = try model.resolvingDuplicates(by: .keepFirst)
      let items = resolved.model.sections.flatMap(\.items).map(\.identifier)
      #expect(Set(items).count == items.count, "LINECASTER_SEED=\(seed &+ UInt64(index))")
      let sections = model.sections.map(\.identifier)
      #expect(resolved.model.sections.count == Set(sections).count)
    }
  }

  private func place(_ section: Int, _ item: Int) -> DuplicateIdentifier.Place {
    .item(ElementPath(section: section, item: item))
  }
}
