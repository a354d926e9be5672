import LinecasterList
import Testing

/// Seed row A42: one state in place of two booleans.
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
