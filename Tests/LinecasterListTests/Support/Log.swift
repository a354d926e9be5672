import LinecasterList
import Synchronization

/// Entries from any thread, in their order of arrival.
final class Log<Entry: Sendable>: Sendable {
  private struct State {
    var entries: [Entry] = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  var entries: [Entry] { state.withLock { $0.entries } }

  func add(_ entry: Entry) {
    let waiting = state.withLock { state in
      state.entries.append(entry)
      return Self.take(&state)
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits until the entries are as a closure wants them; the time limit of the suite ends a wait
  /// for entries that never come.
  func wait(until isSo: @Sendable ([Entry]) -> Bool) async throws {
    while !isSo(entries) {
      try Task.checkCancellation()
      let count = entries.count
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isLate = state.withLock { state in
            if state.entries.count != count || Task.isCancelled { return true }
            state.waiting.append(continuation)
            return false
          }
          if isLate { continuation.resume() }
        }
      } onCancel: {
        for continuation in state.withLock({ Self.take(&$0) }) { continuation.resume() }
      }
    }
  }

  private static func take(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    defer { state.waiting = [] }
    return state.waiting
  }
}

extension DeliveryMailbox {
  /// Drains the mailbox each time that work arrives, until `isDone`; the time limit of the suite
  /// ends a wait for work that never comes.
  @MainActor
  func drain(until isDone: () throws -> Bool) async throws {
    let (arrivals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    onArrival { continuation.yield() }
    defer { onArrival(nil) }
    continuation.yield()
    for await _ in arrivals {
      drain()
      if try isDone() { return }
    }
    throw CancellationError()
  }
}
