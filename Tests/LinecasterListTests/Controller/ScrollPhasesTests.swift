import LinecasterBase
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// The host scrolls; the list only learns the viewport and its velocity.
@Suite(.timeLimit(.minutes(60))) @MainActor struct ScrollPhasesTests {
  private func bench() throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = 40
    let bench = try SimulatedBench(host, seed: 8)
    bench.list.update(with: plates(0..<100))
    bench.settle()
    return bench
  }

  private func shown(_ bench: SimulatedBench<RecordingHost>) -> Range<Int>? {
    let rows = bench.host.pixels.keys.compactMap { bench.list.row(of: $0) }.sorted()
    guard let first = rows.first, let last = rows.last else { return nil }
    #expect(rows == Array(first...last))
    return first..<last + 1
  }

  /// Seed row A52: scrolling and the background belong to the host. It knows the height of all
  /// rows, may bounce at both ends, and is scrolled only to hold rows in place.
  @Test func listsMayBounceOverBothEnds() throws {
    let bench = try bench()
    #expect(bench.list.snapshot.geometry.totalHeight == 1_000)
    for (offset, rows) in [(-30.0, 0..<1), (-200, 0..<0), (0, 0..<4), (985, 98..<100)] {
      bench.host.scroll(to: offset)
      bench.list.viewportDidChange()
      bench.settle()
      #expect(bench.host.offset == offset)
      #expect(rows.allSatisfy { bench.host.pixels[RowIdentity(.number($0))] != nil })
    }
    #expect(bench.host.faults.isEmpty)
  }

  /// Seed row A54: a drag shows in the host's velocity. Rows are prepared ahead of a drag, then
  /// behind when it turns, and after it ends as for its last direction.
  @Test func rowsAreMadeReadyWhereTheHostIsDragged() throws {
    let bench = try bench()
    bench.host.scroll(to: 500)
    var ready: [Range<Int>?] = []
    for velocity in [90.0, 0, -90, 0] {
      bench.host.velocity = velocity
      bench.list.viewportDidChange()
      bench.settle()
      ready.append(shown(bench))
    }
    // A screen of four rows ahead, half a screen behind; rows further behind are kept a while.
    #expect(ready == [48..<58, 48..<58, 46..<58, 46..<58])
  }
}
