import Foundation
import Synchronization
import Testing

@testable import BenchMeasurement

@MainActor
@Suite struct WorkloadMeasuringTests {
  /// The events, in order.
  private final class Log {
    var events: [String] = []
  }

  private func workload(_ log: Log, times: [Int]) -> Workload {
    Workload(mode: "m", corpus: "c", unit: "item", units: 4) {
      log.events.append("ready")
      return {
        log.events.append("run")
        let pass = log.events.count { $0 == "run" } - 1
        return .init(facts: [.init("pass", pass)], nanoseconds: times[pass % times.count])
      }
    }
  }

  @Test func theQuickestPassIsTheSample() throws {
    let log = Log()
    let sample = try workload(log, times: [30, 10, 20]).with { $0.passes = 3 }.sample(peer: "p")
    #expect(log.events == ["ready", "run", "ready", "run", "ready", "run"])
    #expect(sample.nanoseconds == 10)
    #expect(sample.nanosecondsPerUnit == 2.5)
    #expect(sample.facts == [.init("pass", 1)])
    #expect(sample.clock == nil)
  }

  @Test func onlyThePartIsTimed() throws {
    let slowToPrepare = Workload(mode: "m", corpus: "c", unit: "item", units: 1) {
      blackHole((0..<2_000_000).reduce(0) { $0 ^ $1 })
      return { .init() }
    }
    let whole = Stopwatch(.thread)
    let sample = try slowToPrepare.sample(peer: "p")
    #expect(sample.nanoseconds < Double(whole.nanoseconds) / 2)
  }

  @Test func factsReadAfterwardsAreThoseOfTheQuickestPassAndNotTimed() throws {
    let log = Log()
    let sample = try workload(log, times: [30, 10, 20])
      .with {
        $0.passes = 3
        $0.afterwards = { [.init("events", log.events.count)] }
      }
      .sample(peer: "p")
    #expect(sample.facts == [.init("pass", 1), .init("events", 4)])
    let slowAfterwards = Workload(mode: "m", corpus: "c", unit: "item", units: 1) { { .init() } }
      .with {
        $0.afterwards = {
          blackHole((0..<2_000_000).reduce(0) { $0 ^ $1 })
          return []
        }
      }
    let whole = Stopwatch(.thread)
    let quick = try slowAfterwards.sample(peer: "p")
    #expect(quick.nanoseconds < Double(whole.nanoseconds) / 2)
  }

  @Test func rehearsingDoesThePartOnlyWhereWanted() throws {
    let log = Log()
    try workload(log, times: [1]).rehearse(includingPart: false)
    #expect(log.events == ["ready", "run", "ready"])
    log.events = []
    try workload(log, times: [1]).rehearse(includingPart: true)
    #expect(log.events == ["ready", "run", "ready", "run"])
  }

  @Test func firstTimesAreRehearsedOnce() throws {
    let log = Log()
    let first = workload(log, times: [1]).with { $0.isFirstTime = true }
    try first.rehearse(includingPart: false)
    #expect(log.events == ["ready"])
    try first.rehearse(includingPart: true)
    #expect(log.events == ["ready", "ready", "run"])
  }

  @Test func modesThatAreNotWantedAreLeftOut() {
    var run = BenchmarkRun(peer: "p")
    let all = ["a", "b"].map { mode in
      Workload(mode: mode, corpus: "c", unit: "item", units: 1) { { .init() } }
    }
    #expect(run.chosen(all).map(\.mode) == ["a", "b"])
    run.modes = ["b"]
    #expect(run.chosen(all).map(\.mode) == ["b"])
  }
}

@Suite struct SharedWorkTests {
  @Test(arguments: [1, 2, 5])
  func everyItemIsDoneOnce(threads: Int) {
    let done = Mutex([Int](repeating: 0, count: 101))
    let work = SharedWork { part, parts in
      for item in stride(from: part, to: 101, by: parts) { done.withLock { $0[item] += 1 } }
    }
    #expect(work.run(threads: threads).wall > 0)
    #expect(done.withLock { $0 } == [Int](repeating: 1, count: 101))
  }

  /// Each thread waits for the other, which would never end if they ran one after the other.
  @Test func threadsWorkAtTheSameTime() {
    let arrivals = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
    let met = Mutex(0)
    let work = SharedWork { part, _ in
      arrivals[part].signal()
      let other = arrivals[1 - part].wait(timeout: .now() + 10)
      if other == .success { met.withLock { $0 += 1 } }
    }
    work.run(threads: 2)
    #expect(met.withLock { $0 } == 2)
  }

  @Test func theTimeThatPassesIsThatOfTheSlowestThread() {
    let work = SharedWork { part, _ in if part == 1 { usleep(50_000) } }
    let cost = work.run(threads: 2)
    #expect(cost.wall >= 50_000_000)
  }

  @Test func theProcessorTimeIsThatOfAllThreads() {
    let work = SharedWork { _, _ in
      let stopwatch = Stopwatch(.thread)
      while stopwatch.nanoseconds < 10_000_000 {}
    }
    #expect(work.run(threads: 3).processor >= 30_000_000)
  }
}
