import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterListSupport
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(60))) @MainActor struct AutoDiffControllerTests {
  private func bench(width: Double = 100) throws -> Workbench<RecordingHost> {
    try Workbench(RecordingHost(), width: width)
  }

  @Test func showsAModelAndItsPixels() throws {
    let bench = try bench()
    let handle = try bench.list.update(with: boxes(1, 2, 3))
    #expect(handle.currentOutcome == nil)
    try bench.settle()
    #expect(handle.currentOutcome?.name == "applied 1")
    #expect(bench.host.shown == boxes(1, 2, 3))
    #expect(Set(bench.host.displayedIdentities) == [.init(1), .init(2), .init(3)])
    #expect(bench.host.faults.isEmpty)
  }

  @Test func newestWins() throws {
    let bench = try SimulatedBench(RecordingHost(), seed: 4)
    let handles = (1...20).map { number in bench.list.update(with: plates(0..<number)) }
    bench.settle()
    #expect(bench.host.shown == plates(0..<20))
    #expect(bench.host.generations.last == 20)
    let names = handles.map { $0.currentOutcome?.name ?? "open" }
    #expect(names.first == "superseded by 2" && names.last == "applied 20")
    // The second update may finish before the newest begins.
    #expect(names.dropFirst(2).dropLast().allSatisfy { $0.hasPrefix("superseded") })
    #expect(bench.host.faults.isEmpty)
  }

  /// Of a hundred redraws of a row in quick succession the last is shown, and nearly all others are
  /// never drawn.
  @Test func ofManyDrawingsFewAreMade() throws {
    for seed: UInt64 in 1...20 {
      let bench = try SimulatedBench(RecordingHost(), seed: seed)
      for number in 0..<100 {
        let cell = PlateCell(number: number, height: 10)
        bench.list.update(with: TableModel(items: [TableItem(.number(0), cell: cell)]))
      }
      bench.settle()
      let last = PlateCell(number: 99, height: 10)
      #expect(bench.host.shown == TableModel(items: [TableItem(.number(0), cell: last)]))
      #expect(bench.pipeline.statistics.rowsRasterized <= 2, "seed \(seed)")
    }
  }

  @Test func cancelledUpdatesNeverShow() throws {
    let bench = try bench()
    let list = try bench.list
    list.update(with: boxes(1))
    try bench.settle()
    let handle = list.update(with: boxes(2))
    handle.cancel()
    #expect(try bench.outcome(of: handle).name == "cancelled")
    try bench.settle()
    #expect(bench.host.shown == boxes(1))
    // A later width does not show it either.
    list.setEnvironment(LayoutEnvironment(width: 50))
    try bench.settle()
    #expect(bench.host.shown == boxes(1))
    #expect(list.snapshot.environment.width == 50)
  }

  @Test func failuresKeepTheListAsItIs() throws {
    let bench = try bench()
    let list = try bench.list
    list.update(with: boxes(1))
    try bench.settle()
    let thrown = list.update { throw Refusal() }
    #expect(try bench.outcome(of: thrown).name == "failed")
    guard case .failed(let error) = thrown.currentOutcome else {
      Issue.record("it has not failed")
      return
    }
    #expect(error is Refusal)

    let item = TableItem("bad", cell: BoxCell(isUnusable: true))
    let unusable = list.update(with: TableModel(items: [item]))
    guard case .failed(let reason) = try bench.outcome(of: unusable) else {
      Issue.record("the row can be arranged")
      return
    }
    #expect("\(reason)".contains("Row bad"))
    #expect(bench.host.shown == boxes(1))
    list.update(with: boxes(2))
    try bench.settle()
    #expect(bench.host.shown == boxes(2))
    #expect(bench.host.faults.isEmpty)
  }

  @Test func waitsForTheHost() throws {
    let bench = try bench()
    let list = try bench.list
    bench.host.answer = .late
    let first = list.update(with: boxes(1))
    try bench.run { !bench.host.open.isEmpty }
    let second = list.update(with: boxes(1, 2))
    let third = list.update(with: boxes(1, 2, 3))
    try bench.run { list.updates.state.ready == 3 }
    // The third update may still be cancelled; then the second is shown.
    #expect(second.currentOutcome == nil)
    #expect(first.currentOutcome == nil && third.currentOutcome == nil)
    bench.host.answer = .twice
    bench.host.finish()
    #expect(first.currentOutcome?.name == "applied 1")
    #expect(second.currentOutcome?.name == "superseded by 3")
    try bench.settle()
    #expect(third.currentOutcome?.name == "applied 3")
    #expect(bench.host.shown == boxes(1, 2, 3))
    #expect(bench.host.faults.isEmpty)
  }

  @Test func goesOnWhereAHostForgetsToAnswer() throws {
    let bench = try bench()
    bench.host.answer = .never
    let first = try bench.list.update(with: boxes(1))
    #expect(try bench.outcome(of: first).name == "applied 1")
    let second = try bench.list.update(with: boxes(2))
    #expect(try bench.outcome(of: second).name == "applied 2")
    #expect(bench.host.faults.isEmpty)
  }

  @Test func tearingDownEndsEverything() throws {
    let bench = try bench()
    let list = try bench.list
    bench.host.answer = .late
    let first = list.update(with: boxes(1))
    try bench.run { !bench.host.open.isEmpty }
    let second = list.update(with: boxes(2))
    let idle = Mutex(0)
    list.whenIdle { idle.withLock { $0 += 1 } }
    list.tearDown()
    #expect(first.currentOutcome?.name == "applied 1")
    #expect(second.currentOutcome?.name == "cancelled")
    #expect(list.update(with: boxes(3)).currentOutcome?.name == "cancelled")
    #expect(idle.withLock { $0 } == 1)
    bench.host.finish()
    list.viewportDidChange()
    list.tearDown()
    bench.machine.run()
    #expect(bench.host.generations == [1])
    #expect(bench.host.displayed.isEmpty)
    #expect(list.isIdle)
  }

  @Test func releasingTheControllerCancels() async throws {
    let bench = try bench()
    let handle = try bench.list.update { boxes(1) }
    weak let controller = bench.controller
    bench.releaseController()
    #expect(controller == nil)
    #expect(handle.currentOutcome?.name == "cancelled")
    #expect(try await handle.outcome.name == "cancelled")
    bench.machine.run()
    #expect(bench.host.generations.isEmpty)
  }

  @Test func goesOnWithoutItsHost() throws {
    let machine = SimulatedMachine(seed: 1)
    var host: RecordingHost? = RecordingHost()
    let list = AutoDiffController(
      pipeline: PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled())), machine: machine),
      environment: LayoutEnvironment(width: 100), host: host, delivery: machine.delivery)
    let first = list.update(with: boxes(1))
    host = nil
    let second = list.update(with: boxes(2))
    machine.run()
    #expect(first.currentOutcome?.name == "superseded by 2")
    #expect(second.currentOutcome?.name == "applied 2")
    #expect(list.snapshot.model == boxes(2))
  }

  @Test func takesUpdatesFromCallbacks() throws {
    let bench = try bench()
    let list = try bench.list
    bench.host.whenApplied = { [weak list, weak host = bench.host] in
      let count = host?.generations.count ?? 5
      if count < 5 { list?.update(with: boxes(1, count)) }
    }
    let first = list.update(with: boxes(1))
    first.whenResolved { [weak list] _ in
      MainActor.assumeIsolated { _ = list?.update(with: boxes(7, 8)) }
    }
    try bench.settle()
    #expect(bench.host.faults.isEmpty)
    #expect(list.snapshot.model == bench.host.shown)
  }

  /// An observer of an update requests another while the next is about to be applied.
  @Test func updatesAskedForByObserversHaveTheRightBase() throws {
    let bench = try bench()
    let list = try bench.list
    bench.host.answer = .late
    let first = list.update(with: boxes(1, 2, 3))
    try bench.run { !bench.host.open.isEmpty }
    let second = list.update(with: boxes(4, 5))
    first.whenResolved { [weak list] _ in
      MainActor.assumeIsolated { _ = list?.update(with: boxes(6, 1)) }
    }
    try bench.run { list.updates.state.ready == second.generation }
    bench.host.answer = .atOnce
    bench.host.finish()
    try bench.settle()
    #expect(second.currentOutcome?.name == "applied 2")
    #expect(bench.host.shown == boxes(6, 1))
    #expect(bench.host.faults.isEmpty)
  }

  @Test func identicalUpdatesAreFoundInTheCaches() throws {
    let bench = try bench()
    let list = try bench.list
    list.update(with: boxes(1, 2, 3))
    try bench.settle()
    let before = bench.pipeline.statistics
    list.update(with: boxes(1, 2, 3))
    try bench.settle()
    let after = bench.pipeline.statistics
    #expect(after.rowsMeasured == before.rowsMeasured)
    #expect(after.sizes.misses == before.sizes.misses)
    #expect(after.arrangements.misses == before.arrangements.misses)
    #expect(after.rowsRasterized == 3)
    #expect(after.longestDelivery > 0)
  }

  @Test func callsBackWhenIdle() throws {
    let bench = try bench()
    let list = try bench.list
    var calls = 0
    list.whenIdle { calls += 1 }
    #expect(calls == 1)
    list.update(with: boxes(1))
    list.whenIdle {
      calls += 1
      #expect(bench.host.displayedIdentities == [.init(1)])
    }
    #expect(calls == 1)
    try bench.settle()
    #expect(calls == 2)
  }

  private struct Refusal: Error {}
}
