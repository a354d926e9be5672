#if canImport(Glibc)
  import Glibc
#endif

/// Gives the time since the last stage ended to the stage that ends now, where time is measured.
struct StageClock {
  private let counters: TextCounters
  /// In nanoseconds; 0 where time is not measured.
  private var start: Int

  init(_ counters: TextCounters) {
    self.counters = counters
    start = counters.measuresTime ? Self.now : 0
  }

  mutating func finish(_ stage: TextStatistics.Stage) {
    guard start != 0 else { return }
    let now = Self.now
    counters.add(nanoseconds: now - start, to: stage)
    start = now
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
