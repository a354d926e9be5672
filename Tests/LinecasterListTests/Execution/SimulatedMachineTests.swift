import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterList

@Suite @MainActor struct SimulatedMachineTests {
  /// Runs work that causes more work, posts and timers, and returns the log.
  private func history(seed: UInt64) -> (log: [String], steps: [SimulatedMachine.Step]) {
    let machine = SimulatedMachine(seed: seed)
    let queue = WorkQueue(executor: machine, maxPending: 100)
    let log = Log<String>()
    @Sendable func note(_ what: String) { log.add("\(what) \(machine.now)") }
    for index in 0..<12 {
      queue.enqueue(index % 3 == 0 ? .visible : .display) {
        note("work \(index)")
        machine.delivery.send {
          note("post \(index)")
          machine.delivery.send(after: .milliseconds(index)) { note("timer \(index)") }
        }
      }
    }
    #expect(machine.run())
    return (log.entries, machine.steps)
  }

  @Test func repeatsItselfForTheSameSeed() {
    var different: Set<[String]> = []
    for seed in 0..<20 as Range<UInt64> {
      let first = history(seed: seed)
      let second = history(seed: seed)
      #expect(first.log == second.log && first.steps == second.steps)
      #expect(first.log.count == 36)
      different.insert(first.log)
    }
    #expect(different.count == 20)
  }

  @Test func doesTheNearestBandFirst() {
    let machine = SimulatedMachine(seed: 1)
    let queue = WorkQueue(executor: machine, maxPending: 100)
    let bands = Log<WorkBand>()
    for band in WorkBand.allCases.reversed() {
      queue.enqueue(band) { bands.add(band) }
    }
    #expect(machine.run())
    #expect(bands.entries == WorkBand.allCases)
  }

  @Test func letsTimePassWhenNothingElseIsLeft() {
    let machine = SimulatedMachine(seed: 1)
    let times = Log<Duration>()
    for seconds in [5, 1, 3] {
      machine.delivery.send(after: .seconds(seconds)) { times.add(machine.now) }
    }
    #expect(machine.run())
    #expect(times.entries == [.seconds(1), .seconds(3), .seconds(5)])
  }

  /// Working takes simulated time, so much work may take longer than a watchdog's limit.
  @Test func timeoutsWaitUntilNothingElseIsDue() {
    let machine = SimulatedMachine(seed: 1)
    let queue = WorkQueue(executor: machine, maxPending: 100_000)
    let log = Log<String>()
    machine.delivery.sendTimeout(after: .milliseconds(5)) { log.add("timeout") }
    machine.delivery.send(after: .milliseconds(4)) { log.add("early") }
    for _ in 0..<2_000 { queue.enqueue(.idle) {} }
    machine.delivery.send { machine.delivery.send(after: .seconds(1)) { log.add("late") } }
    #expect(machine.run())
    #expect(machine.now > .seconds(1) && log.entries.last == "timeout")
    #expect(log.entries.count == 3)
  }

  /// If nothing else is due, time passes until the timeouts are.
  @Test func timeoutsComeInTheirTurnWhenNothingIsLeft() {
    let machine = SimulatedMachine(seed: 1)
    let log = Log<Duration>()
    machine.delivery.sendTimeout(after: .seconds(2)) { log.add(machine.now) }
    machine.delivery.send(after: .seconds(3)) { log.add(machine.now) }
    #expect(machine.run())
    #expect(log.entries == [.seconds(2), .seconds(3)])
  }

  /// A host is reported as slow only if nothing else was due in the meantime.
  @Test func aHostIsNotReportedWhileWorkIsDue() throws {
    let host = RecordingHost()
    host.length = 60
    host.answer = .late
    var options = AutoDiffController.Options()
    options.pace = UpdatePace(hostTimeout: .milliseconds(5))
    let bench = try SimulatedBench(host, seed: 4, options: options)
    let reports = Log<Duration>()
    bench.list.onDiagnostic = { [machine = bench.machine] diagnostic in
      if case .hostTimedOut = diagnostic { reports.add(machine.now) }
    }
    bench.list.update(with: plates(0..<20_000))
    while host.open.isEmpty { bench.machine.step() }
    bench.list.viewportDidChange()
    let end = bench.machine.now + .milliseconds(200)
    while bench.machine.now < end { bench.machine.step() }
    #expect(reports.entries.isEmpty)
    host.finish()
    bench.settle()
    #expect(reports.entries.isEmpty && bench.list.snapshot.geometry.measuredCount == 20_000)
    // Here nothing else is due.
    bench.list.update(with: plates(0..<10))
    bench.settle()
    #expect(reports.entries.count == 1)
  }

