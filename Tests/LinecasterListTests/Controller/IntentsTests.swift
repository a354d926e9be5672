import LinecasterCells
import LinecasterListSupport
import Synchronization
import Testing

@testable import LinecasterList

/// No request is lost: a model is shown unless a newer valid one is.
@Suite(.timeLimit(.minutes(60))) @MainActor struct IntentsTests {
  private struct Outage: Error {}
  private typealias Done = @MainActor @Sendable ((any Error)?) -> Void

  private func bench() throws -> SimulatedBench<RecordingHost> {
    let bench = try SimulatedBench(RecordingHost(), seed: 5)
    bench.list.update(with: model(0..<3))
    bench.settle()
    return bench
  }

  private func model(_ numbers: Range<Int>) -> TableModel {
    var model = plates(numbers)
    model.loadState = .ready
    return model
  }

  private func items(_ model: TableModel?) -> [ItemIdentifier] {
    model?.sections.flatMap { $0.items.map(\.identifier) } ?? []
  }

  // MARK: Failures

  @Test func aFailureReplacesNoUpdateUnderWay() throws {
    let bench = try bench()
    var done: Done?
    bench.list.onNearEnd { end in done = end }
    bench.settle()
    let update = bench.list.update(with: model(10..<50))
    try #require(done != nil)
    done?(Outage())
    bench.settle()
    #expect(update.currentOutcome?.name == "applied 2")
    #expect(items(bench.host.shown) == (10..<50).map { .number($0) })
    #expect(bench.list.snapshot.model.loadState.error is Outage)
    bench.list.update(with: model(0..<7))
    bench.settle()
    #expect(bench.list.snapshot.model == model(0..<7))
    #expect(bench.host.faults.isEmpty)
  }

  /// In any order of events, the newest valid model is shown, together with a failure that came
  /// after it.
  @Test(arguments: 0..<40) func failuresAndUpdatesInAnyOrder(_ seed: Int) throws {
    let bench = try SimulatedBench(RecordingHost(), seed: UInt64(seed))
    var expected: (rows: Range<Int>, hasFailed: Bool) = (0..<3, false)
    bench.list.update(with: model(expected.rows))
    bench.settle()
    for step in 0..<6 {
      switch (seed &* 7919 &+ step &* 104_729) % 5 {
      case 0, 1:
        expected = (0..<step + 4, false)
        bench.list.update { [model = model(expected.rows)] in model }
      case 2: bench.list.update { throw Outage() }
      case 3: bench.list.update(with: model(20..<90)).cancel()
      default:
        expected.hasFailed = true
        bench.list.showFailure(Outage(), after: bench.list.updates.state.newest)
      }
      for _ in 0..<(seed &* 31 &+ step) % 4 { bench.machine.step() }
      if seed.isMultiple(of: 5) { bench.list.setEnvironment(LayoutEnvironment(width: 90)) }
    }
    bench.settle()
    #expect(items(bench.host.shown) == expected.rows.map { .number($0) })
    #expect((bench.list.snapshot.model.loadState.error != nil) == expected.hasFailed)
    #expect(bench.host.faults.isEmpty && bench.list.isIdle)
  }

  @Test func aFailureBelongsToTheUpdateThatFailed() throws {
    let bench = try bench()
    bench.list.update(with: model(0..<70))
    bench.settle()
    // A late report for an update that another has followed since.
    bench.list.showFailure(Outage(), after: 1)
    bench.settle()
    #expect(bench.list.snapshot.model == model(0..<70))
  }

  @Test func aFailureStaysInAnotherEnvironmentAndHost() throws {
    let bench = try bench()
    bench.list.showFailure(Outage(), after: bench.list.updates.state.newest)
    bench.settle()
    bench.list.setEnvironment(LayoutEnvironment(width: 80))
    bench.settle()
    let other = RecordingHost()
    bench.list.attach(other)
    bench.settle()
    #expect(other.shown.loadState.error is Outage)
    #expect(bench.list.snapshot.modelAsMade.loadState == .ready)
  }

  @Test func loadingAfterAllEndsTheFailure() throws {
    let bench = try bench()
    var done: Done?
    bench.list.onNearEnd { end in done = end }
    bench.settle()
    try #require(done != nil)
    done?(Outage())
    bench.settle()
    #expect(bench.list.snapshot.model.loadState.error is Outage)
    done = nil
    bench.list.retryLoading()
    try #require(done != nil)
    done?(nil)
    bench.settle()
    #expect(bench.list.snapshot.model == model(0..<3))
  }

  // MARK: Updates

  @Test(arguments: [false, true]) func aBadUpdateGivesBackWhatItOvertook(_ fails: Bool) throws {
    let bench = try bench()
    let good = bench.list.update(with: model(0..<50))
    let bad = bench.list.update { [model = model(0..<60)] in
      if fails { throw Outage() }
      return model
    }
    if !fails { bad.cancel() }
    bench.settle()
    #expect(good.currentOutcome?.name == "applied 2")
    #expect(bad.currentOutcome?.name == (fails ? "failed" : "cancelled"))
    #expect(bench.host.shown == model(0..<50))
    #expect(bench.host.faults.isEmpty)
  }

  @Test func waitingForAnOutcomeEndsWithItsTask() async throws {
    let bench = try bench()
    bench.list.detach()
    let handle = bench.list.update(with: model(0..<9))
    let task = Task { try await handle.outcome }
    await Task.yield()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(handle.currentOutcome == nil)
    bench.list.attach(bench.host)
    bench.settle()
    #expect(try await handle.outcome.name == "applied 2")
  }

  // MARK: Bindings

  @Test func cancelledBindingsAreSilent() async throws {
    let bench = try Workbench(RecordingHost())
    let list = try bench.list
    let (stream, source) = AsyncThrowingStream.makeStream(of: Int.self)
    let binding = list.bind(stream) { boxes($0) }
    source.yield(50)
    source.finish(throwing: Outage())
    await binding.finished()
    // The element and the error are queued for the main actor.
    binding.cancel()
    list.update(with: boxes(7))
    try bench.settle()
    #expect(bench.host.shown == boxes(7))
    #expect(bench.host.generations == [1])
  }

  @Test func cancelledBindingsTellOfNoModelThatFailed() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    list.update(with: boxes(7))
    try await bench.settle()
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let binding = list.bind(stream) { (_: Int) throws -> TableModel in throw Outage() }
    source.yield(1)
    try await bench.drain { list.updates.state.newest == 2 && list.updates.state.isIdle }
    // The outcome of the update is queued for the main actor.
    binding.cancel()
    try await bench.settle()
    #expect(list.snapshot.model == boxes(7) && bench.host.generations == [1])
  }

  @Test func nothingFollowsOnceTheListIsTornDown() async throws {
    let bench = try Workbench(RecordingHost())
    try bench.list.tearDown()
    let (stream, source) = AsyncStream.makeStream(of: Int.self)
    let ended = Log<Bool>()
    source.onTermination = { _ in ended.add(true) }
    let binding = try bench.list.bind(stream) { boxes($0) }
    await binding.finished()
    #expect(ended.entries == [true])
  }

  // MARK: Loading more

  @Test func whoDropsDoneHasLoaded() throws {
    let bench = try bench()
    var loads = 0
    bench.list.onNearEnd { _ in loads += 1 }
    bench.settle()
    #expect(loads == 1)
    bench.list.update(with: model(0..<5))
    bench.settle()
    #expect(loads == 2)
  }

  // MARK: Under a stream of updates

  /// Each update takes longer than the time to the next one, without end.
  @Test func everybodyIsServedUnderAStream() async throws {
    let bench = try ThreadBench(RecordingHost())
    let list = try bench.list
    let numbers = Array(0..<2_000)
    list.update(with: model(0..<2_000))
    try await bench.settle()
    let served = Log<String>()
    var step = 0
    var next = ContinuousClock.now
    try await bench.drain {
      guard ContinuousClock.now >= next else { return false }
      next += .milliseconds(10)
      step += 1
      list.update { [step] in
        let end = ContinuousClock.now + .milliseconds(25)
        while ContinuousClock.now < end {}
        return TableModel(
          loadState: .ready,
          items: numbers.map {
            TableItem(.number($0), cell: PlateCell(number: $0 == 2 ? step : $0))
          })
      }
      if step == 3 {
        list.scroll(to: RowIdentity(1_000)) { served.add("scroll \($0)") }
        list.onNearEnd(.rows(5_000)) { done in
          served.add("load")
          done(nil)
        }
        list.whenIdle { served.add("idle") }
      }
      #expect(step < 2_000)
      return Set(served.entries).isSuperset(of: ["scroll true", "load", "idle"]) || step > 2_000
    }
    #expect(!list.isIdle)
    list.tearDown()
  }
}
