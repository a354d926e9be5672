import Foundation
import Synchronization
import Testing

@testable import LinecasterBase

@Suite struct SingleFlightTests {
  private struct Failure: Error {}

  @Test(.timeLimit(.minutes(60))) func computesOnceForAllThatWait() async {
    let table = SingleFlight<Int, Int>()
    let computed = Atomic<Int>(0)
    let results = Mutex<[Int]>([])
    await onThreads(8) { _ in
      let value = table.value(for: 1, known: { nil }) {
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

  @Test(.timeLimit(.minutes(60))) func waitsNoLongerThanItIsWanted() {
    let table = SingleFlight<Int, Int>()
    let release = DispatchSemaphore(value: 0)
    let began = DispatchSemaphore(value: 0)
    let first = DispatchGroup()
    first.enter()
    Thread {
      _ = table.value(for: 1, known: { nil }) { () -> Int in
        began.signal()
        release.wait()
        return 1
      }
      first.leave()
    }.start()
    began.wait()
    var checks = 0
    #expect(throws: Failure.self) {
      try WorkScope.run(isCancelled: {
        checks += 1
        return checks > 1
      }) { scope in
        try table.value(for: 1, known: { nil }, scope) { () throws(Failure) -> Int in
          throw Failure()
        }
      }
    }
    release.signal()
    first.wait()
  }

  @Test(.timeLimit(.minutes(60))) func computesAgainWhereTheOtherFails() async {
    let table = SingleFlight<Int, Int>()
    let failures = Atomic<Int>(0)
    let values = Mutex<[Int]>([])
    await onThreads(4) { index in
      do {
        let value = try table.value(for: 1, known: { nil }) { () throws(Failure) in
          if failures.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { throw Failure() }
          return index
        }
        values.withLock { $0.append(value) }
      } catch {}
    }
    #expect(values.withLock { $0.count } == 3)
  }

  @Test func doesNotComputeWhatHasLandedMeanwhile() {
    let table = SingleFlight<Int, Int>()
    #expect(table.value(for: 1, known: { 7 }, compute: { 8 }) == 7)
    #expect(table.value(for: 1, known: { nil }, compute: { 8 }) == 8)
  }

  /// Runs `body` on that many threads at a time: a pool might not run calls that wait for each
  /// other.
  private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
    await withTaskGroup { group in
      for index in 0..<count {
        group.addTask {
          await withCheckedContinuation { continuation in
            Thread {
              body(index)
              continuation.resume()
            }.start()
          }
        }
      }
    }
  }
}
