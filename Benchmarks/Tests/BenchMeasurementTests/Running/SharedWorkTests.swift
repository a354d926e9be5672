import Foundation
import Synchronization
import Testing

@testable import BenchMeasurement

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

  /// Each thread waits for the other, which would last where one came after the other.
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
