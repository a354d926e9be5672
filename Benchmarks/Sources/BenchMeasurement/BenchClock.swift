import Foundation
import Glibc

/// What a measurement counts as time.
public enum BenchClock: String, Sendable {
  /// The processor time of the calling thread: the load of other processes hardly counts.
  case thread
  /// The processor time of all threads of the process.
  case process
  /// The time that passes.
  case wall

  /// Nanoseconds since some fixed moment.
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

/// Runs from when it is made.
public struct Stopwatch {
  private let clock: BenchClock
  private let start: Int

  /// Starts to measure; a stopwatch of the thread's time must be read on the same thread.
  public init(_ clock: BenchClock) {
    self.clock = clock
    start = clock.nanoseconds
  }

  /// The time since the start.
  public var nanoseconds: Int { clock.nanoseconds - start }
}

/// How long each item of a longer work took, at the cost of one look at the clock an item.
///
/// It is time that passes: reading a thread's processor time calls the system, which would cost
/// more than the quickest items themselves.
public struct ItemTimes {
  private var last: Int
  private var nanoseconds: [Int] = []

  /// Starts with the first item.
  ///
  /// - Parameter capacity: How many items there will be, so that noting them takes no memory.
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

/// Swallows a value, so that the optimizer cannot leave out the work that made it.
@inline(never)
@_optimize(none)
public func blackHole<Value>(_ value: borrowing Value) {}

/// The memory of this process that is in use, as Linux counts it.
public enum ResidentMemory {
  /// The bytes in use now; 0 where the kernel does not say.
  public static var bytes: Int {
    let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmRSS:") }
    return (line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") } ?? 0) * 1_024
  }
}
