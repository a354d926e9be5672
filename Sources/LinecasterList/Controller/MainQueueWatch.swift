import Dispatch
import Foundation
import LinecasterBase
import Synchronization

/// Reports, once, that a program does not drain its main queue although work waits there.
///
/// On Linux, a loop in C drains it only if it runs `RunLoop.main` or `dispatchMain()`, and a list
/// without that stays empty without any other sign.
final class MainQueueWatch: Sendable {
  private struct State {
    var posted = 0
    var ran = 0
    var isWatching = false
    var hasReported = false
  }

  /// The watch of the main queue.
  static let main = MainQueueWatch(
    schedule: { check in
      DispatchQueue.global(qos: .utility).asyncAfter(
        deadline: .now() + .nanoseconds(MainQueueWatch.limit.nanoseconds), execute: check)
    },
    report: { message in
      try? FileHandle.standardError.write(contentsOf: Data("\(message)\n".utf8))
    })

  /// The time that work waits before it is reported.
  static let limit = Duration.seconds(2)
  static let message = """
    linecaster: results have waited for 2 seconds for the main queue, which does not run; call \
    RunLoop.main.run(mode: .default, before: .now) in each turn of your loop, end main() with \
    dispatchMain(), or drain a DeliveryMailbox
    """

  private let state = Mutex(State())
  private let schedule: @Sendable (@escaping @Sendable () -> Void) -> Void
  private let report: @Sendable (String) -> Void

  /// Creates a watch.
  ///
  /// - Parameters:
  ///   - schedule: Runs a check after the limit, on any thread.
  ///   - report: Receives the message, on any thread.
  init(
    schedule: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.schedule = schedule
    self.report = report
  }

  /// Notes that work was posted.
  func workWasPosted() {
    let begins = state.withLock { state in
      state.posted += 1
      guard !state.isWatching, !state.hasReported else { return false }
      state.isWatching = true
      return true
    }
    if begins { watch() }
  }

  /// Notes that work ran.
  func workRan() { state.withLock { $0.ran += 1 } }

  /// Checks after the limit whether any work has run, and goes on as long as some waits.
  private func watch() {
    let before = state.withLock { $0.ran }
    schedule { [self] in
      let (stalls, waits) = state.withLock { state in
        let waits = state.posted > state.ran
        let stalls = waits && state.ran == before
        state.isWatching = waits && !stalls
        if stalls { state.hasReported = true }
        return (stalls, waits)
      }
      if stalls { report(Self.message) } else if waits { watch() }
    }
  }
}
