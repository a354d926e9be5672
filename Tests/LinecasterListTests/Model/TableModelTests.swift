import LinecasterBase
import LinecasterDiff
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Seed rows A43 and C2: sections with headers, footers and insets.
@Suite struct TableSectionTests {
  private let header = TableItem("h", cell: BoxCell(number: 1))
  private let items = [TableItem(1, cell: BoxCell()), TableItem(2, cell: BoxCell())]

  @Test func ownContentIsComparedWithoutItems() {
    let section = TableSection("a", header: header, items: items)
    let changes: [(inout TableSection) -> Void] = [
      { $0.header?.cell = TableItem(0, cell: BoxCell(number: 9)).cell },
      { $0.header = $0.header?.appearance(.fading) },
      { $0.header = nil },
      { $0.footer = $0.header },
      { $0.isHeaderSticky = true },
      { $0.insets = Insets(all: 4) },
    ]
    for change in changes {
      var other = section
      change(&other)
      #expect(!section.isContentEqual(to: other) && section != other)
    }
    var shorter = section
    shorter.items.removeLast()
    #expect(section.isContentEqual(to: shorter) && section != shorter)
  }

  @Test func identifiersOfHeadersAndActionsAreNotCompared() {
    let section = TableSection("a", header: header, footer: header, items: items)
    var other = section
    other.header?.identifier = "other"
    other.footer = other.footer?.onTap {}
    other.items[0] = other.items[0].onTap {}
    #expect(section == other && section.hashValue == other.hashValue)
    other.identifier = "b"
    #expect(section != other)
  }

  /// Seed row C2: a copy is independent, down to its rows.
  @Test func tablesSectionsAndRowsAreValues() {
    let model = TableModel(sections: [TableSection("a", header: header, items: items)])
    var (copy, same) = (model, model)
    same.sections[0].items[1] = TableItem(2, cell: BoxCell())
    #expect(same == model && same.hashValue == model.hashValue)
    copy.sections[0].items[1] = TableItem(2, cell: BoxCell(number: 5))
    copy.sections[0].header = nil
    copy.sections.append(TableSection("b", items: items))
    #expect(copy != model && copy.rowCount == 4)
    #expect(model.sections.count == 1 && model.sections[0].items == items && model.rowCount == 3)
    #expect(model.sections[0].header == header)
  }

  @Test func headersAndFootersAreRows() {
    #expect(TableSection("a", items: items).rowCount == 2)
    #expect(TableSection("a", header: header, footer: header, items: []).rowCount == 2)
    let model = TableModel(sections: [
      TableSection("a", header: header, items: items), TableSection("b", items: items),
    ])
    #expect(model.rowCount == 5)
  }
}

/// Seed row A42: one load state instead of two booleans.
@Suite struct LoadStateTests {
  private enum Offline: Error { case timeout, refused }
  private struct Refusal: Error, CustomStringConvertible {
    let description: String
  }
  private struct Rebuff: Error, CustomStringConvertible {
    let description: String
  }

  private let states: [LoadState] = [
    .idle, .ready, .loading, .failed(Offline.timeout), .failed(Offline.refused),
    .failed(Refusal(description: "no")), .failed(Refusal(description: "never")),
    .failed(Rebuff(description: "no")),
  ]

  @Test func errorsAreComparedByValueOrByWords() {
    for (index, state) in states.enumerated() {
      #expect(states.indices.filter { states[$0] == state } == [index])
      #expect(states[index].hashValue == state.hashValue)
    }
    #expect(LoadState.failed(Refusal(description: "no")) == .failed(Refusal(description: "no")))
  }

  @Test func tellsItsError() {
    #expect(LoadState.failed(Offline.refused).error as? Offline == .refused)
    #expect(LoadState.loading.error == nil)
  }

  @Test func modelsDifferByStateAlone() {
    let items = [TableItem(1, cell: BoxCell())]
    #expect(TableModel(items: items) == TableModel(loadState: .idle, items: items))
    #expect(TableModel(items: items) != TableModel(loadState: .loading, items: items))
  }
}

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

  /// Resolving duplicates leaves unique identifiers, compared with sets.
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
