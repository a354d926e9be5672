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
