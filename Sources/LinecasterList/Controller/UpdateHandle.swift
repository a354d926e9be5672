import Synchronization

/// An update under way: reports its outcome, and can cancel it.
///
/// Thread-safe.
///
///     let update = controller.update { model }
///     update.whenResolved { outcome in
///       if case .failed(let error) = outcome { print(error) }
///     }
///     update.cancel()
public final class UpdateHandle: Sendable {
  private struct State {
    var outcome: UpdateOutcome?
    var observers: [Int: @Sendable (UpdateOutcome) -> Void] = [:]
    var observerCount = 0
    var attempt: Attempt?
  }

  /// Work that has started.
  private struct Attempt {
    let token: CancellationToken
    let whenStopped: @Sendable () -> Void

    func stop() {
      token.cancel()
      whenStopped()
    }
  }

  /// The number of the update in its controller; newer updates have larger numbers.
  public let generation: Int

  /// Set when the update is cancelled.
  let token = CancellationToken()
  private let state = Mutex(State())
  private let requestCancel: @Sendable () -> Void

  init(generation: Int, requestCancel: @escaping @Sendable () -> Void) {
    self.generation = generation
    self.requestCancel = requestCancel
  }

  /// Cancels the update unless the host already has it.
  ///
  /// Running work stops at its next row or text; the outcome follows on the main queue.
  public func cancel() {
    stopForGood()
    requestCancel()
  }

  /// The outcome; `nil` while the update is under way.
  public var currentOutcome: UpdateOutcome? { state.withLock { $0.outcome } }

  /// Waits for the outcome.
  ///
  /// - Throws: `CancellationError`, at once, if the waiting task is cancelled; the update proceeds.
  public var outcome: UpdateOutcome {
    get async throws(CancellationError) {
      let end = Promise<UpdateOutcome?>()
      let number = observe { end.resume(with: $0) }
      let outcome = await withTaskCancellationHandler {
        await end.value
      } onCancel: {
        end.resume(with: nil)
      }
      if let number { state.withLock { $0.observers[number] = nil } }
      guard let outcome else { throw CancellationError() }
      return outcome
    }
  }

  /// Calls `observer` once: when the update ends, or now if it has ended.
  ///
  /// The observer runs on the thread that ends the update: usually the main queue, or the thread
  /// that releases the controller.
  public func whenResolved(_ observer: @escaping @Sendable (UpdateOutcome) -> Void) {
    observe(observer)
  }

  /// - Returns: The observer's key while the update is under way.
  @discardableResult
  private func observe(_ observer: @escaping @Sendable (UpdateOutcome) -> Void) -> Int? {
    let (number, known) = state.withLock { state -> (Int?, UpdateOutcome?) in
      guard state.outcome == nil else { return (nil, state.outcome) }
      state.observerCount += 1
      state.observers[state.observerCount] = observer
      return (state.observerCount, nil)
    }
    if let known { observer(known) }
    return number
  }

  /// Ends the update; only the first outcome counts.
  func resolve(_ outcome: UpdateOutcome) {
    let observers = state.withLock { state in
      guard state.outcome == nil else { return [@Sendable (UpdateOutcome) -> Void]() }
      state.outcome = outcome
      defer { state.observers = [:] }
      return state.observers.sorted { $0.key < $1.key }.map(\.value)
    }
    for observer in observers { observer(outcome) }
  }
}

/// The work of an update, which may be stopped and started again.
extension UpdateHandle {
  /// Starts the work; running work checks the token to see whether to stop.
  ///
  /// - Parameter whenStopped: Called if the work is to stop before it has ended.
  func beginAttempt(whenStopped: @escaping @Sendable () -> Void = {}) -> CancellationToken {
    let attempt = Attempt(token: CancellationToken(), whenStopped: whenStopped)
    let isStopped = state.withLock { state in
      state.attempt = attempt
      return token.isCancelled
    }
    if isStopped { attempt.stop() }
    return attempt.token
  }

  /// Stops the work under way.
  func stopAttempt() {
    let attempt = state.withLock { state in
      defer { state.attempt = nil }
      return state.attempt
    }
    attempt?.stop()
  }

  /// Stops the work under way, and keeps it from starting again.
  func stopForGood() {
    let attempt = state.withLock { state in
      token.cancel()
      return state.attempt
    }
    attempt?.stop()
  }

  /// Returns whether an attempt is the latest, and has not been stopped for a newer update.
  func isUnderWay(_ attempt: CancellationToken) -> Bool {
    state.withLock { $0.attempt?.token === attempt }
  }
}

/// The way in which an update ended; every update ends exactly once.
public enum UpdateOutcome: Sendable {
  /// The update was handed to the host, which has finished or has been released.
  case applied(generation: Int)
  /// A newer update overtook this one, and has been handed to the host; or too many overtaken
  /// updates were waiting to keep this one.
  case superseded(by: Int)
  /// The update was cancelled, or its controller was released.
  case cancelled
  /// The model of the update could not be made, measured or drawn.
  case failed(any Error)
}
