import LinecasterBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Does long work on a thread of its own while the caller waits, who may walk away at any time.
///
/// Over a text of megabytes some calls of ICU take tenths of a second and cannot be stopped, and
/// to give back the memory of one half prepared takes tens of milliseconds. A caller that waits
/// here is free as soon as it asks for it; what it leaves behind stops at its next question,
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
    _ work: @escaping @Sendable (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    if isCancelled() { throw CancellationError() }
    while abandoned.load(ordering: .relaxed) >= mostAbandoned {
      usleep(UInt32(interval / 1_000))
      if isCancelled() { throw CancellationError() }
    }
    let side = ThreadTask(work)
    guard side.start() else { return try WorkScope.run(isCancelled, work) }
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
  /// With this many of them the next one waits, which bounds the memory they have.
  private static let mostAbandoned = 4

  /// Counts work that was walked away from, or that ended after it was.
  fileprivate static func countAbandoned(_ change: Int) {
    abandoned.wrappingAdd(change, ordering: .relaxed)
  }
}

/// Work on a thread of its own, and what the caller who waits for it must know.
private final class ThreadTask<Value: Sendable>: Sendable {
  typealias Work = @Sendable (WorkScope) throws(CancellationError) -> Value

  private struct Status {
    var value: Value?
    var isAbandoned = false
    var isOver = false
  }

  private let work: Work
  private let isCancelled = Atomic<Bool>(false)
  private let status = Mutex(Status())
  /// Raised once the work is over.
  private let end = TimedFlag()

  init(_ work: @escaping Work) {
    self.work = work
  }

  /// Starts the work; false where there is no thread for it.
  func start() -> Bool { DetachedThread.start { self.run() } }

  private func run() {
    do {
      // Freed, where nobody wants it any more, before the work counts as over.
      let value = try? WorkScope.run({ isCancelled.load(ordering: .relaxed) }, work)
      status.withLock { if !$0.isAbandoned { $0.value = value } }
    }
    let isAbandoned = status.withLock { status in
      status.isOver = true
      return status.isAbandoned
    }
    if isAbandoned { SideThread.countAbandoned(-1) }
    end.raise()
  }

  /// What the work came to, if it is over within some nanoseconds.
  func value(within nanoseconds: Int) -> Value? {
    end.wait(nanoseconds) ? status.withLock { $0.value } : nil
  }

  /// Leaves the work to itself, which stops it soon.
  func abandon() {
    isCancelled.store(true, ordering: .relaxed)
    let isRunning = status.withLock { status in
      status.isAbandoned = true
      return !status.isOver
    }
    if isRunning { SideThread.countAbandoned(1) }
  }
}

/// A thread that nobody waits for.
final class DetachedThread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Does something on a thread of its own; false where the system has none left.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let reference = Unmanaged.passRetained(DetachedThread(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        // The reference that was handed over is now this thread's.
        Unmanaged<DetachedThread>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, reference.toOpaque())
    if failure == 0 { pthread_detach(thread) } else { reference.release() }
    return failure == 0
  }
}

/// Lets go of values on a thread of its own, since to give back the memory of a text of megabytes
/// takes tens of milliseconds.
///
/// Owners have it behind their own references to the values, so that it is the last to let go.
final class LateRelease<Value: Sendable>: Sendable {
  private final class Remains: Sendable {
    private let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Retained until a thread has taken it over.
  private let remains: Unmanaged<Remains>

  init(_ value: Value) {
    remains = Unmanaged.passRetained(Remains(value))
  }

  deinit {
    let remains = remains
    if !DetachedThread.start({ remains.release() }) { remains.release() }
  }
}
