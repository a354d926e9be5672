package import LinecasterBase

// MARK: - Doors

extension WorkScope {
  /// Does work over a text of some units that asks `isCancelled` at once and then now and again: on
  /// the calling thread, or, if the text is long, on one that the caller can leave behind.
  ///
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  package static func run<Value: Sendable>(
    _ isCancelled: () -> Bool, over units: Int,
    _ work: @escaping @Sendable (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    guard units >= SideThread.leastUnits else { return try run(isCancelled, work) }
    return try SideThread.run(isCancelled, work)
  }

  /// Whether a text of some units takes less than a millisecond: `isCancelled` is then asked here,
  /// once, and the caller does the work without a scope, which costs no closure that escapes.
  static func isBrief(
    _ units: Int, _ isCancelled: () -> Bool
  ) throws(CancellationError) -> Bool {
    guard units < shortUnits else { return false }
    if isCancelled() { throw CancellationError() }
    return true
  }

  /// With fewer UTF-16 units a text takes less than a millisecond.
  private static let shortUnits = 1_024

  /// Does work that nothing cancels with code that can be cancelled.
  @inline(__always)
  package static func finish<Value>(
    _ work: (WorkScope) throws(CancellationError) -> Value
  ) -> Value {
    while true {
      // Succeeds the first time: an unlimited scope throws nothing.
      do throws(CancellationError) { return try work(unlimited) } catch {}
    }
  }
}

// MARK: - In loops

extension WorkScope {
  /// Counts work that was done, and asks when it is time to.
  ///
  /// Here and not beside `ask`, since lines and glyphs are counted in loops that a call would
  /// dominate.
  ///
  /// - Throws: `CancellationError` if the work is no longer wanted.
  @inline(__always)
  package func pass(_ steps: Int) throws(CancellationError) {
    guard let state else { return }
    state.pointee.steps -= steps
    if state.pointee.steps <= 0 { try ask() }
  }

  /// Calls `body` with consecutive pieces of a range, and asks between them.
  ///
  /// - Parameter steps: The work for each element of the range.
  @inline(__always)
  func forEachPiece(
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

  /// The steps of a piece.
  private static var pieceSteps: Int { 65_536 }
}
