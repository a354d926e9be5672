extension LineBreaker {
  /// What must be shaped again after a break before `start`; nil where the break is safe.
  ///
  /// It ends at a safe place or, where there is none so soon, about where the line will: text of
  /// one joined word is not shaped to its end for every line of it.
  func head(at start: Int) -> LineSpan.Stretch? {
    guard isUnsafe(start) else { return nil }
    return head(at: start, upTo: nextGrapheme(after: reach(from: start, head: nil, limit: limit)))
  }

  /// The same where it is known that the line ends before `bound`.
  func head(at start: Int, upTo bound: Int) -> LineSpan.Stretch? {
    guard isUnsafe(start) else { return nil }
    let run = paragraph.runs[paragraph.runIndex(containing: start)]
    let last = min(run.end, max(bound, start + 1))
    var end = nextSafe(after: start, upTo: last)
    var step = 0
    while end < last {
      // What was safe between the glyphs as they were may be inside a ligature of the new ones:
      // shape some more and look whether the place is safe there too.
      let probe = nextSafe(after: min(end + step, last - 1), upTo: last)
      let stretch = reshape(start..<probe, of: run, in: start..<paragraph.count)
      if stretch.isSafe(at: end) { return stretch.prefix(upTo: end) }
      end = probe
      step = 2 * step + 1
    }
    var stretch = reshape(start..<last, of: run, in: start..<paragraph.count)
    stretch.isOpen = last < run.end
    return stretch
  }

  private func nextSafe(after unit: Int, upTo last: Int) -> Int {
    var end = unit + 1
    while end < last, paragraph.boundaries[end].contains(.unsafe) { end += 1 }
    return end
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
    if let head, head.isOpen, head.range.upperBound < range.upperBound {
      line.head = self.head(at: range.lowerBound, upTo: range.upperBound)
    }
    let cutsHead = line.head.map { range.upperBound < $0.range.upperBound } ?? false
    guard cutsHead || isUnsafe(range.upperBound) else { return line }
    let run = paragraph.runs[paragraph.runIndex(containing: range.upperBound - 1)]
    var start = range.upperBound - 1
    let first = max(range.lowerBound, run.start)
    while start > first, paragraph.boundaries[start].contains(.unsafe) { start -= 1 }
    let end = min(range.upperBound, run.end)
    if let head = line.head, start < head.range.upperBound {
      line.head = reshape(head.range.lowerBound..<end, of: run, in: range)
    } else {
      line.tail = reshape(start..<end, of: run, in: range)
    }
    return line
  }

  /// The width of what takes room on a line, in layout points.
  func width(of line: LineSpan) -> Double {
    var width = 0.0
    var units = line.range.lowerBound..<line.contentEnd
    guard line.head == nil, line.tail == nil else { return LineSegments(paragraph, line).width }
    var index = units.isEmpty ? 0 : paragraph.runIndex(containing: units.lowerBound)
    while !units.isEmpty {
      let run = paragraph.runs[index]
      let end = min(run.end, units.upperBound)
      width += paragraph.width(of: units.lowerBound..<end, in: run)
      units = end..<units.upperBound
      index += 1
    }
    return width
  }

  /// Whether a break before `unit` changes glyphs.
  private func isUnsafe(_ unit: Int) -> Bool {
    unit < paragraph.count && paragraph.boundaries[unit].contains(.unsafe)
  }

  /// Shapes part of a run again; text outside `context`, on other lines, has no influence.
  private func reshape(
    _ range: Range<Int>, of run: ShapedRun, in context: Range<Int>
  ) -> LineSpan.Stretch {
    LineSpan.Stretch(
      range: range,
      glyphs: paragraph.typesetter.reshape(range, of: run, within: context, in: paragraph))
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
