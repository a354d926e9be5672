/// The bounds of work under way: cancellation, the deadline, and the stack it runs on.
///
/// A public function that may take long makes a scope with `run` and passes it down; nothing below
/// it makes another one. Inner loops count their work in steps of about a nanosecond (`pass`), and
/// the caller's question is put once some tenths of a millisecond of it are done.
///
/// Valid inside `run` only, on one thread at a time. Copies count no references: a scope is a bare
/// pointer to the state on the stack of `run`.
@safe
package struct WorkScope {
  /// Safe: the deadline that it points to outlives it, since `run` holds both.
  @safe
  package struct State {
    /// The work that may be done before the next question.
    package var steps: Int
    let interval: Int
    let isCancelled: () -> Bool
    /// `nil` for work without a limit of time. A pointer, since the size of a clock's instant is
    /// known at run time only, and a state that held one would be copied by way of its metadata.
    let deadline: UnsafePointer<Deadline>?
    /// Questions so far: the clock is read for one in eight.
    var questions = 0
    var isLate = false

    init(
      _ isCancelled: @escaping () -> Bool, every interval: Int,
      deadline: UnsafePointer<Deadline>? = nil
    ) {
      (steps, self.interval) = (interval, interval)
      self.isCancelled = isCancelled
      unsafe self.deadline = deadline
    }

    mutating func ask() -> Bool {
      steps = interval
      if isLate || isCancelled() { return true }
      guard let deadline = unsafe deadline else { return false }
      if questions & 7 == 0 { isLate = unsafe deadline.pointee.isOver }
      questions &+= 1
      return isLate
    }
  }

  /// `nil` for work that nothing cancels. Seen by LinecasterText, which counts in its innermost
  /// loops: the compiler inlines no package functions of other modules.
  package let state: UnsafeMutablePointer<State>?

  init(state: UnsafeMutablePointer<State>?) {
    unsafe self.state = state
  }

  /// The work between two questions.
  static var interval: Int { 250_000 }

  /// The scope of work that nothing cancels and that has no limit of time.
  package static var unlimited: WorkScope { unsafe WorkScope(state: nil) }

  /// Whether the work is no longer wanted: asks at once.
  package var isCancelled: Bool {
    guard let state = unsafe state else { return false }
    return unsafe state.pointee.ask()
  }

  /// Asks at once.
  ///
  /// - Throws: `CancellationError` if the work is no longer wanted.
  package func ask() throws(CancellationError) {
    if isCancelled { throw CancellationError() }
  }

  /// Counts work that was done, for functions with a typed error of their own.
  ///
  /// - Throws: `failure` if the work is no longer wanted.
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
  /// Does work that asks `isCancelled` at once and then now and again.
  ///
  /// - Parameter interval: The work between two questions.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  package static func run<Value>(
    _ isCancelled: () -> Bool, every interval: Int = interval,
    _ work: (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(CancellationError) in
      var state = unsafe State(isCancelled, every: interval)
      return try unsafe withUnsafeMutablePointer(to: &state) { state throws(CancellationError) in
        let scope = unsafe WorkScope(state: state)
        try scope.ask()
        return try work(scope)
      }
    }
  }

  /// Does work that must end by a deadline and asks `isCancelled` at once and then now and again.
  ///
  /// - Parameters:
  ///   - source: What takes the time, for the error.
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
            try scope.ask()
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
  /// Does work over a tree of some levels on a thread whose stack has room for them, which is the
  /// calling one for a few levels.
  ///
  /// - Parameter work: Gets the scope that it must use instead of this one.
  package func withRoom<Value, Failure: Error>(
    forLevels count: Int, _ work: (WorkScope) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    guard StackRoom.isWanted(forLevels: count) else { return try work(self) }
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
