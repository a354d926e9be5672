import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// A row of some texts with an optional fixed height.
private struct Lines: Cell {
  var texts: [String]
  var height: Double?

  func body(in environment: LayoutEnvironment) -> LayoutNode {
    let column = Column { for text in texts { Text(text) } }
    return height.map { column.frame(height: $0) } ?? column.node
  }
}

/// Texts side by side, of which some fit.
private struct WideRow: Cell {
  var names: [String]

  func body(in environment: LayoutEnvironment) -> some Layout {
    Grid(columns: [150, 150, 150, 150]) { for name in names { Text(name) } }
      .scrollsSideways("names")
  }
}

/// Searches in all rows of a list.
@Suite(.timeLimit(.minutes(60))) @MainActor struct FindTests {
  private func texts(_ row: Int) -> [String] {
    let words = (0..<(row % 7) * 12).map { "word \($0)" }.joined(separator: " ")
    return row % 5 == 4
      ? [] : ["row \(row) \(words)", row % 3 == 0 ? "a NEEDLE שלום needle" : "hay \(row)"]
  }

  private func model(_ rows: some Sequence<Int>) -> TableModel {
    TableModel(items: rows.map { TableItem(.number($0), cell: Lines(texts: texts($0))) })
  }

  private func bench(
    _ rows: some Sequence<Int>, seed: UInt64 = 1
  ) throws -> SimulatedBench<RecordingHost> {
    try .showing(model(rows), seed: seed)
  }

  /// The expected matches of a query, from the rows of the model in order.
  private func expected(_ query: String, _ rows: some Sequence<Int>) -> [ListMatch] {
    rows.flatMap { row in
      texts(row).enumerated().flatMap { index, text in
        TextQuery(query).ranges(in: text).map {
          ListMatch(row: row, range: CellTextRange(text: index, utf16Range: $0))
        }
      }
    }
  }

  private struct ListMatch: Hashable {
    let row: Int
    let range: CellTextRange
  }

  /// The current match, by the identifier of its row.
  private func current(_ bench: SimulatedBench<RecordingHost>) -> ListMatch? {
    guard let match = bench.list.rows.finder.state.current,
      case .number(let number)? = bench.list.snapshot.item(atRow: match.row)?.identifier
    else { return nil }
    return ListMatch(row: number, range: match.range)
  }

  /// The place of the current match in the viewport, from its drawn row.
  private func seen(_ bench: SimulatedBench<RecordingHost>) throws -> ClosedRange<Double> {
    let match = try #require(bench.list.rows.finder.state.current)
    let snapshot = bench.list.snapshot
    let identity = try #require(snapshot.identity(ofRow: match.row))
    let row = try #require(bench.host.pixels[identity])
    #expect(row.key.environment.state.foundText?.current == match.range)
    let bounds = try #require(row.arrangement?.bounds(of: match.range))
    let frame = try #require(snapshot.frame(ofRow: match.row))
    let top = frame.minY + bounds.minY - bench.host.offset
    return top...top + bounds.height
  }

  @Test func countsInRowsThatWereNeverLaidOut() throws {
    let bench = try bench(0..<3_000)
    let measured = bench.list.snapshot.geometry.measuredCount
    var reports: [FindProgress] = []
    bench.list.onFindProgress = { reports.append($0) }
    bench.list.findQuery = TextQuery("needle")
    #expect(bench.list.findProgress == FindProgress(count: 0, current: nil, isComplete: false))
    bench.settle()
    let count = expected("needle", 0..<3_000).count
    #expect(
      bench.list.findProgress == FindProgress(count: count, current: nil, isComplete: true))
    // Results come in pieces, and no layout is made for them.
    let counts = reports.map(\.count)
    #expect(counts == counts.sorted() && Set(counts).count > 8 && reports.last?.count == count)
    #expect(reports.dropLast().allSatisfy { !$0.isComplete })
    #expect(bench.list.snapshot.geometry.measuredCount >= measured)
    bench.list.findQuery = nil
    bench.settle()
    #expect(bench.list.findProgress == nil && bench.host.faults.isEmpty)
  }

  @Test func stepsLeadToEachMatchExactly() throws {
    let bench = try bench(0..<200)
    let all = expected("needle", 0..<200)
    bench.list.findQuery = TextQuery("needle")
    for step in 0..<all.count + 2 {
      bench.list.findNext()
      bench.settle()
      #expect(current(bench) == all[step % all.count])
      #expect(bench.list.findProgress?.current == step % all.count + 1)
      let place = try seen(bench)
      #expect(place.lowerBound >= -0.01 && place.upperBound <= 200.01, "step \(step)")
    }
    for step in (0..<5).reversed() {
      bench.list.findPrevious()
      bench.settle()
      #expect(current(bench) == all[(step + all.count - 4) % all.count])
      let place = try seen(bench)
      #expect(place.lowerBound >= -0.01 && place.upperBound <= 200.01)
    }
  }

  /// The match is far below the top of a row that is higher than the viewport.
  @Test func matchesWithinHighRowsComeIntoView() throws {
    let bench = try bench(0..<3)
    let long = (0..<400).map { $0 == 300 ? "needle" : "word \($0)" }.joined(separator: " ")
    bench.list.update(
      with: TableModel(items: [
        TableItem(0, cell: Lines(texts: ["start"])), TableItem(1, cell: Lines(texts: [long])),
        TableItem(2, cell: Lines(texts: ["end"])),
      ]))
    bench.settle()
    bench.list.findQuery = TextQuery("needle")
    bench.list.findNext(animated: true)
    bench.settle()
    let place = try seen(bench)
    #expect(abs(place.lowerBound + place.upperBound - 200) < 1)
    // A visible match is not scrolled to.
    let offset = bench.host.offset
    bench.list.findNext()
    bench.settle()
    #expect(bench.host.offset == offset)
  }

  /// The match is in a hidden column, to which the content of the row scrolls sideways.
  @Test func matchesInWideContentComeIntoView() throws {
    let bench = try bench(0..<3)
    let names = ["needle", "some", "words", "a needle"]
    bench.list.update(
      with: TableModel(items: (0..<20).map { TableItem(.number($0), cell: WideRow(names: names)) }))
    bench.settle()
    bench.list.findQuery = TextQuery("needle")
    for step in 0..<6 {
      bench.list.findNext()
      bench.settle()
      let match = try #require(bench.list.rows.finder.state.current)
      #expect(match.range.text == (step.isMultiple(of: 2) ? 0 : 3))
      let identity = try #require(bench.list.snapshot.identity(ofRow: match.row))
      let arrangement = try #require(bench.host.pixels[identity]?.arrangement)
      let bounds = try #require(arrangement.bounds(of: match.range))
      let place = try #require(arrangement.sidewaysScroll(of: match.range)).frame
      #expect(bounds.minX >= place.minX && bounds.maxX <= place.maxX, "step \(step)")
    }
  }

  @Test func rowsInSightShowTheirMatches() throws {
    let bench = try bench(0..<60)
    func shown(_ row: Int) -> FoundText? {
      bench.host.pixels[RowIdentity(.number(row))]?.key.environment.state.foundText
    }
    bench.list.findQuery = TextQuery("hay")
    bench.settle()
    let range = CellTextRange(text: 1, utf16Range: 0..<3)
    #expect(shown(1) == FoundText([range]) && shown(0) == nil && shown(4) == nil)
    bench.list.findNext()
    bench.settle()
    #expect(shown(1) == FoundText([range], current: range) && shown(2) == FoundText([range]))
    bench.list.findQuery = TextQuery("row 2")
    bench.settle()
    #expect(shown(1) == nil)
    #expect(shown(2) == FoundText([CellTextRange(text: 0, utf16Range: 0..<5)]))
    bench.list.findQuery = nil
    bench.settle()
    #expect(shown(2) == nil && bench.host.faults.isEmpty)
  }

  @Test func anotherQueryCancelsTheSearch() throws {
    let bench = try bench(0..<5_000)
    bench.list.findQuery = TextQuery("hay")
    for _ in 0..<6 { bench.machine.step() }
    let first = bench.list.rows.finder.state
    #expect(first.progress?.isComplete == false)
    bench.list.findQuery = TextQuery("needle")
    bench.settle()
    #expect(bench.list.findProgress?.count == expected("needle", 0..<5_000).count)
    bench.list.findQuery = TextQuery("")
    bench.settle()
    #expect(bench.list.findProgress == FindProgress(count: 0, current: nil, isComplete: true))
    bench.list.findNext()
    bench.list.tearDown()
    bench.list.findQuery = TextQuery("hay")
    bench.settle()
    #expect(bench.list.findProgress == nil)
  }

  @Test func jobsOfTheFormerQueryAreStopped() {
    let (first, second) = (TextQuery("hay"), TextQuery("needle"))
    var state = FindState(workerCount: 2)
    let begun = state.search(first, from: 0, rowCount: 1_000)
    #expect(begun.dropLast().count == 2 && begun.last == .report)
    let next = state.search(second, from: 0, rowCount: 1_000)
    #expect(next.prefix(2) == [.stop(job: 1), .stop(job: 2)])
    #expect(next.contains(.begin(.init(number: 3, rows: 0..<256, query: second))))
    // A late report of an ended search is ignored.
    let range = CellTextRange(text: 0, utf16Range: 0..<3)
    let late = FindState.Report(
      job: 1, searchedCount: 256, found: [FoundRows.Row(offset: 0, ranges: [range])])
    #expect(state.ended([late]).isEmpty && state.found?.matchCount == 0)
    #expect(
      state.search(nil, from: 0, rowCount: 1_000).prefix(2) == [.stop(job: 3), .stop(job: 4)])
    #expect(state.progress == nil)
  }

  @Test func matchesStayThroughUpdates() throws {
    for seed in UInt64(1)...12 {
      var random = SeededGenerator(seed: seed)
      var rows = Array(0..<400)
      let bench = try bench(rows, seed: seed)
      bench.list.findQuery = TextQuery("needle")
      var next = 400
      for _ in 0..<20 {
        switch Int.random(in: 0..<5, using: &random) {
        case 0: rows.insert(next, at: Int.random(in: 0...rows.count, using: &random))
        case 1: rows.remove(at: Int.random(in: 0..<rows.count, using: &random))
        case 2: rows.insert(contentsOf: next..<next + 40, at: 0)
        case 3: bench.list.findNext()
        default: bench.list.findPrevious()
        }
        next += 40
        bench.list.update(with: model(rows))
        if random.oneIn(2) { for _ in 0..<5 { bench.machine.step() } } else { bench.settle() }
      }
      bench.settle()
      let all = expected("needle", rows)
      #expect(bench.list.findProgress?.count == all.count, "seed \(seed)")
      #expect(bench.list.findProgress?.isComplete == true, "seed \(seed)")
      bench.list.findNext()
      bench.settle()
      let match = try #require(current(bench))
      let number = try #require(bench.list.findProgress?.current)
      #expect(all[number - 1] == match, "seed \(seed)")
      let place = try seen(bench)
      #expect(place.lowerBound >= -0.01 && place.upperBound <= 200.01, "seed \(seed)")
      bench.list.setEnvironment(LayoutEnvironment(width: 150))
      bench.settle()
      #expect(bench.list.findProgress?.count == all.count && bench.host.faults.isEmpty)
    }
  }

  /// A host that attaches later shows the same matches.
  @Test func anotherHostGoesOn() throws {
    let bench = try bench(0..<100)
    bench.list.findQuery = TextQuery("needle")
    bench.settle()
    let host = RecordingHost()
    host.length = 200
    bench.list.attach(host)
    bench.settle()
    #expect(bench.list.findProgress?.count == expected("needle", 0..<100).count)
    bench.list.findNext()
    bench.settle()
    #expect(bench.list.findProgress?.current != nil && host.faults.isEmpty)
  }
}
