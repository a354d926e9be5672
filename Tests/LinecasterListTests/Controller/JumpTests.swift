import LinecasterBase
import LinecasterCells
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Jumps into rows that were never measured.
@Suite(.timeLimit(.minutes(60))) @MainActor struct JumpTests {
  private func bench(seed: UInt64, rows: Int = 3_000) throws -> SimulatedBench<OnScreenHost> {
    var options = AutoDiffController.Options()
    options.measuresIdly = false
    options.output = .arrangements
    let bench = try SimulatedBench(OnScreenHost(length: 600), seed: seed, options: options)
    bench.list.update(with: plates(0..<rows) { [6.0, 20, 44, 90, 300, 2_000][$0 * 7 % 41 / 7] })
    bench.settle()
    return bench
  }

  private func jump(_ bench: SimulatedBench<OnScreenHost>, to offset: Double) {
    bench.host.scroll(to: offset)
    bench.list.viewportDidChange()
  }

  /// The host checks each correction: no row that it shows moves.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func rowsThatAreShownStayWhereTheyAre(seed: UInt64) async throws {
    let bench = try bench(seed: seed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<12 {
      // Yields the main actor to other tests.
      await Task.yield()
      let total = try #require(bench.host.snapshot).geometry.totalHeight
      jump(bench, to: Double.random(in: 0...total * 0.7, using: &random))
      for _ in 0..<Int.random(in: 0...20, using: &random) { bench.machine.step() }
      jump(bench, to: max(0, bench.host.offset + Double.random(in: -400...400, using: &random)))
      for _ in 0..<Int.random(in: 0...20, using: &random) { bench.machine.step() }
    }
    bench.settle()
    #expect(bench.host.faults.first == nil)
    #expect(bench.host.setOffsetCount > 12)
    #expect(bench.host.faultAtRest(of: bench.list) == nil)
  }

  /// Rows are shown from the top without a gap, in any order in which workers finish.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func rowsAreShownWithoutGaps(seed: UInt64) throws {
    let bench = try bench(seed: seed)
    jump(bench, to: 20_000)
    var counts: Set<Int> = []
    while bench.machine.step() {
      let snapshot = bench.list.snapshot
      let shown = bench.host.visible.map { row in
        snapshot.identity(ofRow: row).map { bench.host.pixels[$0] != nil } ?? false
      }
      counts.insert(shown.count(where: \.self))
      #expect(shown.drop(while: \.self).allSatisfy { !$0 })
    }
    #expect(counts.count > 1 && bench.list.isIdle)
  }

  /// Rows below a slow row wait for it, for a tenth of a second at most.
  @Test func aSlowRowKeepsOthersWaitingForATenthOfASecondAtMost() throws {
    let now = Duration.milliseconds(500)
    var held = HeldRows()
    let snapshot = TableSnapshot(plates(0..<4))
    held.add([try prepared(2, snapshot, since: now)])
    let first = held.nextLook(now, visible: 0..<4)
    #expect(first == HeldRows.limit)
    // The next look is already scheduled for that time.
    held.add([try prepared(3, snapshot, since: now + .milliseconds(10))])
    let second = held.nextLook(now + .milliseconds(10), visible: 0..<4)
    let taken = held.take { $0.row == 2 }
    let third = held.nextLook(now + HeldRows.limit, visible: 0..<4)
    #expect(second == nil && taken.count == 1 && third == .milliseconds(10))
    // Rows out of sight may wait.
    let last = held.nextLook(now + .seconds(1), visible: 0..<3)
    #expect(last == nil)
  }

  private func prepared(
    _ row: Int, _ snapshot: TableSnapshot, since: Duration
  ) throws -> PreparedRow {
    let cell = AnyCell(PlateCell(number: row))
    let image = CellImage(
      bitmap: try Bitmap(width: 1, height: 1), size: Size(width: 1, height: 1), scale: .one)
    let key = MeasurementKey(cell, snapshot.environment)
    return PreparedRow(
      row: row,
      displayed: DisplayedRow(
        identity: RowIdentity(.number(row)), kind: cell.reuseKind, content: .bitmap(image),
        key: key),
      missingImages: [],
      job: RowJob(
        number: row, purpose: .range, generation: 1, rows: row..<row + 1, keys: [key],
        isForShow: true, band: .visible),
      since: since)
  }
}
