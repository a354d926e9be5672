import Dispatch
import Foundation
package import LinecasterBase
import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

extension WorkScope {
  /// Runs parts of the work on all processors, and waits for them.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - work: Runs a part, by its index, on any thread; receives the scope to pass on.
  /// - Throws: The error of a part, which ends the others; `CancellationError` if this scope is
  ///   cancelled.
  package func runParts(
    _ count: Int, _ work: @Sendable (_ index: Int, _ scope: WorkScope) throws -> Void
  ) throws {
    let outcome = PartsOutcome()
    // Safe: only the calling thread uses this scope.
    nonisolated(unsafe) let question = self
    let caller = pthread_self()
    DispatchQueue.concurrentPerform(iterations: count) { index in
      outcome.take {
        try WorkScope.run(isCancelled: {
          if pthread_equal(pthread_self(), caller) != 0, question.isCancelled { outcome.stop() }
          return outcome.isStopped
        }) { scope in try work(index, scope) }
      }
    }
    try outcome.check()
  }
}

/// The outcome of parts of work, reported from any thread.
private final class PartsOutcome: Sendable {
  private let error = Mutex<(any Error)?>(nil)
  private let isEnding = Atomic(false)

  /// Whether the remaining parts are skipped.
  var isStopped: Bool { isEnding.load(ordering: .relaxed) }

  /// Skips the remaining parts.
  func stop() { isEnding.store(true, ordering: .relaxed) }

  /// Runs a part, unless another one has failed.
  func take(_ work: () throws -> Void) {
    guard !isStopped else { return }
    do {
      try work()
    } catch {
      stop()
      // A fault takes precedence over the cancellations that it causes.
      self.error.withLock { if $0 == nil || $0 is CancellationError { $0 = error } }
    }
  }

  /// Throws the error of a part, or `CancellationError` if parts were skipped.
  func check() throws {
    if let error = error.withLock({ $0 }) { throw error }
    if isStopped { throw CancellationError() }
  }
}
