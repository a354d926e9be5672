import BenchMeasurement
import Dispatch
import Linecaster
import Synchronization

/// The loop of a program that shows a list: sleeps until there is something to do, and counts the
/// time that doing it takes.
@MainActor
final class MainLoop {
  /// Processor time of the main thread spent on what arrived, in nanoseconds.
  private(set) var busyNanoseconds = 0

  private let arrived = Arrivals()

  /// What brings work to this loop.
  var delivery: Delivery { Delivery { [arrived] work in arrived.put(work) } }

  /// Runs what has arrived; waits a tenth of a second for it.
  func turn() {
    let all = arrived.takeAll(within: .milliseconds(100))
    count { for work in all { work() } }
  }

  /// Runs `body` and counts its time.
  func count<Result>(_ body: () throws -> Result) rethrows -> Result {
    let watch = Stopwatch(.thread)
    defer { busyNanoseconds += watch.nanoseconds }
    return try body()
  }
}

/// Work that waits for a loop.
private final class Arrivals: Sendable {
  private let waiting = Mutex<[Delivery.Work]>([])
  private let signal = DispatchSemaphore(value: 0)

  func put(_ work: @escaping Delivery.Work) {
    waiting.withLock { $0.append(work) }
    signal.signal()
  }

  func takeAll(within time: DispatchTimeInterval) -> [Delivery.Work] {
    guard signal.wait(timeout: .now() + time) == .success else { return [] }
    return waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
