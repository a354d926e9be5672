import LinecasterBase

/// Where the stages of long work ask whether it is still wanted.
///
/// Stages count their work in steps of about a nanosecond, and the question is put once some tenths
/// of a millisecond of it are done. Work that nobody calls off has `Never` for its failure and
/// throws nothing. A bare pointer, so that handing it on counts no references: valid inside `run`
/// only, by one thread.
@safe
package struct Checkpoint<Failure: Error> {
  private struct Budget {
    /// What may be done before the question is put again.
    var steps: Int
    let interval: Int
    let isCancelled: () -> Bool
    let failure: Failure
  }

  /// Nil where the question is never put.
  private let state: UnsafeMutablePointer<Budget>?

  /// Counts work that was done, and throws where it is time to ask and the work is called off.
  @inline(__always)
  package func pass(_ steps: Int) throws(Failure) {
    guard let state else { return }
    state.pointee.steps -= steps
    if state.pointee.steps <= 0 { try ask() }
  }

  /// Throws where the work is called off, whenever it was asked before.
  package func ask() throws(Failure) {
    guard let state else { return }
    state.pointee.steps = state.pointee.interval
    if state.pointee.isCancelled() { throw state.pointee.failure }
  }

  /// The work between two questions.
  package static var interval: Int { 250_000 }

  /// That of work which nobody calls off, though it may fail otherwise.
  package static var silent: Checkpoint { Checkpoint(state: nil) }

  /// Does work that asks `isCancelled` at once and then now and again.
  ///
  /// - Parameters:
  ///   - isCancelled: What is asked.
  ///   - failure: What is thrown where it says so.
  ///   - interval: The work between two questions.
  ///   - work: The work, which is given the checkpoint.
  package static func run<Value>(
    _ isCancelled: () -> Bool, failing failure: Failure, every interval: Int = interval,
    _ work: (Checkpoint) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withoutActuallyEscaping(isCancelled) { isCancelled throws(Failure) in
      var state = Budget(
        steps: interval, interval: interval, isCancelled: isCancelled, failure: failure)
      return try withUnsafeMutablePointer(to: &state) { state throws(Failure) in
        let checkpoint = Checkpoint(state: state)
        try checkpoint.ask()
        return try work(checkpoint)
      }
    }
  }
}

extension Checkpoint<CancellationError> {
  /// Does work that asks `isCancelled` at once and then now and again.
  ///
  /// - Parameter interval: The work between two questions.
  package static func run<Value>(
    _ isCancelled: () -> Bool, every interval: Int = interval,
    _ work: (Checkpoint) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    try run(isCancelled, failing: CancellationError(), every: interval, work)
  }

  /// Does work as `WorkScope.run(_:over:)` does.
  package static func run<Value: Sendable>(
    _ isCancelled: () -> Bool, over units: Int,
    _ work: @escaping @Sendable (Checkpoint) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    guard units >= SideThread.leastUnits else { return try run(isCancelled, work) }
    return try SideThread.run(isCancelled) { scope throws(CancellationError) in
      try run({ scope.isCancelled }, work)
    }
  }
}
