import LinecasterBase
import LinecasterCells
import LinecasterDiff
import LinecasterListSupport
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterList

/// Updates are shown as soon as the rows that will be visible are measured (A32, A48, A49, A51,
/// A60, A62, A63, A64, A65, A66).
@Suite(.timeLimit(.minutes(60))) @MainActor struct VisibleFirstTests {
  private func bench(
    length: Double = 50, _ options: AutoDiffController.Options = .init()
  ) throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = length
    return try SimulatedBench(host, seed: 3, options: options)
  }

  @Test func manyRowsAreShownWhenAFewAreMeasured() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<100_000))
    while bench.host.generations.isEmpty { bench.machine.step() }
    let measured = bench.pipeline.statistics.rowsMeasured
    #expect((1...20).contains(measured), "\(measured) rows measured before the batch")
    let snapshot = try #require(bench.host.snapshot)
    let visible = snapshot.geometry.rows(in: 0..<50)
    #expect(visible.allSatisfy { snapshot.geometry.isMeasured($0) })
    #expect(snapshot.geometry.measuredCount < 20 && snapshot.rowCount == 100_000)
  }

  @Test func rowsThatAreNotMeasuredAreTakenToBeLikeThoseThatAre() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<1_000) { _ in 7 })
    while bench.host.generations.isEmpty { bench.machine.step() }
    let first = try #require(bench.host.snapshot)
    #expect(first.geometry.measuredCount < 40)
    #expect(first.geometry.totalHeight == 7_000)
    bench.list.update(with: plates(0..<2_000) { _ in 7 })
    while bench.host.generations.count < 2 { bench.machine.step() }
    #expect(bench.host.snapshot?.geometry.totalHeight == 14_000)
  }

  @Test func completeUpdatesWaitForAllRows() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<300), policy: .complete)
    while bench.host.generations.isEmpty { bench.machine.step() }
    #expect(bench.host.snapshot?.geometry.measuredCount == 300)
  }

  @Test func theRestIsMeasuredWhileThereIsNothingElseToDo() throws {
    let bench = try bench()
    func height(_ row: Int) -> Double { Double(5 + row % 13) }
    bench.list.update(with: plates(0..<1_000) { height($0) })
    bench.settle()
    #expect(bench.list.isSettled)
    #expect(bench.list.snapshot.geometry.measuredCount == 1_000)
    let total = (0..<1_000).map(height).reduce(0, +)
    #expect(bench.list.snapshot.geometry.totalHeight == total)
  }

  @Test func restIsLeftAloneWhereItIsNotWanted() throws {
    var options = AutoDiffController.Options()
    options.measuresIdly = false
    let bench = try bench(options)
    bench.list.update(with: plates(0..<1_000))
    bench.settle()
    #expect(bench.list.snapshot.geometry.measuredCount < 40)
  }

  private func bench(
    _ options: AutoDiffController.Options
  ) throws -> SimulatedBench<RecordingHost> { try bench(length: 50, options) }

  @Test func onlyWhatChangedIsMeasuredAgain() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<500))
    bench.settle()
    let before = bench.pipeline.statistics
    var model = plates(0..<500)
    for row in [3, 4, 499] {
      model.sections[0].items[row].cell = AnyCell(PlateCell(number: 7_000 + row))
    }
    model.sections[0].items.swapAt(10, 400)
    bench.list.update(with: model)
    bench.settle()
    let after = bench.pipeline.statistics
    #expect(after.rowsMeasured - before.rowsMeasured == 3)
    #expect(bench.host.batches.last?.changes.itemUpdates.count == 3)
    #expect(bench.host.batches.last?.changes.itemMoves.count == 2)
    #expect(bench.list.snapshot.geometry.measuredCount == 500)
  }

  @Test func heightsThatAreKnownAreNotEstimated() throws {
    let bench = try bench()
    let model = plates(0..<150) { Double(5 + $0 % 13) }
    bench.list.update(with: model)
    bench.settle()
    let host = RecordingHost()
    host.length = 50
    let other = AutoDiffController(
      pipeline: bench.pipeline, environment: bench.list.environment, host: host,
      delivery: bench.machine.delivery)
    other.update(with: model)
    while host.generations.isEmpty { bench.machine.step() }
    #expect(host.snapshot?.geometry.measuredCount == 150)
    #expect(host.snapshot?.geometry.totalHeight == bench.list.snapshot.geometry.totalHeight)
  }

  @Test func aChangeOfNothingButTheLoadStateIsApplied() throws {
    let bench = try bench()
    bench.list.update(with: plates(0..<3))
    bench.settle()
    var model = plates(0..<3)
    model.loadState = .loading
    bench.list.update(with: model)
    bench.settle()
    #expect(bench.host.generations == [1, 2])
    #expect(bench.host.snapshot?.model.loadState == .loading)
    #expect(bench.host.batches.last?.changes.isEmpty == true)
  }

  @Test func emptyAndFullReplaceEachOther() throws {
    let bench = try bench()
    for model in [plates(0..<5), TableModel(), plates(3..<9), TableModel(items: []), plates([1])] {
      bench.list.update(with: model)
      bench.settle()
      #expect(bench.host.shown == model)
    }
    #expect(bench.host.batches.allSatisfy { $0.replacesAll })
    #expect(bench.host.faults.isEmpty)
  }

  @Test func whatIsAppliedNowIsShownNow() throws {
    let bench = try bench()
    let late = bench.list.update(with: plates(0..<9))
    let handle = bench.list.applyNow(plates(0..<4))
    #expect(handle.currentOutcome?.name == "applied 2")
    #expect(late.currentOutcome?.name == "superseded by 2")
    #expect(bench.host.shown == plates(0..<4))
    bench.settle()
    #expect(bench.host.pixels.count == 4 && bench.host.faults.isEmpty)
  }

  /// Alternating both kinds of update ends with the last one, and every batch is valid (A65).
  @Test func bothWaysOfUpdatingGoTogether() async throws {
    let seed = TestSettings.seed
    var generator = ModelGenerator(seed: seed) { AnyCell(PlateCell(number: $0)) }
    let bench = try bench()
    var model = generator.model()
    for round in 0..<300 {
      // Yields the main actor to other tests, which may take long.
      if round % 20 == 0 { await Task.yield() }
      model = generator.successor(of: model)
      if generator.random.oneIn(2) {
        bench.list.applyNow(model)
      } else {
        bench.list.update(with: model)
      }
      for _ in 0..<Int.random(in: 0...5, using: &generator.random) { bench.machine.step() }
    }
    bench.settle()
    #expect(bench.host.faults.isEmpty, "LINECASTER_SEED=\(seed)")
    #expect(bench.host.shown == model, "LINECASTER_SEED=\(seed)")
  }

  @Test func rowsHaveTheLeastHeightAndTheGreatestWidth() throws {
    var options = AutoDiffController.Options()
    options.metrics = RowMetrics(minimumHeight: 30, maximumContentWidth: 60)
    let bench = try bench(length: 200, options)
    bench.list.update(with: plates(0..<3))
    bench.settle()
    #expect(bench.list.frame(of: 1) == Rect(x: 20, y: 30, width: 60, height: 30))
    #expect(bench.host.pixels[.init(1)]?.image?.size.width == 60)
  }

  @Test func aNewWidthKeepsWhatIsSeenAndMeasuresItFirst() throws {
    let bench = try bench()
    let height = { (number: Int) in Double(10 + number % 7) }
    bench.list.update(with: plates(0..<2_000, height: height))
    bench.settle()
    let top = bench.list.snapshot.geometry.offset(ofRow: 900)
    bench.host.scroll(to: top + 3)
    bench.list.viewportDidChange()
    bench.settle()
    bench.list.setEnvironment(LayoutEnvironment(width: 50))
    while bench.host.generations.count < 2 { bench.machine.step() }
    let snapshot = try #require(bench.host.snapshot)
    #expect(snapshot.geometry.measuredCount < 40)
    #expect(snapshot.geometry.row(at: bench.host.offset) == 900)
    bench.settle()
    #expect(bench.list.snapshot.geometry.row(at: bench.host.offset) == 900)
    #expect(bench.list.snapshot.geometry.measuredCount == 2_000)
  }

  private struct NoteCell: Cell {
    let note: String
    func body(in environment: LayoutEnvironment) -> some Layout { Text(note) }
  }

  /// A new text size is measured like a new width: visible rows first, which stay in place.
  @Test func largerLettersComeWhereTheyAreSeen() throws {
    let bench = try bench()
    bench.list.update(
      with: TableModel(
        items: (0..<300).map { TableItem(.number($0), cell: NoteCell(note: "Note \($0)")) }))
    bench.settle()
    let small = bench.list.snapshot.geometry
    bench.host.scroll(to: small.offset(ofRow: 200))
    bench.list.viewportDidChange()
    bench.settle()
    var larger = bench.list.environment
    larger.fonts = FontPreference(scale: 2)
    bench.list.setEnvironment(larger)
    while bench.host.generations.count < 2 { bench.machine.step() }
    let first = try #require(bench.host.snapshot)
    #expect(first.geometry.measuredCount < 40)
    #expect(first.geometry.row(at: bench.host.offset) == 200)
    bench.settle()
    let large = bench.list.snapshot.geometry
    #expect(large.measuredCount == 300 && large.row(at: bench.host.offset) == 200)
    #expect(large.height(ofRow: 0) > 1.8 * small.height(ofRow: 0))
    #expect(bench.list.snapshot.environment.fonts.scale == 2)
  }
}
