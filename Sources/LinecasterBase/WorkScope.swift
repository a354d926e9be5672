/// Whether work is still wanted, by when it must end, and on what stack it runs.
///
/// A public function that may take long makes a scope with `run` and passes it down; nothing below
/// it makes another one. Inner loops count their work in steps of about a nanosecond, and the
/// caller's question is put once some tenths of a millisecond of it are done (`pass`).
///
/// Valid inside `run` only, on one thread at a time. Copies count no references: a scope is a bare
/// pointer to the state on the stack of `run`.
@safe
package struct WorkScope {
  @usableFromInline
  struct State {
    /// The work that may be done before the next question.
    @usableFromInline var steps: Int
    let interval: Int
    let isCancelled: () -> Bool
    /// `nil` for work without a limit of time.
    let deadline: Deadline?
    /// Questions so far: the clock is read for one in eight.
    var questions = 0
    var isLate = false

    init(_ isCancelled: @escaping () -> Bool, every interval: Int, deadline: Deadline? = nil) {
      (steps, self.interval) = (interval, interval)
      (self.isCancelled, self.deadline) = (isCancelled, deadline)
    }

    mutating func ask() -> Bool {
      steps = interval
      if isLate || isCancelled() { return true }
      guard let deadline else { return false }
      if questions & 7 == 0 { isLate = deadline.isOver }
      questions &+= 1
      return isLate
    }
  }

  /// `nil` for work that nothing cancels.
  @usableFromInline let state: UnsafeMutablePointer<State>?

  @inlinable
  init(state: UnsafeMutablePointer<State>?) {
    unsafe self.state = state
  }

  /// The work between two questions.
  package static var interval: Int { 250_000 }
  @inlinable static var pieceSteps: Int { 65_536 }

  /// The scope of work that nothing cancels and that has no limit of time.
  @inlinable package static var unlimited: WorkScope { unsafe WorkScope(state: nil) }

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

  /// Counts work that was done, and asks when it is time to.
  ///
  /// - Throws: `CancellationError` if the work is no longer wanted.
  @inlinable
  @inline(__always)
  package func pass(_ steps: Int) throws(CancellationError) {
    guard let state = unsafe state else { return }
    unsafe state.pointee.steps -= steps
    if unsafe state.pointee.steps <= 0, isCancelled { throw CancellationError() }
  }

  /// Counts work that was done, for functions with a typed error of their own.
  ///
  /// - Throws: `failure` if the work is no longer wanted.
  @inlinable
  @inline(__always)
  package func pass<Failure: Error>(
    _ steps: Int, orThrow failure: @autoclosure () -> Failure
  ) throws(Failure) {
    guard let state = unsafe state else { return }
    unsafe state.pointee.steps -= steps
    if unsafe state.pointee.steps <= 0, isCancelled { throw failure() }
  }

  /// Calls `body` with consecutive pieces of a range, and asks between them.
  ///
  /// - Parameter steps: The work for each element of the range.
  @inlinable
  @inline(__always)
  package func forEachPiece(
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
      var state = State(isCancelled, every: interval)
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
      var state = State(isCancelled, every: interval, deadline: deadline)
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

  /// Does work that nothing cancels with code that can be cancelled.
  @inlinable
  @inline(__always)
  package static func finish<Value>(
    _ work: (WorkScope) throws(CancellationError) -> Value
  ) -> Value {
    while true {
      // Succeeds the first time: an unlimited scope throws nothing.
      if let value = try? work(unlimited) { return value }
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
        var state = State(isCancelled, every: Self.interval)
        return try unsafe withUnsafeMutablePointer(to: &state) { state throws(Failure) in
          try work(unsafe WorkScope(state: state))
        }
      }
    }
  }
}
