import Synchronization

/// Work on a thread of its own, and what the caller who waits for it must know.
final class SideWork<Value: Sendable>: Sendable {
  typealias Work = @Sendable (Checkpoint<CancellationError>) throws(CancellationError) -> Value

  private struct Progress {
    var value: Value?
    var isAbandoned = false
    var isOver = false
  }

  private let work: Work
  private let isCancelled = Atomic<Bool>(false)
  private let progress = Mutex(Progress())
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
      let value = try? Checkpoint.run({ isCancelled.load(ordering: .relaxed) }, work)
      progress.withLock { if !$0.isAbandoned { $0.value = value } }
    }
    let isAbandoned = progress.withLock { progress in
      progress.isOver = true
      return progress.isAbandoned
    }
    if isAbandoned { SideThread.countAbandoned(-1) }
    end.raise()
  }

  /// What the work came to, if it is over within so many nanoseconds.
  func value(within nanoseconds: Int) -> Value? {
    end.wait(nanoseconds) ? progress.withLock { $0.value } : nil
  }

  /// Leaves the work to itself, which stops it soon.
  func abandon() {
    isCancelled.store(true, ordering: .relaxed)
    let isRunning = progress.withLock { progress in
      progress.isAbandoned = true
      return !progress.isOver
    }
    if isRunning { SideThread.countAbandoned(1) }
  }
}
