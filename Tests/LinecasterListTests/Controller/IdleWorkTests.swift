import Foundation
import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterList

/// Idle measuring of rows far from the viewport, which yields to visible rows.
@Suite(.timeLimit(.minutes(60))) @MainActor struct IdleWorkTests {
  /// A row that takes longer to lay out than the time limit of idle work.
  private struct SlowCell: Cell {
    let number: Int

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      Thread.sleep(forTimeInterval: 0.003)
      return Box(.black, size: Size(width: 10, height: 10 + Double(number % 7))).node
    }
  }

  /// In a viewport of ten points, nearly all rows are far from sight.
  @Test func slowRowsGiveWayToOthersAndAreAllMeasured() async throws {
    var options = PrecomputePipeline.Options()
    options.workerCount = 1
    let trace = PipelineTrace()
    options.trace = trace
    let bench = try ThreadBench(HeadlessHost(.points(10)), options: options)
    let model = TableModel(
      items: (0..<80).map { TableItem(.number($0), cell: SlowCell(number: $0)) })
    try bench.list.update(with: model)
    try await bench.settle()
    let snapshot = try bench.list.snapshot
    #expect(snapshot.geometry.measuredCount == 80)
    #expect((0..<80).allSatisfy { snapshot.geometry.height(ofRow: $0) == 10 + Double($0 % 7) })
    let pieces = trace.spans.count { $0.name == .measure && $0.band == .idle }
    let rows = trace.spans.count { $0.name == .layOut && $0.band == .idle }
    #expect(rows > 40 && pieces == rows, "\(pieces) pieces of work for \(rows) rows")
  }

  /// A row of long text that calls a closure when its layout begins.
  private struct LongCell: Cell {
    final class Probe: Hashable, Sendable {
      let whenBegun = Mutex<(@Sendable (MeasurementKey) -> Void)?>(nil)
      static func == (left: Probe, right: Probe) -> Bool { left === right }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    static let words = String(repeating: "some words to be laid out ", count: 4_000)
    let probe: Probe

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      probe.whenBegun.withLock { $0 }?(MeasurementKey(AnyCell(self), environment))
      return Text(Self.words).node
    }
  }

  /// Visible work arrives each time the only worker begins a long idle row, and is done before that
  /// row is. The row yields twice; then it continues, while another thread does the visible work.
  @Test func longRowsMakeRoomAndAreMeasuredAllTheSame() async throws {
    var options = PrecomputePipeline.Options()
    options.workerCount = 1
    let bench = try ThreadBench(HeadlessHost(.points(10)), options: options)
    let probe = LongCell.Probe()
    let (wasKnown, wasDone) = (Log<Bool>(), DispatchSemaphore(value: 0))
    let begun = Mutex(0)
    probe.whenBegun.withLock {
      // Caches keep the cell, and with it this closure.
      $0 = { [weak pipeline = bench.pipeline] key in
        guard let pipeline else { return }
        pipeline.work.enqueue(.visible) {
          wasKnown.add(pipeline.cells.caches.sizes.peek(key) != nil)
          wasDone.signal()
        }
        let count = begun.withLock { count in
          count += 1
          return count
        }
        guard count == 3 else { return }
        for _ in 0..<count { _ = wasDone.wait(timeout: .now() + 600) }
      }
    }
    var model = plates(0..<80)
    model.sections[0].items[60].cell = AnyCell(LongCell(probe: probe))
    try bench.list.update(with: model)
    try await bench.settle()
    #expect(try bench.list.snapshot.geometry.measuredCount == 80)
    #expect(wasKnown.entries == [false, false, false])
  }

  /// Many long rows at once would keep the processors from visible work: while one continues, the
  /// others yield, however often they have done it before.
  @Test nonisolated func oneLongRowGoesOnAtATime() async throws {
    var options = PrecomputePipeline.Options()
    options.workerCount = 1
    let pipeline = try ThreadBench<HeadlessHost>.pipeline(options)
    let (began, didYield) = (Log<Bool>(), Log<Bool>())
    let mayEnd = DispatchSemaphore(value: 0)
    defer { mayEnd.signal() }
    let (first, second) = (LongCell.Probe(), LongCell.Probe())
    first.whenBegun.withLock {
      $0 = { _ in
        began.add(true)
        mayEnd.wait()
      }
    }
    second.whenBegun.withLock { $0 = { [weak pipeline] _ in pipeline?.work.enqueue(.visible) {} } }
    var model = plates(0..<2)
    model.sections[0].items[0].cell = AnyCell(LongCell(probe: first))
    model.sections[0].items[1].cell = AnyCell(LongCell(probe: second))
    let snapshot = TableSnapshot(model)
    func measure(_ row: Int) {
      let request = RowsRequest(
        rows: row..<row + 1, snapshot: snapshot, output: nil,
        context: WorkContext(token: CancellationToken(), generation: 1, band: .idle),
        yieldsWithinRows: false)
      _ = pipeline.prepare(request) { didYield.add($0.didYield) }
    }
    measure(0)
    try await began.wait { !$0.isEmpty }
    measure(1)
    try await didYield.wait { $0 == [true] }
    mayEnd.signal()
    try await didYield.wait { $0 == [true, false] }
  }

  @Test nonisolated func whatCanBeSeenGoesBeforeWhatIsWantedLater() async throws {
    var options = PrecomputePipeline.Options()
    options.workerCount = 1
    let pipeline = try ThreadBench<HeadlessHost>.pipeline(options)
    let mayGo = DispatchSemaphore(value: 0)
    defer { mayGo.signal() }
    pipeline.work.enqueue(.visible) { mayGo.wait() }
    let (log, snapshot) = (Log<WorkBand>(), TableSnapshot(plates(0..<4)))
    for (row, band) in WorkBand.allCases.reversed().enumerated() {
      let context = WorkContext(token: CancellationToken(), generation: 1, band: band)
      let request = RowsRequest(
        rows: row..<row + 1, snapshot: snapshot, output: nil, context: context)
      _ = pipeline.prepare(request) { _ in log.add(band) }
    }
    mayGo.signal()
    try await log.wait { $0 == WorkBand.allCases }
  }

  /// Measuring continues from the scroll position at which the measured heights are delivered.
  @Test func measuringGoesOnWhereverTheListHasBeenScrolledTo() throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let bench = try SimulatedBench(
        OnScreenHost(length: 40), seed: UInt64.random(in: 0...99, using: &random))
      bench.list.update(with: plates(0..<300) { 10 + Double($0 % 7) })
      while bench.machine.step() {
        let step = Double.random(in: -80...80, using: &random)
        bench.host.scroll(to: min(max(0, bench.host.offset + step), 2_500))
      }
      #expect(
        bench.list.snapshot.geometry.measuredCount == 300, "LINECASTER_SEED=\(seed)")
    }
  }

  @Test(arguments: [(0, 1), (1, 1), (2, 2), (3, 2), (8, 7)])
  nonisolated func aProcessorIsLeftToTheMainThread(processors: Int, workers: Int) {
    #expect(PrecomputePipeline.Options.workerCount(processors: processors) == workers)
  }
}
