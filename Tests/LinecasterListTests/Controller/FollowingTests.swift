import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Lists that keep their end in view, and load more at both ends.
@Suite(.timeLimit(.minutes(60))) @MainActor struct FollowingTests {
  private struct Outage: Error {}

  /// A list of messages follows the newest until the reader scrolls away.
  @Test func followsTheEndUnlessTheReaderScrollsAway() throws {
    for seed in UInt64(1)...20 {
      let host = RecordingHost()
      host.length = 100
      let bench = try SimulatedBench(host, seed: seed)
      var random = SeededGenerator(seed: seed)
      var rows = 0..<40
      for round in 0..<25 {
        let wasAtEnd = host.offset >= bench.list.snapshot.geometry.totalHeight - 100 - 1
        let before = topRow(of: bench)
        rows =
          Int.random(in: 0..<3, using: &random) == 0
          ? rows.lowerBound - 5..<rows.upperBound : rows.lowerBound..<rows.upperBound + 2
        bench.list.update(with: plates(rows), anchor: .end)
        bench.settle()
        let end = max(0, bench.list.snapshot.geometry.totalHeight - 100)
        if wasAtEnd || round == 0 {
          #expect(host.offset == end, "seed \(seed), round \(round)")
        } else {
          #expect(topRow(of: bench) == before, "seed \(seed), round \(round)")
        }
        let place = Double.random(in: 0...1, using: &random)
        host.scroll(to: place < 0.5 ? end : (end * place).rounded())
        bench.list.viewportDidChange()
        bench.settle()
      }
      #expect(host.faults.isEmpty)
    }
  }

  /// The row at the top and its position.
  private func topRow(of bench: SimulatedBench<RecordingHost>) -> [String] {
    let snapshot = bench.list.snapshot
    guard let row = snapshot.geometry.row(at: bench.host.offset),
      let identity = snapshot.identity(ofRow: row), let frame = snapshot.frame(ofRow: row)
    else { return [] }
    return ["\(identity)", "\((frame.minY - bench.host.offset).rounded())"]
  }

  @Test func aViewportOfAnotherLengthStaysAtTheEnd() throws {
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 3)
    bench.list.update(with: plates(0..<40), anchor: .end)
    bench.settle()
    let total = bench.list.snapshot.geometry.totalHeight
    for length in [60.0, 140, 30] {
      host.length = length
      bench.list.viewportDidChange()
      bench.settle()
      #expect(host.offset == total - length)
    }
    host.scroll(to: 10)
    bench.list.viewportDidChange()
    host.length = 80
    bench.list.viewportDidChange()
    bench.settle()
    #expect(host.offset == 10)
  }

  /// With another anchor, a list at its end keeps its offset.
  @Test func onlyAListThatFollowsItsEndDoes() throws {
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 3)
    bench.list.update(with: plates(0..<40))
    bench.settle()
    host.scroll(to: bench.list.snapshot.geometry.totalHeight - 100)
    let offset = host.offset
    bench.list.viewportDidChange()
    bench.list.update(with: plates(0..<50))
    bench.settle()
    host.length = 60
    bench.list.viewportDidChange()
    bench.settle()
    #expect(host.offset == offset)
  }

  /// Loading pages of ten rows above and below leaves the visible rows in place.
  @Test func loadsAtBothEnds() throws {
    let host = RecordingHost()
    host.length = 60
    let bench = try SimulatedBench(host, seed: 5)
    let (list, machine) = (bench.list, bench.machine)
    let loads = Log<ListEdge>()
    let rows = Log<Range<Int>>()
    rows.add(100..<110)
    func model(_ rows: Range<Int>) -> TableModel {
      var model = plates(rows)
      model.loadState = rows.upperBound < 130 ? .ready : .idle
      model.loadStateAtStart = rows.lowerBound > 70 ? .ready : .idle
      return model
    }
    func load(_ edge: ListEdge, _ done: @escaping @MainActor @Sendable ((any Error)?) -> Void) {
      loads.add(edge)
      machine.delivery.send(after: .milliseconds(30)) {
        guard let last = rows.entries.last else { return }
        let next =
          edge == .start
          ? last.lowerBound - 10..<last.upperBound : last.lowerBound..<last.upperBound + 10
        rows.add(next)
        list.update(with: model(next))
        done(nil)
      }
    }
    list.onNearStart(.rows(1)) { load(.start, $0) }
    list.onNearEnd(.rows(1)) { load(.end, $0) }
    list.update(with: model(100..<110))
    bench.settle()
    // The start is visible at first; rows inserted above do not move it.
    #expect(loads.entries == [.start] && topRow(of: bench).first == "\(RowIdentity(100))")
    host.scroll(to: bench.list.snapshot.geometry.totalHeight - 60)
    list.viewportDidChange()
    bench.settle()
    #expect(loads.entries == [.start, .end])
    for _ in 0..<4 {
      host.scroll(to: 0)
      list.viewportDidChange()
      bench.settle()
    }
    #expect(loads.entries == [.start, .end, .start, .start])
    #expect(rows.entries.last == 70..<120 && host.faults.isEmpty)
  }

  @Test func anErrorAtTheStartIsToldThereAndTriedAgain() throws {
    let host = RecordingHost()
    host.length = 60
    var options = AutoDiffController.Options()
    options.stateRows = .words(
      empty: "Nothing", loading: "Loading", retry: "Again", failed: { _ in "Failed" })
    let bench = try SimulatedBench(host, seed: 5, options: options)
    let list = bench.list
    let loads = Log<Int>()
    list.onNearStart { [weak list] done in
      loads.add(1)
      if loads.entries.count == 1 { return done(Outage()) }
      list?.update(with: plates(0..<20))
      done(nil)
    }
    var model = plates(10..<20)
    model.loadStateAtStart = .ready
    list.update(with: model)
    bench.settle()
    #expect(loads.entries.count == 1)
    #expect(host.shown.loadStateAtStart.error is Outage && host.shown.loadState == .idle)
    #expect(host.shown.sections.first?.identifier == StateRows.section(at: .start))
    let row = try #require(list.snapshot.identity(ofRow: 0))
    #expect(list.tap(row))
    bench.settle()
    #expect(loads.entries.count == 2 && host.shown == plates(0..<20))
  }
}
