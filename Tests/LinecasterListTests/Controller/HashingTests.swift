import LinecasterBase
import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Cells may be large, so only workers hash them.
@Suite(.timeLimit(.minutes(60))) @MainActor struct HashingTests {
  /// A cell that records the thread on which it is hashed.
  private struct LargeCell: Cell {
    let number: Int
    let hashes: Log<Bool>

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) {
      hashes.add(SimulatedMachine.isWorking)
      hasher.combine(number)
    }

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      let depth = number % 50 == 7 ? LayoutNode.maximumDepth + 1 : 0
      let box = Box(.black, size: Size(width: 9, height: Double(9 + number % 13))).node
      return (0..<depth).reduce(box) { node, _ in LayoutNode(.stack([node])) }
    }
  }

  private func model(_ numbers: Range<Int>, _ hashes: Log<Bool>) -> TableModel {
    TableModel(
      items: numbers.map {
        TableItem(.number($0), cell: LargeCell(number: $0, hashes: hashes))
      })
  }

  /// Jumps, updates in progress, refreshed rows and rows that cannot be laid out.
  @Test(arguments: 0..<10 as Range<UInt64>) func theMainActorHashesNoCell(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let host = RecordingHost()
    host.length = 120
    var options = AutoDiffController.Options()
    options.measuresIdly = seed % 2 == 0
    let bench = try SimulatedBench(host, seed: seed, options: options)
    let hashes = Log<Bool>()
    bench.list.update(with: model(0..<3_000, hashes))
    for round in 0..<30 {
      for _ in 0..<Int.random(in: 0...30, using: &random) { bench.machine.step() }
      host.scroll(to: Double.random(in: 0...40_000, using: &random))
      bench.list.viewportDidChange()
      if round % 7 == 3 { bench.list.update(with: model(round..<3_000, hashes)) }
      if round % 9 == 5 { bench.list.refreshVisible() }
    }
    bench.settle()
    #expect(!hashes.entries.isEmpty && hashes.entries.allSatisfy { $0 })
    #expect(bench.list.isIdle && !host.pixels.isEmpty && !host.failures.isEmpty)
  }

  /// Trimming memory keeps the rows in range, which it hashes on the calling thread.
  @Test func trimmingKeepsWhatCanBeSeen() throws {
    let host = RecordingHost()
    host.length = 120
    let bench = try SimulatedBench(host, seed: 3)
    bench.list.update(with: plates(0..<500))
    bench.settle()
    bench.pipeline.trimMemory(to: 0)
    let rows = bench.list.snapshot.geometry.rows(in: 0..<120)
    #expect(bench.pipeline.bands.bands.values.count { $0 == .visible } == rows.count)
    let drawn = bench.pipeline.statistics.rowsRasterized
    let other = RecordingHost()
    other.length = 120
    let list = AutoDiffController(
      pipeline: bench.pipeline, environment: bench.list.environment, host: other,
      delivery: bench.machine.delivery)
    list.rangeMode = .visibleOnly
    list.update(with: plates(0..<500))
    while other.pixels.count < rows.count { #expect(bench.machine.step()) }
    #expect(bench.pipeline.statistics.rowsRasterized == drawn)
  }
}
