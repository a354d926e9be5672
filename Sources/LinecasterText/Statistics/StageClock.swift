/// Gives the time since the last stage ended to the stage that ends now, where time is measured.
struct StageClock {
  private let counters: TextCounters
  private var start: ContinuousClock.Instant?

  init(_ counters: TextCounters) {
    self.counters = counters
    start = counters.measuresTime ? .now : nil
  }

  mutating func finish(_ stage: TextStatistics.Stage) {
    guard let start else { return }
    let now = ContinuousClock.now
    let (seconds, attoseconds) = (now - start).components
    counters.add(
      nanoseconds: Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000), to: stage)
    self.start = now
  }
}
