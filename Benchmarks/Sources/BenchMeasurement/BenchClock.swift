import Foundation
import Glibc

/// The clock of a measurement.
public enum BenchClock: String, Sendable {
  /// The processor time of the calling thread, nearly independent of other processes.
  case thread
  /// The processor time of all threads of the process.
  case process
  /// The elapsed time.
  case wall

  /// The nanoseconds since a fixed moment.
  public var nanoseconds: Int {
    var time = timespec()
    clock_gettime(identifier, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private var identifier: clockid_t {
    switch self {
    case .thread: CLOCK_THREAD_CPUTIME_ID
    case .process: CLOCK_PROCESS_CPUTIME_ID
    case .wall: CLOCK_MONOTONIC
    }
  }
}

/// A stopwatch that runs from its creation.
public struct Stopwatch {
  private let clock: BenchClock
  private let start: Int

  /// Starts the stopwatch. A stopwatch of thread time must be read on the same thread.
  public init(_ clock: BenchClock) {
    self.clock = clock
    start = clock.nanoseconds
  }

  /// The time since the start.
  public var nanoseconds: Int { clock.nanoseconds - start }
}

/// The times of single items in longer work, at the cost of reading the clock once per item.
///
/// The times are elapsed times, because reading the processor time of a thread is a system call,
/// which takes longer than the quickest items.
public struct ItemTimes {
  private var last: Int
  private var nanoseconds: [Int] = []

  /// Creates a record, and starts with the first item.
  ///
  /// - Parameter capacity: The number of items, reserved so recording does not allocate.
  public init(capacity: Int) {
    nanoseconds.reserveCapacity(capacity)
    last = BenchClock.wall.nanoseconds
  }

  /// Ends an item and starts the next.
  public mutating func finishItem() {
    let now = BenchClock.wall.nanoseconds
    nanoseconds.append(now - last)
    last = now
  }

  /// The ninety-ninth percentile and the longest time, in nanoseconds.
  public var facts: [Sample.Fact] {
    [
      .init("item_p99_ns", nanoseconds.percentile(0.99)),
      .init("item_max_ns", nanoseconds.max() ?? 0),
    ]
  }
}

/// Consumes a value, so the optimizer cannot remove the work that made it.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) {}

/// The resident memory of this process, as reported by Linux.
public enum ResidentMemory {
  /// The bytes in use now; 0 if the kernel does not report them.
  public static var bytes: Int {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmRSS:") }
    return (line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0) * 1_024
  }
}
