/// Breaks a shaped paragraph into lines no wider than a limit, each as long as it can be.
///
/// Lines are found by the positions that shaping left (shape once, break many): a search in the
/// run where the limit falls, then a step back to a line opportunity. Only a break that HarfBuzz
/// calls unsafe is shaped again, from the break to the nearest safe place.
struct LineBreaker {
  let paragraph: ShapedParagraph
  /// The widest a line may be, in layout points.
  let limit: Double

  /// Sums of widths that should equal the limit may miss it by this much, in layout points.
  static let tolerance = 1.0 / 1024

  /// Every line, or as many as the paragraph may show, the last one cut where text is left.
  func breakLines() -> [LineSpan] {
    var lines: [LineSpan] = []
    let maximum = max(1, paragraph.style.maximumLines ?? .max)
    var start = 0
    repeat {
      lines.append(nextLine(from: start))
      start = lines[lines.count - 1].range.upperBound
    } while start < paragraph.count && lines.count < maximum
    if start < paragraph.count {
      lines[lines.count - 1] = TailTruncator(breaker: self).truncate(lines[lines.count - 1])
    }
    return lines
  }

  /// The longest line that starts at a unit and fits, or the shortest one where none does.
  private func nextLine(from start: Int) -> LineSpan {
    guard start < paragraph.count else {
      return LineSpan(range: start..<start, contentEnd: start)
    }
    let head = head(at: start)
    let reach = hangingEnd(from: reach(from: start, head: head, limit: limit), lineStart: start)
    if reach == paragraph.count || isForcedEnd(reach, lineStart: start) {
      return span(start..<reach, head: head)
    }
    var end = reach
    while let candidate = opportunity(after: start, upTo: end) {
      let line = span(start..<candidate, head: head)
      if fits(line) { return line }
      end = candidate - 1
    }
    return emergencyLine(from: start, upTo: reach, head: head)
  }

  /// A line that ends inside a word, since no line opportunity fits; at least one grapheme long.
  private func emergencyLine(from start: Int, upTo reach: Int, head: LineSpan.Stretch?) -> LineSpan
  {
    var end = max(reach, start + 1)
    while end > start {
      while end > start, !paragraph.boundaries[end].contains(.grapheme) { end -= 1 }
      guard end > start else { break }
      let line = span(start..<end, head: head)
      if fits(line) { return line }
      end -= 1
    }
    return span(start..<nextGrapheme(after: start), head: head)
  }

  /// The last line opportunity after `start`, at `end` or before it.
  private func opportunity(after start: Int, upTo end: Int) -> Int? {
    var unit = end
    while unit > start {
      if paragraph.boundaries[unit].contains(.softBreak) { return unit }
      unit -= 1
    }
    return nil
  }

  func nextGrapheme(after unit: Int) -> Int {
    var end = unit + 1
    while end < paragraph.count, !paragraph.boundaries[end].contains(.grapheme) { end += 1 }
    return end
  }

  /// The last unit that text from `start` can reach within a limit, or the next forced end.
  func reach(from start: Int, head: LineSpan.Stretch?, limit: Double) -> Int {
    var width = headCorrection(head)
    var index = paragraph.runIndex(containing: start)
    while index < paragraph.runs.count {
      let run = paragraph.runs[index]
      let from = max(start, run.start)
      let rest = paragraph.width(of: from..<run.end, in: run)
      guard width + rest <= limit + Self.tolerance else {
        return lastFitting(from: from, in: run, room: limit + Self.tolerance - width)
      }
      if paragraph.boundaries[run.end].contains(.hardBreak) { return run.end }
      width += rest
      index += 1
    }
    return paragraph.count
  }

  /// The last unit of a run before which the text from `from` is no wider than `room`.
  private func lastFitting(from: Int, in run: ShapedRun, room: Double) -> Int {
    var low = from
    var high = run.end
    while low < high {
      let middle = (low + high + 1) / 2
      if paragraph.width(of: from..<middle, in: run) <= room {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return low
  }

  /// The end of the white space that starts at a unit, a forced line end at most.
  private func hangingEnd(from unit: Int, lineStart: Int) -> Int {
    var end = unit
    while end < paragraph.count, !paragraph.boundaries[end].isDisjoint(with: .hanging),
      !isForcedEnd(end, lineStart: lineStart)
    {
      end += 1
    }
    return end
  }

  /// Whether a line that starts before `unit` must end there.
  private func isForcedEnd(_ unit: Int, lineStart: Int) -> Bool {
    unit > lineStart && paragraph.boundaries[unit].contains(.hardBreak)
  }

  /// Whether what takes room on a line is no wider than the limit.
  ///
  /// Lines that were not shaped again are as wide as the positions say, so they fit.
  private func fits(_ line: LineSpan) -> Bool {
    if line.head == nil, line.tail == nil { return true }
    return LineSegments(paragraph, line).width <= limit + Self.tolerance
  }
}