  @Test func stopsAtALimit() {
    let machine = SimulatedMachine(seed: 1)
    @Sendable func again() { machine.delivery.send { again() } }
    again()
    #expect(!machine.run(limit: 50))
    #expect(machine.steps.count == 50)
  }
}

@Suite(.timeLimit(.minutes(60))) @MainActor struct DeterminismTests {
  /// The history of a host and its machine.
  private struct History: Hashable {
    var steps: [SimulatedMachine.Step]
    var generations: [Int]
    var displayed: [[RowIdentity]]
    var offsets: [Double]
    var outcomes: [String]
  }

  /// Updates, scrolls, resizes, cancellations, trims, refreshes and pauses at random times; at rest
  /// all visible rows are current, and every request has got its result.
  private func history(seed: UInt64) throws -> History {
    var generator = ModelGenerator(seed: seed) { number in
      AnyCell(PlateCell(number: number, height: Double(8 + number % 23)))
    }
    let host = RecordingHost()
    host.length = 60
    let bench = try SimulatedBench(host, seed: seed)
    var model = generator.model()
    var handles: [UpdateHandle] = []
    var scrollCount = 0
    let told = Log<Bool>()
    for _ in 0..<12 {
      handles.append(bench.list.update(with: model))
      model = generator.successor(of: model)
      for _ in 0..<Int.random(in: 0...6, using: &generator.random) { bench.machine.step() }
      switch Int.random(in: 0..<10, using: &generator.random) {
      case 0: handles.last?.cancel()
      case 1:
        host.scroll(to: Double.random(in: 0...80, using: &generator.random))
        bench.list.viewportDidChange()
      case 2:
        bench.list.setEnvironment(
          LayoutEnvironment(width: [80, 100].randomElement(using: &generator.random) ?? 80))
      case 3: bench.pipeline.trimMemory(to: 10_000)
      case 4, 5:
        scrollCount += 1
        let number = Int.random(in: 0..<30, using: &generator.random)
        bench.list.scroll(to: RowIdentity(.number(number))) { told.add($0) }
      case 6: bench.list.refreshVisible()
      case 7:
        bench.list.rangeMode = RangeMode.allCases.randomElement(using: &generator.random) ?? .full
      case 8: bench.list.holdsUpdates.toggle()
      default: break
      }
    }
    bench.list.holdsUpdates = false
    bench.settle()
    #expect(told.entries.count == scrollCount, "LINECASTER_SEED=\(seed)")
    let snapshot = bench.list.snapshot
    for row in snapshot.geometry.rows(in: host.offset..<host.offset + 60) {
      let key = snapshot.item(atRow: row).map {
        MeasurementKey($0.cell, snapshot.environment(ofRow: row))
      }
      let shown = snapshot.identity(ofRow: row).flatMap { host.pixels[$0]?.key }
      #expect(shown == key, "LINECASTER_SEED=\(seed): row \(row)")
    }
    #expect(host.faults.isEmpty, "LINECASTER_SEED=\(seed)")
    #expect(bench.list.isSettled, "LINECASTER_SEED=\(seed)")
    return History(
      steps: bench.machine.steps, generations: host.generations,
      displayed: host.displayed.map { $0.map(\.identity) }, offsets: host.offsets,
      outcomes: handles.map { $0.currentOutcome?.name ?? "open" })
  }

  @Test func theSameSeedGivesTheSameHistory() async throws {
    let seed = TestSettings.seed
    let seeds = UInt64(min(500, TestSettings.transitions(usually: 20)))
    var different: Set<History> = []
    for round in 0..<2 * seeds {
      // Yields the main actor to other tests.
      await Task.yield()
      let first = try history(seed: seed &+ round % seeds)
      if !different.insert(first).inserted { continue }
      #expect(round < seeds, "LINECASTER_SEED=\(seed &+ round % seeds): two histories")
      #expect(!first.outcomes.contains("open"), "LINECASTER_SEED=\(seed &+ round)")
    }
    #expect(different.count == Int(seeds))
  }
}
