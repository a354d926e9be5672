import LinecasterBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// Runs long work on a separate thread while the caller waits and may abandon it at any time.
///
/// Over megabytes of text, some ICU calls take tenths of a second and cannot be stopped, and
/// freeing a half-prepared text takes tens of milliseconds. A caller that waits here returns as
/// soon as it is cancelled. Abandoned work stops at its next check, frees its memory and ends.
enum SideThread {
  /// The minimum of UTF-16 units worth a thread, which takes some tens of microseconds to start.
  /// Below it, no ICU call takes longer than a millisecond.
  static let leastUnits = 16_384

  /// Runs work; checks a scope at once and then twice a millisecond, on the calling thread.
  ///
  /// If the system has no thread left, the caller runs the work.
  static func run<Value: Sendable>(
    _ scope: WorkScope, _ work: @escaping @Sendable (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    try scope.checkCancellation()
    while abandoned.load(ordering: .relaxed) >= mostAbandoned {
      usleep(UInt32(interval / 1_000))
      try scope.checkCancellation()
    }
    let side = ThreadTask(work)
    guard side.start() else { return try work(scope) }
    while true {
      if let value = side.value(within: interval) { return value }
      if scope.isCancelled {
        side.abandon()
        throw CancellationError()
      }
    }
  }

  /// The time between two checks, in nanoseconds.
  private static let interval = 500_000

  /// The number of abandoned tasks that are still running.
  private static let abandoned = Atomic<Int>(0)
  /// The maximum number of abandoned tasks, which bounds their memory; further tasks wait.
  private static let mostAbandoned = 4

  /// Updates the number of abandoned tasks that are still running.
  fileprivate static func countAbandoned(_ change: Int) {
    abandoned.wrappingAdd(change, ordering: .relaxed)
  }
}

/// Work on a separate thread, with the state shared with its waiting caller.
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
  /// Raised when the work has ended.
  private let end = TimedFlag()

  init(_ work: @escaping Work) {
    self.work = work
  }

  /// Starts the work; returns false if there is no thread for it.
  func start() -> Bool { DetachedThread.start { self.run() } }

  private func run() {
    do {
      // An unused value is freed before the work counts as over.
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

  /// Returns the result of the work, if it ends within a number of nanoseconds.
  func value(within nanoseconds: Int) -> Value? {
    end.wait(nanoseconds) ? status.withLock { $0.value } : nil
  }

  /// Abandons the work and has it stop soon.
  func abandon() {
    isCancelled.store(true, ordering: .relaxed)
    let isRunning = status.withLock { status in
      status.isAbandoned = true
      return !status.isOver
    }
    if isRunning { SideThread.countAbandoned(1) }
  }
}

/// A detached thread.
final class DetachedThread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }

  /// Runs a closure on a new thread; returns false if the system has none left.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let reference = Unmanaged.passRetained(DetachedThread(body))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        // This thread now owns the transferred reference.
        Unmanaged<DetachedThread>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, reference.toOpaque())
    if failure == 0 { pthread_detach(thread) } else { reference.release() }
    return failure == 0
  }
}

/// Releases values on a separate thread, because freeing megabytes of text takes tens of
/// milliseconds.
///
/// Owners declare it after their own references to the values, so it holds the last ones.
final class BackgroundRelease<Value: Sendable>: Sendable {
  private final class Remains: Sendable {
    private let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  /// Retained until a thread has taken ownership.
  private let remains: Unmanaged<Remains>

  init(_ value: Value) {
    remains = Unmanaged.passRetained(Remains(value))
  }

  deinit {
    let remains = remains
    if !DetachedThread.start({ remains.release() }) { remains.release() }
  }
}
