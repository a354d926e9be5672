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
