import Synchronization
import Testing

@testable import LinecasterList

@Suite struct MainQueueWatchTests {
  /// Checks that are run by hand, with the resulting messages.
  private final class Bench: Sendable {
    let checks = Mutex<[@Sendable () -> Void]>([])
    let messages = Mutex<[String]>([])

    var watch: MainQueueWatch {
      MainQueueWatch(
        schedule: { [self] check in checks.withLock { $0.append(check) } },
        report: { [self] message in messages.withLock { $0.append(message) } })
    }

    /// Lets two seconds pass.
    func pass() {
      let due = checks.withLock { checks in
        defer { checks = [] }
        return checks
      }
      for check in due { check() }
    }

    var messageCount: Int { messages.withLock { $0.count } }
  }

  @Test func aQueueThatNeverRunsIsReportedOnce() {
    let bench = Bench()
    let watch = bench.watch
    for _ in 0..<5 { watch.workWasPosted() }
    #expect(bench.checks.withLock { $0.count } == 1 && bench.messageCount == 0)
    bench.pass()
    #expect(bench.messageCount == 1)
    watch.workWasPosted()
    bench.pass()
    #expect(bench.messageCount == 1)
  }

  @Test func aQueueThatRunsIsNotReported() {
    let bench = Bench()
    let watch = bench.watch
    for _ in 0..<3 { watch.workWasPosted() }
    watch.workRan()
    bench.pass()
    // Some work still waits, so checking continues.
    #expect(bench.checks.withLock { $0.count } == 1)
    for _ in 0..<2 { watch.workRan() }
    bench.pass()
    #expect(bench.messageCount == 0 && bench.checks.withLock { $0.isEmpty })
    watch.workWasPosted()
    bench.pass()
    #expect(bench.messageCount == 1)
  }
}
