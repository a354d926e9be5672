import LinecasterCells
import LinecasterDiff
import Testing

@testable import LinecasterList

/// Seed row A42: a change of the load state alone shows as a row.
@Suite struct StateRowsTests {
  private struct Offline: Error {}

  private let rows = StateRows.words(
    empty: "No messages", loading: "Loading", retry: "Try again",
    failed: { _ in "No connection" }, onRetry: {})
  private let items = [TableItem(1, cell: BoxCell())]

  private func cell(of model: TableModel) -> StateCell? {
    let section = rows.applied(to: model).sections.last {
      $0.identifier == StateRows.section(at: .end)
    }
    return section?.items.first?.cell.cell(as: StateCell.self)
  }

  @Test func everyStateHasItsRow() {
    #expect(cell(of: TableModel()) == StateCell("No messages"))
    #expect(cell(of: TableModel(loadState: .ready, items: [])) == StateCell("No messages"))
    #expect(cell(of: TableModel(loadState: .loading)) == StateCell("Loading"))
    #expect(cell(of: TableModel(loadState: .loading, items: items)) == StateCell("Loading"))
    #expect(
      cell(of: TableModel(loadState: .failed(Offline()), items: items))
        == StateCell("No connection", button: "Try again"))
    #expect(cell(of: TableModel(items: items)) == nil)
    #expect(cell(of: TableModel(loadState: .ready, items: items)) == nil)
  }

  /// A change of the load state alone inserts one section, with the row of the state.
  @Test func nothingElseChanges() {
    let model = TableModel(items: items)
    let loading = rows.applied(to: TableModel(loadState: .loading, items: items))
    let changes = Changeset(
      fromSections: rows.applied(to: model).sections, toSections: loading.sections)
    #expect(changes.sectionInserts == [1] && changes.count == 1)
    #expect(loading.loadState == .loading && Array(loading.sections.dropLast()) == model.sections)
  }

  @Test func olderRowsAreToldOfAboveAllOthers() {
    let model = rows.applied(
      to: TableModel(loadState: .loading, loadStateAtStart: .loading, items: items))
    #expect(
      model.sections.map(\.identifier) == [
        StateRows.section(at: .start), "main", StateRows.section(at: .end),
      ])
    #expect(rows.applied(to: model) == model)
    let identities = model.sections.flatMap { $0.items.map(\.identifier) }
    #expect(Set(identities).count == 3)
    // It is not known yet whether there are rows.
    let early = rows.applied(to: TableModel(loadStateAtStart: .loading, items: []))
    #expect(early.sections.map(\.identifier) == [StateRows.section(at: .start), "main"])
  }

  @Test func rowsOfStatesAreDifferentRows() {
    let loading = rows.applied(to: TableModel(loadState: .loading))
    let failed = rows.applied(to: TableModel(loadState: .failed(Offline())))
    let changes = Changeset(fromSections: loading.sections, toSections: failed.sections)
    #expect(changes.itemDeletes.count == 1 && changes.itemInserts.count == 1)
  }

  @Test func doingItAgainChangesNothing() {
    for state in [LoadState.idle, .ready, .loading, .failed(Offline())] {
      for items in [[], items] {
        let once = rows.applied(to: TableModel(loadState: state, items: items))
        #expect(rows.applied(to: once) == once)
      }
    }
  }

  @Test @MainActor func aTapTriesAgain() throws {
    var tries = 0
    var rows = rows
    rows.retry = { tries += 1 }
    let model = rows.applied(to: TableModel(loadState: .failed(Offline())))
    let tap = try #require(model.sections.last?.items.first?.actions.onTap)
    tap()
    #expect(tries == 1)
  }

  @Test func whatHasNoCellHasNoRow() {
    for state in [LoadState.idle, .loading, .failed(Offline())] {
      #expect(StateRows().applied(to: TableModel(loadState: state)).sections.isEmpty)
    }
  }
}
