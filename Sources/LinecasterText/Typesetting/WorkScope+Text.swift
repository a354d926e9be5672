package import LinecasterBase

// MARK: - Doors

extension WorkScope {
  /// Runs work over a text, after a check for cancellation: on the calling thread or, if the text
  /// is long, on one that the caller can abandon.
  ///
  /// - Parameter work: The work; it must use the scope that it gets instead of this one.
  /// - Throws: `CancellationError` if the scope is cancelled.
  package func run<Value: Sendable>(
    over units: Int, _ work: @escaping @Sendable (WorkScope) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    guard units >= SideThread.leastUnits else {
      try checkCancellation()
      return try work(self)
    }
    return try SideThread.run(self, work)
  }

  /// Whether a text takes less than a millisecond: the scope is then checked here, once, and the
  /// caller works without one, which avoids an escaping closure.
  func isBrief(_ units: Int) throws(CancellationError) -> Bool {
    guard Self.isShort(units) else { return false }
    try checkCancellation()
    return true
  }

  /// Whether a text takes less than a millisecond, so that the check of a new scope is enough.
  static func isShort(_ units: Int) -> Bool { units < shortUnits }

  /// The number of UTF-16 units below which a text takes less than a millisecond.
  private static let shortUnits = 1_024

  /// Runs cancellable work without cancellation.
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
  /// Counts completed work, and checks for cancellation when due.
  ///
  /// Defined here and not beside `checkCancellation` for inlining: it counts lines and glyphs in
  /// loops that a call would dominate.
  ///
  /// - Throws: `CancellationError` if the work is cancelled.
  @inline(__always)
  package func pass(_ steps: Int) throws(CancellationError) {
    guard let state else { return }
    state.pointee.steps -= steps
    if state.pointee.steps <= 0 { try checkCancellation() }
  }

  /// Calls `body` with consecutive pieces of a range, and checks for cancellation between them.
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
