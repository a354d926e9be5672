import Synchronization

/// An update under way: tells how it ends, and calls it off.
///
/// May be used on any thread.
///
///     let update = controller.update { model }
///     update.whenResolved { outcome in
///       if case .failed(let error) = outcome { print(error) }
///     }
///     update.cancel()
public final class UpdateHandle: Sendable {
  private struct State {
    var outcome: UpdateOutcome?
    var observers: [@Sendable (UpdateOutcome) -> Void] = []
  }

  /// Counts the updates of the controller; larger is newer.
  public let generation: Int

  let token = CancellationToken()
  private let state = Mutex(State())
  private let requestCancel: @Sendable () -> Void

  init(generation: Int, requestCancel: @escaping @Sendable () -> Void) {
    self.generation = generation
    self.requestCancel = requestCancel
  }

  /// Calls the update off unless it has been handed to the host.
  ///
  /// Running work stops at its next row or text; the outcome follows on the main queue.
  public func cancel() {
    token.cancel()
    requestCancel()
  }

  /// How the update ended; nil while it is under way.
  public var currentOutcome: UpdateOutcome? { state.withLock { $0.outcome } }

  /// How the update ends.
  public var outcome: UpdateOutcome {
    get async {
      await withCheckedContinuation { continuation in
        whenResolved { continuation.resume(returning: $0) }
      }
    }
  }

  /// Calls `observer` once, when the update has ended, or now if it has.
  ///
  /// On the thread that ends the update: the main queue, or the one that releases the controller.
  public func whenResolved(_ observer: @escaping @Sendable (UpdateOutcome) -> Void) {
    let known = state.withLock { state in
      if state.outcome == nil { state.observers.append(observer) }
      return state.outcome
    }
    if let known { observer(known) }
  }

  /// Ends the update; the first outcome counts, later ones are dropped.
  func resolve(_ outcome: UpdateOutcome) {
    let observers = state.withLock { state in
      guard state.outcome == nil else { return [@Sendable (UpdateOutcome) -> Void]() }
      state.outcome = outcome
      defer { state.observers = [] }
      return state.observers
    }
    for observer in observers { observer(outcome) }
  }
}

/// How an update ended; every update ends exactly once.
public enum UpdateOutcome: Sendable {
  /// It was handed to the host, which has finished or gone away.
  case applied(generation: Int)
  /// A newer update came before it was applied.
  case superseded(by: Int)
  /// It was called off, or its controller went away.
  case cancelled
  /// Its model could not be made, measured or drawn.
  case failed(any Error)
}
