/// Gives the time since the last stage ended to the stage that ends now.
struct StageClock {
  private let counters: TextCounters
  private var start = ContinuousClock.now

  init(_ counters: TextCounters) {
    self.counters = counters
  }

  mutating func finish(_ stage: TextStatistics.Stage) {
    let now = ContinuousClock.now
    let (seconds, attoseconds) = (now - start).components
    counters.add(
      nanoseconds: Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000), to: stage)
    start = now
  }
}
