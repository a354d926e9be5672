/// The bounds of work under way: cancellation, the deadline, and the stack it runs on.
///
///     let bytes = try WorkScope.run(isCancelled: { Task.isCancelled }) { scope in
///       var bytes: [UInt8] = []
///       try PNGEncoder().encode(picture, name: "card.png", in: scope) { bytes += $0 }
///       return bytes
///     }
///
/// Functions that do one whole piece of work take a closure `isCancelled`. Parts of other work take
/// a scope: encoders, bands and canvases. Custom encoders and bands pass it on, and call
/// `checkCancellation()` between pieces of work.
///
/// - Warning: A scope is valid only inside the closure of `run`, on the thread that runs it. It
///   points to the stack of `run`, so copies cost nothing; do not store it.
@safe
public struct WorkScope {
  // A public function that may take long makes a scope and passes it down; nothing below makes
  // another one. Inner loops count their work in steps of about a nanosecond (`pass`), and
  // `isCancelled` is called after some tenths of a millisecond of work.

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
  public static var unlimited: WorkScope { unsafe WorkScope(state: nil) }

  /// Whether the work is cancelled or late: checks at once.
  public var isCancelled: Bool {
    guard let state = unsafe state else { return false }
    return unsafe state.pointee.poll()
  }

  /// Checks for cancellation at once.
  ///
  /// - Throws: `CancellationError` if the work is cancelled or late.
  public func checkCancellation() throws(CancellationError) {
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
  /// Runs work that may fail in any way, and calls `isCancelled` at once and then repeatedly.
  ///
  /// - Parameters:
  ///   - isCancelled: Returns whether the work is cancelled. Called on the thread of the caller.
  ///   - work: The work; receives the scope to pass on.
  /// - Throws: The error of the work, or `CancellationError` if `isCancelled` returns true.
  public static func run<Value>(
    isCancelled: () -> Bool, _ work: (WorkScope) throws -> Value
  ) throws -> Value {
    try run(isCancelled) { scope in Result<Value, any Error> { try work(scope) } }.get()
  }

  /// Runs work that calls `isCancelled` at once and then at intervals.
  ///
  /// - Parameter interval: The number of steps between two checks.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  package static func run<Value>(
    _ isCancelled: () -> Bool, every interval: Int = interval,
    _ work: (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(CancellationError) in
      var state = unsafe State(
        steps: interval, interval: interval, isCancelled: isCancelled, deadline: nil)
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
        var state = unsafe State(
          steps: interval, interval: interval, isCancelled: isCancelled, deadline: pointer)
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

  /// Runs a part of this work within the time of a budget, from now.
  ///
  /// No deadline is made if this work has one that ends before. Only deadlines that began before
  /// with at most the same time count, so two instants are never compared.
  ///
  /// - Parameters:
  ///   - source: The name of the part, for the error.
  ///   - work: The part; it must use the scope that it gets instead of this one.
  /// - Throws: `RenderBudget.Excess` if the time is up, `CancellationError` if this scope is
  ///   cancelled, or the error of the work.
  package func run<Value>(
    within budget: RenderBudget, of source: @autoclosure () -> String,
    _ work: (WorkScope) throws -> Value
  ) throws -> Value {
    if let deadline = unsafe state?.pointee.deadline, unsafe deadline.pointee.time <= budget.time {
      return try work(self)
    }
    return try Self.run(
      by: Deadline(budget), of: source(), isCancelled: { isCancelled }, work)
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
    try StackRoom.run(forLevels: count, self, work)
  }
}
