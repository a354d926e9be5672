/// Strokes and gaps along a line, fitted so that the line starts and ends with a stroke.
struct StrokeFit: Hashable, Sendable {
  /// The length of a stroke.
  let stroke: Double
  /// The distance from the start of a stroke to that of the next.
  let period: Double
  /// The number of strokes.
  let count: Int

  /// Fits strokes into a line.
  ///
  /// - Parameters:
  ///   - length: How long the line is; one too long for its strokes to be counted is one stroke,
  ///     and one whose length is no finite number has none.
  ///   - stroke: How long a stroke is, above 0; shorter only where the line is.
  ///   - gap: About how long a gap is; it is changed so that the last stroke ends with the line.
  init(length: Double, stroke: Double, gap: Double) {
    guard length > stroke, stroke > 0, gap >= 0, length / stroke < 1e9 else {
      let whole = length.isFinite ? max(0, length) : 0
      (self.stroke, period, count) = (whole, max(whole, 1), whole > 0 ? 1 : 0)
      return
    }
    let gaps = max(1, ((length - stroke) / (stroke + gap)).rounded())
    self.stroke = stroke
    period = (length - stroke) / gaps
    count = Int(gaps) + 1
  }

  /// The strokes that touch a stretch of the line.
  func indices(from start: Double, to end: Double) -> Range<Int> {
    guard count > 0, end > start else { return 0..<0 }
    let first = min(max((start - stroke) / period, 0), Double(count)).rounded(.down)
    let last = min(max(end / period, -1), Double(count - 1)).rounded(.down)
    return Int(first)..<max(Int(first), Int(last) + 1)
  }
}
