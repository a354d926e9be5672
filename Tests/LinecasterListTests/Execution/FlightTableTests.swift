import Foundation
import Synchronization
import Testing

@testable import LinecasterList

@Suite struct FlightTableTests {
  private struct Failure: Error {}

  @Test(.timeLimit(.minutes(1))) func computesOnceForAllThatWait() {
    let table = FlightTable<Int, Int>()
    let computed = Atomic<Int>(0)
    let results = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let value = table.value(for: 1) {
        computed.wrappingAdd(1, ordering: .relaxed)
        while table.joinCount < 1 { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.001) }
        return 7
      }
      results.withLock { $0.append(value) }
    }
    #expect(results.withLock { $0 } == [Int](repeating: 7, count: 8))
    #expect(computed.load(ordering: .relaxed) + table.joinCount == 8)
    #expect(table.joinCount >= 1)
  }

  @Test(.timeLimit(.minutes(1))) func waitsNoLongerThanItIsWanted() {
    let table = FlightTable<Int, Int>()
    let release = DispatchSemaphore(value: 0)
    let began = DispatchSemaphore(value: 0)
    let first = DispatchGroup()
    first.enter()
    Thread {
      _ = table.value(for: 1) { () -> Int in
        began.signal()
        release.wait()
        return 1
      }
      first.leave()
    }.start()
    began.wait()
    #expect(throws: Failure.self) {
      try table.value(for: 1, isCancelled: { true }) { () throws(Failure) -> Int in throw Failure()
      }
    }
    release.signal()
    first.wait()
  }

  @Test(.timeLimit(.minutes(1))) func computesAnewWhereTheOtherFails() {
    let table = FlightTable<Int, Int>()
    let failures = Atomic<Int>(0)
    let values = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { index in
      do {
        let value = try table.value(for: 1) { () throws(Failure) in
          if failures.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { throw Failure() }
          return index
        }
        values.withLock { $0.append(value) }
      } catch {}
    }
    #expect(values.withLock { $0.count } == 3)
  }
}
