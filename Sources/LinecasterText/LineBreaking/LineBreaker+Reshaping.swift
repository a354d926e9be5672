extension LineBreaker {
  /// What must be shaped again after a break before `start`; nil where the break is safe.
  func head(at start: Int) -> LineSpan.Stretch? {
    guard let run = runCut(at: start) else { return nil }
    var end = start + 1
    while end < run.end, paragraph.boundaries[end].contains(.unsafe) { end += 1 }
    return reshape(start..<end, of: run)
  }

  /// How much wider the head is than the same text was before, in layout points.
  func headCorrection(_ head: LineSpan.Stretch?) -> Double {
    guard let head else { return 0 }
    let run = paragraph.runs[paragraph.runIndex(containing: head.range.lowerBound)]
    return Double(head.advance(in: head.range)) * run.scale
      - paragraph.width(of: head.range, in: run)
  }

  /// The line that shows a range, with what its end makes the shaper do again.
  func span(_ range: Range<Int>, head: LineSpan.Stretch?) -> LineSpan {
    var line = LineSpan(range: range, contentEnd: contentEnd(of: range), head: head)
    guard let run = runCut(at: range.upperBound) else { return line }
    var start = range.upperBound - 1
    let first = max(range.lowerBound, run.start)
    while start > first, paragraph.boundaries[start].contains(.unsafe) { start -= 1 }
    if let head, start < head.range.upperBound {
      line.head = reshape(head.range.lowerBound..<range.upperBound, of: run)
    } else {
      line.tail = reshape(start..<range.upperBound, of: run)
    }
    return line
  }

  /// The run whose glyphs a break before `unit` changes; nil where the break is safe.
  private func runCut(at unit: Int) -> ShapedRun? {
    guard unit < paragraph.count, paragraph.boundaries[unit].contains(.unsafe) else { return nil }
    let run = paragraph.runs[paragraph.runIndex(containing: unit)]
    return run.start < unit ? run : nil
  }

  private func reshape(_ range: Range<Int>, of run: ShapedRun) -> LineSpan.Stretch {
    LineSpan.Stretch(
      range: range, glyphs: paragraph.typesetter.reshape(range, of: run, in: paragraph))
  }

  /// The end of a line without the white space and terminator at its end.
  private func contentEnd(of range: Range<Int>) -> Int {
    var end = range.upperBound
    while end > range.lowerBound, !paragraph.boundaries[end - 1].isDisjoint(with: .hanging) {
      end -= 1
    }
    return end
  }
}
