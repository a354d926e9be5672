#if canImport(Glibc)
  import Glibc
#endif
import Synchronization

/// Does long work on a thread of its own while the caller waits, who may walk away at any time.
///
/// Over a text of megabytes some calls of ICU take tenths of a second and cannot be stopped, and
/// to give back the memory of one half prepared takes tens of milliseconds. A caller that waits
/// here is free as soon as it asks for it; what it leaves behind stops at its next checkpoint,
/// frees what it has made and ends.
enum SideThread {
  /// The UTF-16 units of a text that are worth a thread, which takes some tens of microseconds to
  /// start: with fewer, ICU is not longer than a millisecond at once.
  static let leastUnits = 16_384

  /// Does work, asking `isCancelled` at once and then twice a millisecond, on the calling thread.
  ///
  /// Where the system has no thread left, the work is done by the caller.
  static func run<Value: Sendable>(
    _ isCancelled: () -> Bool,
    _ work: @escaping @Sendable (Checkpoint<CancellationError>) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    if isCancelled() { throw CancellationError() }
    while abandoned.load(ordering: .relaxed) >= mostAbandoned {
      usleep(UInt32(interval / 1_000))
      if isCancelled() { throw CancellationError() }
    }
    let side = SideWork(work)
    guard side.start() else { return try Checkpoint.run(isCancelled, work) }
    while true {
      if let value = side.value(within: interval) { return value }
      if isCancelled() {
        side.abandon()
        throw CancellationError()
      }
    }
  }

  /// The time between two questions, in nanoseconds.
  private static let interval = 500_000

  /// Work that was walked away from and goes on.
  private static let abandoned = Atomic<Int>(0)
  /// With so many of them the next one waits, which bounds the memory they have.
  private static let mostAbandoned = 4

  /// Counts work that was walked away from, or that ended after it was.
  static func countAbandoned(_ change: Int) { abandoned.wrappingAdd(change, ordering: .relaxed) }
}
