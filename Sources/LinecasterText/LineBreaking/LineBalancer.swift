import LinecasterGeometry

extension LineBreaker {
  /// Makes lines narrower as long as there are no more of them, so that they are about as wide as
  /// each other (`text-wrap-style: balance`, CSS Text 4 §6.4.1).
  ///
  /// As in browsers only blocks of two to six lines are balanced, and the width is found by halving
  /// the room from half of it up, to within a third of the em.
  ///
  /// - Complexity: that of breaking lines, some six times.
  mutating func balance<Failure>(_ checkpoint: Checkpoint<Failure>) throws(Failure) {
    let count = try lineCount(checkpoint)
    guard (2...Self.mostBalancedLines).contains(count) else { return }
    var most = limit
    var least = limit / 2
    let precision = max(paragraph.strutStyle.drawnSize / 3, limit / 1_024, 1e-3)
    while most - least > precision {
      let middle = (least + most) / 2
      let narrower = LineBreaker(paragraph: paragraph, view: view, limit: middle)
      if try narrower.lineCount(checkpoint) <= count { most = middle } else { least = middle }
    }
    self = LineBreaker(paragraph: paragraph, view: view, limit: most)
  }

  private static var mostBalancedLines: Int { 6 }

  /// How many lines there are, as far as it matters.
  private func lineCount<Failure>(_ checkpoint: Checkpoint<Failure>) throws(Failure) -> Int {
    var count = 0
    try breakLines(checkpoint, upTo: Self.mostBalancedLines + 1) { _ in count += 1 }
    return count
  }
}
