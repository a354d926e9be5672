import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// A row of two texts, or of none.
private struct Lines: Cell {
  var texts: [String]

  func body(in environment: LayoutEnvironment) -> some Layout {
    Column { for text in texts { Text(text) } }.frame(height: 40)
  }
}

/// Selections over several rows.
@Suite(.timeLimit(.minutes(60))) @MainActor struct ListSelectionTests {
  private func texts(_ row: Int) -> [String] {
    row % 5 == 4 ? [] : ["row \(row) ab", "second שלום \(row)"]
  }

  private func model(_ rows: some Sequence<Int>) -> TableModel {
    TableModel(items: rows.map { TableItem(.number($0), cell: Lines(texts: texts($0))) })
  }

  private func bench(
    _ rows: some Sequence<Int>, seed: UInt64 = 1
  ) throws -> SimulatedBench<RecordingHost> {
    try .showing(model(rows), seed: seed)
  }

  private func copied(_ bench: SimulatedBench<RecordingHost>) async throws -> String {
    let (list, texts) = (bench.list, Log<Result<String, any Error>>())
    let task = Task { @MainActor in
      do { texts.add(.success(try await list.selectedText())) } catch {
        texts.add(.failure(error))
      }
    }
    while texts.entries.isEmpty {
      bench.settle()
      try await Task.sleep(for: .milliseconds(1))
    }
    await task.value
    return try #require(texts.entries.first).get()
  }

  /// The expected text between two places, joined from the data of the rows.
  private func between(
    _ start: (row: Int, text: Int, offset: Int), _ end: (row: Int, text: Int, offset: Int),
    rows: [Int]
  ) -> String {
    var parts: [String] = []
    for (row, number) in rows.enumerated() where start.row <= row && row <= end.row {
      for (index, text) in texts(number).enumerated() {
        let units = Array(text.utf16)
        var range = 0..<units.count
        if row == start.row {
          if index < start.text { continue }
          if index == start.text { range = start.offset..<units.count }
        }
        if row == end.row {
          if index > end.text { continue }
          if index == end.text { range = range.lowerBound..<max(range.lowerBound, end.offset) }
        }
        if !range.isEmpty { parts.append(String(decoding: units[range], as: UTF16.self)) }
      }
    }
    return parts.joined(separator: "\n")
  }

  @Test func copiesInTheOrderOfReadingHoweverItWasSelected() async throws {
    let rows = Array(0..<60)
    let bench = try bench(rows)
    var random = SeededGenerator()
    for _ in 0..<40 {
      func place() -> (row: Int, text: Int, offset: Int) {
        let row = Int.random(in: 0..<60, using: &random)
        return (row, Int.random(in: 0..<2, using: &random), Int.random(in: 0...5, using: &random))
      }
      let (first, last) = (place(), place())
      func value(_ place: (row: Int, text: Int, offset: Int)) -> ListSelection.Place {
        .init(
          RowIdentity(.number(place.row)), TextPlace(text: place.text, utf16Offset: place.offset))
      }
      bench.list.textSelection = ListSelection(from: value(first), to: value(last))
      let isForward = (first.row, first.text, first.offset) < (last.row, last.text, last.offset)
      let expected =
        isForward ? between(first, last, rows: rows) : between(last, first, rows: rows)
      #expect(try await copied(bench) == expected, "seed \(random.seed)")
    }
    bench.list.selectAllText()
    #expect(
      try await copied(bench)
        == rows.flatMap { texts($0) }.joined(separator: "\n"))
    bench.list.textSelection = nil
    #expect(try await copied(bench).isEmpty)
  }

  @Test func rowsInSightShowIt() throws {
    let bench = try bench(0..<60)
    func shown(_ row: Int) -> SelectedText? {
      bench.host.pixels[RowIdentity(.number(row))]?.key.environment.state.selectedText
    }
    let start = TextPlace(text: 1, utf16Offset: 2)
    let end = TextPlace(text: 0, utf16Offset: 3)
    bench.list.textSelection = ListSelection(
      from: .init(RowIdentity(20), end), to: .init(RowIdentity(1), start))
    bench.settle()
    #expect(shown(0) == nil && shown(1) == SelectedText(from: start))
    #expect(shown(2) == SelectedText() && shown(3) == SelectedText())
    bench.host.scroll(to: 760)
    bench.list.viewportDidChange()
    bench.settle()
    #expect(shown(20) == SelectedText(to: end) && shown(21) == nil && shown(19) == SelectedText())
    // Rows inserted in between are selected; the selection ends when the row of an end is deleted.
    bench.list.update(with: model(Array(0..<19) + [100, 19, 20, 21]))
    bench.settle()
    #expect(shown(100) == SelectedText())
    bench.list.update(with: model(Array(0..<20) + [21]))
    bench.settle()
    #expect(shown(19) == nil && bench.list.textSelection != nil)
    bench.list.update(with: model(0..<60))
    bench.settle()
    #expect(shown(19) == SelectedText() && shown(20) == SelectedText(to: end))
    bench.list.textSelection = nil
    bench.settle()
    #expect(shown(19) == nil && shown(20) == nil)
    #expect(bench.host.faults.isEmpty)
  }

  @Test func pointsArePlacesInTexts() throws {
    let bench = try bench(0..<60)
    let place = try #require(bench.list.textPlace(at: Point(x: 0, y: 45)))
    #expect(place == .init(RowIdentity(1), TextPlace(text: 0, utf16Offset: 0)))
    // Points beside the row, and in a row without text.
    #expect(bench.list.textPlace(at: Point(x: -50, y: 45)) == place)
    #expect(bench.list.textPlace(at: Point(x: 5, y: 4 * 40 + 5)) == nil)
    #expect(bench.list.selectWord(at: Point(x: 2, y: 45)))
    #expect(
      bench.list.textSelection
        == ListSelection(
          from: place, to: .init(RowIdentity(1), TextPlace(text: 0, utf16Offset: 3))))
    #expect(!bench.list.selectWord(at: Point(x: 5, y: 4 * 40 + 5)))
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300, Double.leastNonzeroMagnitude] {
      _ = bench.list.textPlace(at: Point(x: number, y: 5))
      _ = bench.list.textPlace(at: Point(x: 5, y: number))
      _ = bench.list.selectWord(at: Point(x: number, y: number))
    }
  }
}
