import LinecasterBase

/// Line breaks inside ruby pairs, as in browsers: a base longer than a few letters keeps the same
/// share of its text as of its annotation.
extension LineBreaker {
  /// The breaker of a line, counted from 1, that may leave room for the initial letter, start
  /// inside a pair, or start without some box edges.
  func breaker(ofLine count: Int, _ carried: LineCarry) -> LineBreaker {
    let inset = paragraph.flow?.initial?.inset(ofLine: count - 1) ?? 0
    guard !carried.isEmpty || inset > 0 else { return self }
    return LineBreaker(
      paragraph: paragraph, view: view, limit: max(0, limit - inset),
      annotationStart: carried.annotationStart, firstEdge: carried.firstEdge)
  }

  /// Records on a line how it starts, if that depends on the line before.
  func carry(into line: inout LineSpan) {
    guard annotationStart > 0 || firstEdge != nil else { return }
    line.edges = .adding(
      ruby: annotationStart > 0 ? RubyCut(start: annotationStart, end: nil) : nil,
      edgeCut: firstEdge.map { EdgeCut(start: $0, end: nil) }, to: line.edges)
  }

  /// Whether the base of a pair continues across a unit boundary.
  func isInsidePair(_ unit: Int) -> Bool { paragraph.flow?.pair(around: unit) != nil }

  /// The end of the pair that continues across a unit boundary, or the unit.
  func pairEnd(after unit: Int) -> Int {
    paragraph.flow?.pair(around: unit)?.units.upperBound ?? unit
  }

  /// The longest line that ends inside a pair after `end`; `nil` for none.
  ///
  /// - Parameters:
  ///   - end: The last place where the line may end outside of pairs.
  ///   - reach: The approximate last unit that fits.
  ///   - start: The start of the line.
  ///   - run: The run of `start`.
  func partedPair(after end: Int, near reach: Int, from start: Int, _ run: Int) -> LineSpan? {
    guard let flow = paragraph.flow else { return nil }
    var index = flow.rubies.bisect { reach < $0.ruby.units.lowerBound } - 1
    while index >= 0, flow.rubies[index].ruby.units.upperBound > end {
      let pair = flow.rubies[index].ruby
      if let line = parted(pair, from: start, run) { return line }
      index -= 1
    }
    return nil
  }

  /// The best line that ends inside a pair; `nil` if a line that ends before it is better.
  private func parted(_ pair: FlowRuby, from start: Int, _ run: Int) -> LineSpan? {
    guard let last = pair.breaks.last, last > start else { return nil }
    let goesOn = pair.units.lowerBound < start
    let base = max(start, pair.units.lowerBound)..<pair.units.upperBound
    let from = goesOn ? annotationStart : 0
    let annotation = pair.annotation.line(from..<max(from, pair.annotation.count))
    let baseWidth = goesOn ? paragraph.width(of: base) : pair.baseWidth
    let width = max(baseWidth, annotation.width)
    guard baseWidth > 0, width > 0 else { return nil }

    let available = room(before: base.lowerBound, from: start, run)
    let whole = pair.room(
      base: baseWidth, annotation: annotation.width, gaps: pair.gaps,
      reachBefore: base.lowerBound == start ? 0 : pair.reachBefore, reachAfter: 0)
    if width > available + whole.startOverhang {
      let share = max(0, available) / width
      guard let unit = pair.lineEnd(in: base, within: share * baseWidth, of: paragraph) else {
        return nil
      }
      let line = pair.annotation.lineEnd(from: from, within: share * annotation.width)
      let part = paragraph.width(of: base.lowerBound..<unit)
      let taken = max(part, pair.annotation.line(from..<line).width)
      if taken <= available + whole.startOverhang + Self.tolerance {
        return span(start..<unit, run, annotationEnd: line)
      }
      guard available > 0 else { return nil }
      return shorter(pair, base, than: part, annotation, baseWidth, from: start, run)
    }
    return shorter(pair, base, than: baseWidth, annotation, baseWidth, from: start, run)
  }

  /// A line with less of a base than a width, in layout points, and the same share of the
  /// annotation.
  private func shorter(
    _ pair: FlowRuby, _ base: Range<Int>, than width: Double, _ annotation: LineSpan,
    _ baseWidth: Double, from start: Int, _ run: Int
  ) -> LineSpan? {
    guard let unit = pair.lineEnd(in: base, within: width - 1, of: paragraph) else { return nil }
    let part = paragraph.width(of: base.lowerBound..<unit)
    guard part < width || base.lowerBound == start else { return nil }
    let line = pair.annotation.lineEnd(
      from: annotation.range.lowerBound, within: annotation.width * part / baseWidth)
    return span(start..<unit, run, annotationEnd: line)
  }

  /// The room left on a line before a unit, in layout points.
  private func room(before unit: Int, from start: Int, _ run: Int) -> Double {
    let indent = paragraph.indent(at: start)
    guard unit > start else { return limit - indent }
    var before = LineSpan(range: start..<unit, contentEnd: unit, firstRun: run)
    carry(into: &before)
    return limit - indent - width(of: before)
  }

  /// Creates a line that ends inside a pair.
  private func span(_ range: Range<Int>, _ run: Int, annotationEnd: Int) -> LineSpan {
    var line = span(range, run: run, head: head(at: range.lowerBound))
    line.edges = .adding(ruby: RubyCut(start: annotationStart, end: annotationEnd), to: line.edges)
    line.width = width(of: line)
    return line
  }
}

extension FlowRuby {
  /// The end of the longest part of the base within a width, in layout points, or of the shortest
  /// part; `nil` if the base has no break.
  fileprivate func lineEnd(
    in base: Range<Int>, within width: Double, of paragraph: PreparedParagraph
  ) -> Int? {
    let first = breaks.bisect { $0 > base.lowerBound }
    guard first < breaks.count else { return nil }
    let next = breaks.bisect(in: first..<breaks.count) {
      paragraph.width(of: base.lowerBound..<$0) > width + LineBreaker.tolerance
    }
    return breaks[max(first, next - 1)]
  }
}

extension PreparedParagraph {
  /// The end of the longest line from a unit within a width, in layout points, or of the shortest
  /// line.
  fileprivate func lineEnd(from start: Int, within width: Double) -> Int {
    guard start < count else { return count }
    return withView { view in
      let breaker = LineBreaker(paragraph: self, view: view, limit: max(0, width))
      let run = view.runIndex(containing: start)
      let line = WorkScope.finish { scope throws(CancellationError) in
        try breaker.nextLine(from: start, in: run, mayHyphenate: true, scope)
      }
      return line.range.upperBound
    }
  }
}
