/// The runs of backticks in a text, so that each search for one looks at it once.
struct BacktickRuns {
  /// The starts of the runs of each length, last first.
  private var starts: [Int: [Int]] = [:]

  init(_ text: [Unicode.Scalar]) {
    var end = text.count
    while end > 0 {
      var start = end
      while start > 0, text[start - 1] == "`" { start -= 1 }
      if start < end { starts[end - start, default: []].append(start) }
      end = min(start, end - 1)
    }
  }

  /// The start of the first run of a length after a place; places asked for must rise.
  mutating func nextRun(of length: Int, after place: Int) -> Int? {
    while let start = starts[length]?.last, start <= place { starts[length]?.removeLast() }
    return starts[length]?.last
  }
}
