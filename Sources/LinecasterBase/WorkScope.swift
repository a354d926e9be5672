/// The bounds of work under way: cancellation, the deadline, and the stack it runs on.
///
/// A public function that may take long makes a scope with `run` and passes it down; nothing below
/// makes another one. Inner loops count their work in steps of about a nanosecond (`pass`); the
/// caller's `isCancelled` is called after some tenths of a millisecond of work.
///
/// Valid only inside `run`, on one thread at a time. Copies involve no reference counting: a scope
/// is a bare pointer to the state on the stack of `run`.
@safe
package struct WorkScope {
  /// Safe: the deadline that it points to outlives it, because `run` holds both.
  @safe
  package struct State {
    /// The steps left before the next check.
    package var steps: Int
    let interval: Int
    let isCancelled: () -> Bool
    /// `nil` for work without a time limit. A pointer, because the size of a clock's instant is
    /// known only at run time, and a state that held one would be copied by way of its metadata.
    let deadline: UnsafePointer<Deadline>?
    /// The number of checks so far: the clock is read for one in eight.
    var polls = 0
    var isLate = false

    init(
      _ isCancelled: @escaping () -> Bool, every interval: Int,
      deadline: UnsafePointer<Deadline>? = nil
    ) {
      (steps, self.interval) = (interval, interval)
      self.isCancelled = isCancelled
      unsafe self.deadline = deadline
    }

    mutating func poll() -> Bool {
      steps = interval
      if isLate || isCancelled() { return true }
      guard let deadline = unsafe deadline else { return false }
      if polls & 7 == 0 { isLate = unsafe deadline.pointee.isOver }
      polls &+= 1
      return isLate
    }
  }

  /// `nil` for work that cannot be cancelled. Visible to LinecasterText, which counts in its
  /// innermost loops: the compiler does not inline package functions of other modules.
  package let state: UnsafeMutablePointer<State>?

  init(state: UnsafeMutablePointer<State>?) {
    unsafe self.state = state
  }

  /// The number of steps between two checks.
  static var interval: Int { 250_000 }

  /// The scope of work that cannot be cancelled and has no time limit.
  package static var unlimited: WorkScope { unsafe WorkScope(state: nil) }

  /// Whether the work is cancelled or late: checks at once.
  package var isCancelled: Bool {
    guard let state = unsafe state else { return false }
    return unsafe state.pointee.poll()
  }

  /// Checks for cancellation at once.
  ///
  /// - Throws: `CancellationError` if the work is cancelled or late.
  package func checkCancellation() throws(CancellationError) {
    if isCancelled { throw CancellationError() }
  }

  /// Counts steps of finished work, for functions with their own typed error.
  ///
  /// - Throws: `failure` if the work is cancelled or late.
  package func pass<Failure: Error>(
    _ steps: Int, orThrow failure: @autoclosure () -> Failure
  ) throws(Failure) {
    guard let state = unsafe state else { return }
    unsafe state.pointee.steps -= steps
    if unsafe state.pointee.steps <= 0, isCancelled { throw failure() }
  }
}

// MARK: - Doors

extension WorkScope {
  /// Runs work that calls `isCancelled` at once and then at intervals.
  ///
  /// - Parameter interval: The number of steps between two checks.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  package static func run<Value>(
    _ isCancelled: () -> Bool, every interval: Int = interval,
    _ work: (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(CancellationError) in
      var state = unsafe State(isCancelled, every: interval)
      return try unsafe withUnsafeMutablePointer(to: &state) { state throws(CancellationError) in
        let scope = unsafe WorkScope(state: state)
        try scope.checkCancellation()
        return try work(scope)
      }
    }
  }

  /// Runs work that must end by a deadline and calls `isCancelled` at once and then at intervals.
  ///
  /// - Parameters:
  ///   - source: The name of the work, for the error.
  ///   - isCancelled: Takes precedence over the deadline.
  /// - Throws: `RenderBudget.Excess` if the time is up, `CancellationError` if `isCancelled`
  ///   returns true, or the error of the work.
  package static func run<Value>(
    by deadline: Deadline, of source: @autoclosure () -> String, isCancelled: () -> Bool,
    _ work: (WorkScope) throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(isCancelled) { isCancelled in
      try unsafe withUnsafePointer(to: deadline) { pointer in
        var state = unsafe State(isCancelled, every: interval, deadline: pointer)
        do {
          return try unsafe withUnsafeMutablePointer(to: &state) { state in
            let scope = unsafe WorkScope(state: state)
            try scope.checkCancellation()
            return try work(scope)
          }
        } catch is CancellationError where state.isLate {
          throw deadline.excess(source())
        }
      }
    }
  }
}

// MARK: - The stack

extension WorkScope {
  /// Runs work over a tree of some levels on a thread with a large enough stack: the calling one
  /// for a few levels.
  ///
  /// - Parameter work: The work; it must use the scope that it gets instead of this one.
  package func withRoom<Value, Failure: Error>(
    forLevels count: Int, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard StackRoom.isNeeded(forLevels: count) else { return try work(self) }
    return try StackRoom.withRoom(
      forLevels: count, isCancelled: { isCancelled }
    ) { isCancelled throws(Failure) in
      try withoutActuallyEscaping(isCancelled) { isCancelled throws(Failure) in
        var state = unsafe State(isCancelled, every: Self.interval)
        return try unsafe withUnsafeMutablePointer(to: &state) { state throws(Failure) in
          try work(unsafe WorkScope(state: state))
        }
      }
    }
  }
}
