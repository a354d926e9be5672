package import LinecasterBase
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

// MARK: - Doors

extension WorkScope {
  /// Runs work over a text, after a check for cancellation: on the calling thread or, if the text
  /// is long, on one that the caller can abandon.
  ///
  /// - Parameter work: The work; it must use the scope that it gets instead of this one.
  /// - Throws: `CancellationError` if the scope is cancelled.
  package func run<Value: Sendable>(
    over units: Int, _ work: @escaping @Sendable (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    guard units >= SideThread.leastUnits else {
      try checkCancellation()
      return try work(self)
    }
    return try SideThread.run(self, work)
  }

  /// Whether a text takes less than a millisecond: the scope is then checked here, once, and the
  /// caller works without one, which avoids an escaping closure.
  func isBrief(_ units: Int) throws(CancellationError) -> Bool {
    guard Self.isShort(units) else { return false }
    try checkCancellation()
    return true
  }

  /// Whether a text takes less than a millisecond, so that the check of a new scope is enough.
  static func isShort(_ units: Int) -> Bool { units < shortUnits }

  /// The number of UTF-16 units below which a text takes less than a millisecond.
  private static let shortUnits = 1_024

  /// Runs cancellable work without cancellation.
  @inline(__always)
  package static func finish<Value>(
    _ work: (WorkScope) throws(CancellationError) -> Value
  ) -> Value {
    while true {
      // Succeeds the first time: an unlimited scope throws nothing.
      do throws(CancellationError) { return try work(unlimited) } catch {}
    }
  }
}

// MARK: - In loops

extension WorkScope {
  /// Counts completed work, and checks for cancellation when due.
  ///
  /// Defined here and not beside `checkCancellation` for inlining: it counts lines and glyphs in
  /// loops that a call would dominate.
  ///
  /// - Throws: `CancellationError` if the work is cancelled.
  @inline(__always)
  package func pass(_ steps: Int) throws(CancellationError) {
    guard let state else { return }
    state.pointee.steps -= steps
    if state.pointee.steps <= 0 { try checkCancellation() }
  }

  /// Calls `body` with consecutive pieces of a range, and checks for cancellation between them.
  ///
  /// - Parameter steps: The work for each element of the range.
  @inline(__always)
  func forEachPiece(
    of range: Range<Int>, steps: Int, _ body: (Range<Int>) throws(CancellationError) -> Void
  ) throws(CancellationError) {
    let size = Self.pieceSteps / steps
    var start = range.lowerBound
    repeat {
      let end = min(range.upperBound, start + size)
      try body(start..<end)
      try pass((end - start) * steps)
      start = end
    } while start < range.upperBound
  }

  /// The steps of a piece.
  private static var pieceSteps: Int { 65_536 }
}
