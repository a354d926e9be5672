import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import Testing

@testable import LinecasterList

/// A new host starts at the reader's place in the previous one.
@Suite(.timeLimit(.minutes(60))) @MainActor struct NewHostTests {
  private let height = { (number: Int) in Double(8 + abs(number) * 7 % 23) }

  private func host(_ length: Double) -> RecordingHost {
    let host = RecordingHost()
    host.length = length
    return host
  }

  private func bench(
    _ rows: Range<Int> = 0..<400, anchor: Anchor = .firstVisible, seed: UInt64 = 6
  ) throws -> SimulatedBench<RecordingHost> {
    let bench = try SimulatedBench(host(100), seed: seed)
    bench.list.update(with: plates(rows, height: height), anchor: anchor)
    bench.settle()
    return bench
  }

  private func scroll(_ bench: SimulatedBench<RecordingHost>, to offset: Double) {
    bench.host.scroll(to: offset)
    bench.list.viewportDidChange()
    bench.settle()
  }

  /// The distance of a row from the top of a host.
  private func place(_ number: Int, _ list: AutoDiffController, _ host: RecordingHost) -> Double? {
    list.frame(of: .number(number)).map { $0.minY - host.offset }
  }

  @Test(arguments: [100, 40, 260]) func startsAtTheRowThatWasRead(length: Double) throws {
    let bench = try bench()
    scroll(bench, to: 3_003)
    let row = try #require(bench.list.snapshot.geometry.row(at: 3_003))
    let before = try #require(place(row, bench.list, bench.host))
    let next = host(length)
    bench.list.attach(next)
    bench.settle()
    #expect(place(row, bench.list, next) == before && next.faults.isEmpty)
    #expect(next.batches.first?.offset == next.offset && next.shown == bench.host.shown)
    #expect(next.pixels[RowIdentity(.number(row))] != nil)
  }

  /// Heights are already known, so nothing is measured again.
  @Test func keepsTheHeightsOfRows() throws {
    let bench = try bench()
    scroll(bench, to: 3_003)
    let measured = bench.pipeline.statistics.rowsMeasured
    bench.list.attach(host(100))
    bench.settle()
    #expect(bench.list.snapshot.geometry.measuredCount == 400)
    #expect(bench.pipeline.statistics.rowsMeasured == measured)
  }

  @Test func aListAtItsEndGoesOnToFollowIt() throws {
    let bench = try bench(anchor: .end)
    let next = host(60)
    bench.list.attach(next)
    bench.settle()
    let total = bench.list.snapshot.geometry.totalHeight
    #expect(total > 1_000 && next.offset == total - 60)
    // The new host follows the end too: here it becomes shorter.
    next.length = 30
    bench.list.viewportDidChange()
    bench.settle()
    #expect(next.offset == total - 30)
    bench.list.update(with: plates(0..<420, height: height), anchor: .end)
    bench.settle()
    #expect(next.offset == bench.list.snapshot.geometry.totalHeight - 30)
  }

  @Test func aListThatFollowsItsEndAndWasScrolledAwayStartsThere() throws {
    let bench = try bench(anchor: .end)
    scroll(bench, to: 2_000)
    let row = try #require(bench.list.snapshot.geometry.row(at: 2_000))
    let before = try #require(place(row, bench.list, bench.host))
    let next = host(100)
    bench.list.attach(next)
    bench.settle()
    #expect(place(row, bench.list, next) == before)
  }

  /// While there is no host, rows are inserted above, or the row at the top is deleted.
  @Test func updatesWithoutAHostKeepThePlace() throws {
    let rows = Array(0..<400)
    let cases = [(Array(-50..<0) + rows, 150), (rows, 150), (rows.filter { $0 != 150 }, 151)]
    for (rows, expected) in cases {
      let bench = try bench()
      scroll(bench, to: try #require(bench.list.frame(of: 150)).minY)
      let before = try #require(place(expected, bench.list, bench.host))
      bench.list.detach()
      bench.list.update(with: plates(rows, height: height))
      bench.settle()
      let next = host(100)
      bench.list.attach(next)
      bench.settle()
      let after = try #require(place(expected, bench.list, next))
      #expect(abs(after - before) <= 1 && next.shown == plates(rows, height: height))
    }
  }

  @Test func anotherWidthKeepsThePlace() throws {
    let bench = try bench()
    scroll(bench, to: try #require(bench.list.frame(of: 150)).minY)
    bench.list.detach()
    bench.list.setEnvironment(LayoutEnvironment(width: 60))
    let next = host(100)
    bench.list.attach(next)
    bench.settle()
    #expect(place(150, bench.list, next) == 0)
    #expect(bench.list.snapshot.environment.width == 60)
  }

  /// Hosts replace each other faster than updates land.
  @Test(arguments: 0..<20) func aHostThatComesAndGoesAtOnceChangesNothing(steps: Int) throws {
    let bench = try bench(seed: UInt64(steps))
    scroll(bench, to: try #require(bench.list.frame(of: 150)).minY)
    bench.list.attach(host(70))
    for _ in 0..<steps { bench.machine.step() }
    let next = host(100)
    bench.list.attach(next)
    bench.settle()
    #expect(place(150, bench.list, next) == 0)
  }

  @Test func theFirstHostAndAListWithNothingInCommonStartWhereTheHostIs() throws {
    let first = host(100)
    first.scroll(to: 500)
    let bench = try SimulatedBench(first, seed: 2)
    bench.list.update(with: plates(0..<400))
    bench.settle()
    #expect(first.offset == 500)
    bench.list.detach()
    bench.list.update(with: plates(1_000..<1_400))
    let next = host(100)
    next.scroll(to: 300)
    bench.list.attach(next)
    bench.settle()
    #expect(next.offset == 300)
  }
}
