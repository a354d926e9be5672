import Synchronization

/// Coalesces concurrent work: callers with equal keys share one run.
///
/// The run is cancelled when its last caller is.
final class AsyncSingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    /// The number of the first caller, which distinguishes flights of one key.
    let number: Int
    let task: Task<Void, Never>
    var waiting: [Int: CheckedContinuation<Value, any Error>]
  }

  private struct State {
    var flights: [Key: Flight] = [:]
    var lastNumber = 0
  }

  private let state = Mutex(State())

  /// Returns the value of the work, and whether the caller joined a run under way.
  ///
  /// - Throws: Errors of the work; `CancellationError` if the task is cancelled, which also cancels
  ///   the work if no other caller waits for it.
  func value(
    for key: Key, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> (value: Value, isJoined: Bool) {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    let isJoined = Atomic(false)
    let value = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let joined = join(key, number, continuation, work)
        isJoined.store(joined, ordering: .relaxed)
        // A cancellation before this point did not find the caller.
        if Task.isCancelled { leave(key, number) }
      }
    } onCancel: {
      leave(key, number)
    }
    return (value, isJoined.load(ordering: .relaxed))
  }

  /// Waits for work under way, or starts it.
  private func join(
    _ key: Key, _ number: Int, _ continuation: CheckedContinuation<Value, any Error>,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Bool {
    state.withLock { state in
      guard state.flights[key] == nil else {
        state.flights[key]?.waiting[number] = continuation
        return true
      }
      let task = Task {
        do {
          finish(key, number, .success(try await work()))
        } catch {
          finish(key, number, .failure(error))
        }
      }
      state.flights[key] = Flight(number: number, task: task, waiting: [number: continuation])
      return false
    }
  }

  private func finish(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
    let waiting = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
      guard let flight = state.flights[key], flight.number == number else { return [] }
      state.flights[key] = nil
      return Array(flight.waiting.values)
    }
    for continuation in waiting { continuation.resume(with: result) }
  }

  private func leave(_ key: Key, _ number: Int) {
    let left = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard let left = state.flights[key]?.waiting.removeValue(forKey: number) else { return nil }
      if let flight = state.flights[key], flight.waiting.isEmpty {
        // Later callers start a new run.
        state.flights[key] = nil
        flight.task.cancel()
      }
      return left
    }
    left?.resume(throwing: CancellationError())
  }
}
