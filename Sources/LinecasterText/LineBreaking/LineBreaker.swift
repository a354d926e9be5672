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
    let line = { [self] (end: Int) in fitting(span(start..<end, head: head)) }
    if reach == paragraph.count || isForcedEnd(reach, lineStart: start), let line = line(reach) {
      return line
    }
    let bounds = start..<paragraph.count
    return longest(at: .softBreak, near: reach, in: bounds, line)
      ?? longest(at: .grapheme, near: reach, in: bounds, line)
      ?? span(
        start..<hangingEnd(from: nextGrapheme(after: start), lineStart: start), head: head)
  }

  /// The longest line that ends at a boundary of a kind and that `line` accepts; nil without any.
  ///
  /// `reach` is where the positions put the end. Text beyond it fits only if shaping the end again
  /// makes it narrower, so boundaries after it are asked as long as breaking there is unsafe.
  func longest(
    at kind: BoundaryFlags, near reach: Int, in bounds: Range<Int>, _ line: (Int) -> LineSpan?
  ) -> LineSpan? {
    var found: LineSpan?
    var end = reach + 1
    let last = min(bounds.upperBound, reach + Self.lookahead)
    while end <= last, paragraph.boundaries[end].contains(.unsafe) {
      if paragraph.boundaries[end].contains(kind) {
        guard let longer = line(end) else { break }
        found = longer
      }
      end += 1
    }
    end = reach
    while found == nil, end > bounds.lowerBound {
      if paragraph.boundaries[end].contains(kind) { found = line(end) }
      end -= 1
    }
    return found
  }

  /// How many units beyond the estimated end are tried; more than any ligature is long.
  private static let lookahead = 32

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

  /// The line, if what takes room on it is no wider than the limit.
  ///
  /// Lines that were not shaped again are as wide as the positions say, so they fit.
  private func fitting(_ line: LineSpan) -> LineSpan? {
    if line.head == nil, line.tail == nil { return line }
    return LineSegments(paragraph, line).width <= limit + Self.tolerance ? line : nil
  }
}
