import Synchronization

/// Contents that other threads leave for one receiver, which takes all of it at once. At most one
/// notification is under way at a time.
final class Inbox<Contents: Sendable>: Sendable {
  private struct State {
    var contents: Contents?
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Whether `close()` has been called.
  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Changes the contents, which are `nil` while there is nothing to take.
  ///
  /// - Returns: Whether there was nothing before, so the receiver must be notified.
  func put(_ change: (inout Contents?) -> Void) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      let isFirst = state.contents == nil
      change(&state.contents)
      return isFirst && state.contents != nil
    }
  }

  /// Whether there is nothing to take.
  var isEmpty: Bool { state.withLock { $0.contents == nil } }

  /// Returns whether the contents satisfy a condition; false if empty.
  func contains(_ condition: (Contents) -> Bool) -> Bool {
    state.withLock { $0.contents.map(condition) ?? false }
  }

  /// Takes all contents; `nil` if empty.
  func take() -> Contents? {
    state.withLock { state in
      defer { state.contents = nil }
      return state.contents
    }
  }

  /// Drops the contents, and all later ones.
  func close() { state.withLock { $0 = State(isClosed: true) } }
}

extension Inbox where Contents: RangeReplaceableCollection {
  /// Adds an element.
  ///
  /// - Returns: Whether there was nothing before, so the receiver must be notified.
  @discardableResult
  func append(_ element: Contents.Element) -> Bool {
    put { contents in
      if contents == nil { contents = Contents() }
      contents?.append(element)
    }
  }
}

/// Reports a callback that was dropped without being called, for example the end of a batch or of
/// a load.
///
/// The closure that is handed out keeps the lease alive. A host that goes away or forgets the
/// closure releases it, so the controller does not wait forever.
final class Lease: Sendable {
  private let isEnded = Atomic<Bool>(false)
  private let whenDropped: @Sendable () -> Void

  /// - Parameter whenDropped: Called at most once, on the thread that drops the lease.
  init(whenDropped: @escaping @Sendable () -> Void) {
    self.whenDropped = whenDropped
  }

  deinit {
    if !isEnded.load(ordering: .relaxed) { whenDropped() }
  }

  /// Marks the callback as called.
  func end() { isEnded.store(true, ordering: .relaxed) }
}

/// A value that one task waits for: the first one counts, for example an outcome or a
/// cancellation.
final class Promise<Value: Sendable>: Sendable {
  private enum Progress {
    case begun
    case waiting(CheckedContinuation<Value, Never>)
    case ended(Value)
  }

  private let state = Mutex(Progress.begun)

  /// The value; only one task may wait for it.
  var value: Value {
    get async {
      await withCheckedContinuation { continuation in
        let ended: Value? = state.withLock { state in
          if case .ended(let value) = state { return value }
          state = .waiting(continuation)
          return nil
        }
        if let ended { continuation.resume(returning: ended) }
      }
    }
  }

  /// Sets the value, unless it has one.
  func resume(with value: Value) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
      switch state {
      case .ended: return nil
      case .begun:
        state = .ended(value)
        return nil
      case .waiting(let continuation):
        state = .ended(value)
        return continuation
      }
    }
    waiting?.resume(returning: value)
  }
}
