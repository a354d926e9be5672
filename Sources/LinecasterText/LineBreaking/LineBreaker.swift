import LinecasterBase

/// Breaks a shaped paragraph into lines no wider than a limit, each as long as it can be.
///
/// Lines are found by the positions that shaping left (shape once, break many): a search in the
/// run where the limit falls, then a step back to a line opportunity. Only a break that HarfBuzz
/// calls unsafe is shaped again, from the break to the nearest safe place.
struct LineBreaker {
  let paragraph: PreparedParagraph
  let view: ParagraphView
  /// The widest a line may be, in layout points.
  let limit: Double
  /// The unit that the annotation goes on with of the pair that the line in work starts inside of;
  /// 0 where it starts inside of none.
  var annotationStart = 0
  /// Whether stops that may hang do so also where they would fit.
  var hangsStops = false

  /// Sums of widths that should equal the limit may miss it by this much, in layout points.
  static let tolerance = 1.0 / 1024

  /// Finds every line, or as many as the paragraph may show or are asked for, those cut that are to
  /// end in an ellipsis.
  ///
  /// - Parameters:
  ///   - scope: The scope of the work, which asks whether it is still wanted.
  ///   - most: The most lines that are wanted.
  ///   - ends: Where the first lines end, if that has been decided.
  ///   - body: Takes each line.
  @inline(__always)
  func breakLines(
    _ scope: WorkScope, upTo most: Int = .max, endingAt ends: [Int] = [],
    _ body: (consuming LineSpan) -> Void
  ) throws(CancellationError) {
    let maximum = max(1, paragraph.style.maximumLines ?? .max)
    var count = 0
    var start = 0
    var run = 0
    var hyphens = 0
    var annotation = 0
    let mostHyphens = paragraph.style.hyphenationLimits.linesInARow ?? .max
    repeat {
      count += 1
      let mayHyphenate = hyphens < mostHyphens
      let annotated = annotation
      let line =
        if paragraph.isPlain {
          try line(count, from: start, run, ends, mayHyphenate: mayHyphenate, scope)
        } else {
          try breaker(ofLine: count, annotated)
            .line(count, from: start, run, ends, mayHyphenate: mayHyphenate, scope)
        }
      start = line.range.upperBound
      run = view.runIndex(containing: start, from: line.firstRun)
      annotation = line.edges?.ruby?.end ?? 0
      hyphens = line.edges?.token == nil ? 0 : hyphens + 1
      var steps = line.edges == nil ? Self.stepsOfALine : Self.stepsOfAnUnsafeLine
      if start < view.count && count == maximum || paragraph.style.truncatesOverflow {
        let cut = try breaker(ofLine: count, annotated)
          .cut(line, isLast: count == maximum, scope)
        if cut.edges != nil { steps = Self.stepsOfAnUnsafeLine }
        body(cut)
      } else {
        body(line)
      }
      try scope.pass(steps)
    } while start < view.count && count < min(maximum, most)
  }

  /// A line without what is not shown of it: the text behind the last line, and what does not fit.
  private func cut(
    _ line: LineSpan, isLast: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let end = line.range.upperBound
    if isLast, end < view.count { return try truncate(line, hiding: view.count, scope) }
    guard paragraph.style.truncatesOverflow, isTooWide(line) else { return line }
    return try truncate(line, hiding: end, scope)
  }

  /// A line, counted from 1: one whose end has been decided, or the longest that fits.
  private func line(
    _ count: Int, from start: Int, _ run: Int, _ ends: [Int], mayHyphenate: Bool,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    guard count <= ends.count else {
      return try nextLine(from: start, in: run, mayHyphenate: mayHyphenate, scope)
    }
    return line(start..<ends[count - 1], run: run, mayBeWider: true)
      ?? LineSpan(range: start..<ends[count - 1], contentEnd: start, firstRun: run)
  }

  /// About what finding and placing a line costs.
  private static var stepsOfALine: Int { 256 }
  /// The same where a break makes the shaper work again.
  static var stepsOfAnUnsafeLine: Int { 16_384 }
  /// The same of an end that was shaped again for nothing. Inside a cluster of thousands of units,
  /// such as Khmer letters below each other, that is a millisecond, and each end may be tried.
  static var stepsOfAVainTry: Int { 500_000 }

  private func isTooWide(_ line: LineSpan) -> Bool {
    fittingWidth(of: line) + paragraph.indent(at: line.range.lowerBound) > limit + Self.tolerance
  }

  /// The longest line that starts at a unit and fits, or the shortest one where none does.
  func nextLine(
    from start: Int, in run: Int, mayHyphenate: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    guard start < view.count else {
      return LineSpan(range: start..<start, contentEnd: start, firstRun: run)
    }
    guard paragraph.wraps else {
      return span(start..<unlimited.forcedEnd(from: start, in: run), run: run, head: nil)
    }
    if paragraph.isPlain, !view.isUnsafe(start) {
      let reach = hangingEnd(
        from: reach(from: start, in: run, head: nil, limit: limit), lineStart: start)
      if let line = plainLine(from: start, to: reach, run: run) { return line }
      return try longestLine(
        from: start, to: reach, in: run, head: nil, mayHyphenate: mayHyphenate, scope)
    }
    let head = head(at: start)
    let reach = hangingEnd(
      from: markEnd(from: reach(from: start, in: run, head: head, limit: limit)),
      lineStart: start)
    return try longestLine(
      from: start, to: reach, in: run, head: head, mayHyphenate: mayHyphenate, scope)
  }

  /// The longest line that starts at a unit and fits, whose positions say that it reaches so far.
  private func longestLine(
    from start: Int, to reach: Int, in run: Int, head: LineEdges.Edge?, mayHyphenate: Bool,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let hasRuby = !paragraph.isPlain && paragraph.flow?.hasRuby ?? false
    func line(_ end: Int) -> LineSpan? {
      if hasRuby, isInsidePair(end) { return nil }
      let line = span(start..<end, run: run, head: head)
      return mayHyphenate || line.edges?.token == nil ? fitting(line) : nil
    }
    if reach == view.count || isForcedEnd(reach, lineStart: start), let line = line(reach) {
      return line
    }
    let bounds = start..<view.count
    let whole = try longest(at: .softBreak, near: reach, in: bounds, scope, line)
    if hasRuby,
      let parted = partedPair(
        after: whole?.range.upperBound ?? start, near: reach, from: start, run)
    {
      return parted
    }
    if let whole { return whole }
    return try brokenWord(near: reach, in: bounds, run: run, head: head, scope, line)
  }

  /// The longest line of a plain paragraph that starts at a safe place and reaches no further than
  /// `reach`, where it ends between words that stay as they were shaped, without a hyphen; nil
  /// where it does not, which takes more to find out.
  ///
  /// Nearly all lines are like this: nothing here is called through a closure.
  @inline(__always)
  private func plainLine(from start: Int, to reach: Int, run: Int) -> LineSpan? {
    var end = reach
    if reach < view.count, !isForcedEnd(reach, lineStart: start) {
      guard !view.boundaries[reach + 1].contains(.unsafe) else { return nil }
      while end > start, !view.boundaries[end].contains(.softBreak) { end -= 1 }
    }
    guard end > start, !view.isUnsafe(end), !mayShowHyphen(before: end) else { return nil }
    return plainSpan(start..<end, run: run)
  }

  /// The line of a range, with the punctuation at its end trimmed where it would not fit; nil where
  /// it may not be wider than there is room and is.
  func line(_ range: Range<Int>, run: Int, mayBeWider: Bool) -> LineSpan? {
    let line = span(range, run: run, head: head(at: range.lowerBound))
    return fitting(line) ?? (mayBeWider ? line : nil)
  }

  /// The line that starts at a unit and takes as much as it can.
  func greedyLine(
    from start: Int, mayHyphenate: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    try nextLine(
      from: start, in: view.runIndex(containing: start), mayHyphenate: mayHyphenate, scope)
  }

  /// Whether no line before leads to the one that starts at a unit.
  func beginsSection(_ unit: Int) -> Bool { unit == 0 || view.isForced(unit) }

  /// A line that ends inside a word, or after a word that may not be broken and overflows.
  private func brokenWord(
    near reach: Int, in bounds: Range<Int>, run: Int, head: LineEdges.Edge?,
    _ scope: WorkScope, _ line: (Int) -> LineSpan?
  ) throws(CancellationError) -> LineSpan {
    let start = bounds.lowerBound
    let customary = paragraph.customaryBreaks
    if !customary.isEmpty,
      let line = try brokenPhrase(near: reach, from: start, scope, line)
    {
      return line
    }
    guard paragraph.style.overflowWrap == .normal else {
      return try longest(at: .grapheme, near: reach, in: bounds, scope, line)
        ?? span(
          start..<hangingEnd(
            from: pairEnd(after: nextGrapheme(after: start)), lineStart: start),
          run: run, head: head)
    }
    let next = customary.bisect { $0 > start }
    let last = next < customary.count ? Int(customary[next]) : view.count
    var end = start + 1
    while end < last, !view.boundaries[end].contains(.softBreak) { end += 1 }
    return span(
      start..<hangingEnd(from: end, lineStart: start), run: run,
      head: self.head(at: start, upTo: end))
  }

  /// The longest line that ends inside a phrase where custom allows it; nil where none fits.
  private func brokenPhrase(
    near reach: Int, from start: Int, _ scope: WorkScope, _ line: (Int) -> LineSpan?
  ) throws(CancellationError) -> LineSpan? {
    let places = paragraph.customaryBreaks
    for place in places[..<places.bisect { $0 > reach }].reversed() where place > start {
      if let line = line(Int(place)) { return line }
      try scope.pass(Self.stepsOfAVainTry)
    }
    return nil
  }

  /// The longest line that ends at a boundary of a kind and that `line` accepts; nil without any.
  ///
  /// `reach` is where the positions put the end. Text beyond it fits only if shaping the end again
  /// makes it narrower, so boundaries after it are asked as long as breaking there is unsafe.
  func longest(
    at kind: BoundaryFlags, near reach: Int, in bounds: Range<Int>,
    _ scope: WorkScope, _ line: (Int) -> LineSpan?
  ) throws(CancellationError) -> LineSpan? {
    var found: LineSpan?
    var end = reach + 1
    let last = min(bounds.upperBound, reach + Self.lookahead)
    while end <= last, view.boundaries[end].contains(.unsafe) {
      if view.boundaries[end].contains(kind) {
        guard let longer = line(end) else { break }
        found = longer
      }
      end += 1
    }
    end = reach
    while found == nil, end > bounds.lowerBound {
      if view.boundaries[end].contains(kind) {
        found = line(end)
        if found == nil { try scope.pass(Self.stepsOfAVainTry) }
      }
      end -= 1
    }
    return found
  }

  /// How many units beyond the estimated end are tried; more than any ligature is long.
  static let lookahead = 32

  /// The start of the grapheme after the one a unit is in, or a unit beyond which none is looked
  /// for.
  func nextGrapheme(after unit: Int, upTo last: Int = .max) -> Int {
    var end = unit + 1
    while end < min(last, view.count), !view.boundaries[end].contains(.grapheme) { end += 1 }
    return end
  }

  /// The last unit that text from `start` can reach within a limit, or the next forced end; the
  /// edges of boxes that close behind it may still not fit.
  func reach(from start: Int, in first: Int, head: LineEdges.Edge?, limit: Double) -> Int {
    let limit = limit + Self.tolerance
    var x = paragraph.indent(at: start) + headCorrection(head) - startHang(at: start)
    let flow = paragraph.isPlain ? nil : paragraph.flow
    var edge = flow?.firstEdge(from: start, count: view.count) ?? 0
    x += flow?.cloneWidths(around: edge).start ?? 0
    var from = start
    var index = first
    while index < view.runs.count {
      let run = view.runs[index]
      if let flow { x += passEdges(&edge, upTo: from, ofLineFrom: start, in: flow) }
      if run.isTab {
        from = passTabs(from: from, in: run, at: &x, limit: limit)
        if from < run.end { return from }
      } else {
        let advance = view.width(from: from, to: run.end, in: run)
        guard x + advance <= limit else {
          return lastFitting(from: from, in: run, room: limit - x)
        }
        x += advance
        from = run.end
      }
      if view.isForced(from) { return from }
      index += 1
    }
    return view.count
  }

  /// Goes on by the tabs of a run as far as they fit; the unit after them.
  func passTabs(
    from start: Int, in run: ShapedRun, at x: inout Double, limit: Double
  ) -> Int {
    for unit in start..<run.end {
      let advance = paragraph.tabAdvance(at: x, of: unit)
      guard x + advance <= limit else { return unit }
      x += advance
    }
    return run.end
  }

  /// The last unit of a run before which the text from `from` is no wider than `room`.
  func lastFitting(from: Int, in run: ShapedRun, room: Double) -> Int {
    let target = Double(view.position(from, in: run)) + room / run.scale
    var low = from
    var high = run.end
    while low < high {
      let middle = (low + high + 1) / 2
      if Double(view.position(middle, in: run)) <= target {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return low
  }

  /// The next unit before which a line must end, or the end of the text.
  private func forcedEnd(from start: Int, in run: Int) -> Int {
    reach(from: start, in: run, head: nil, limit: .infinity)
  }

  private var unlimited: LineBreaker {
    LineBreaker(paragraph: paragraph, view: view, limit: .infinity)
  }

  /// The end of the white space that starts at a unit, a forced line end at most.
  ///
  /// An ideographic space that a line may start with, since another space stands before it, does
  /// not hang with that one, as in browsers.
  private func hangingEnd(from unit: Int, lineStart: Int) -> Int {
    var end = unit
    while end < view.count, view.hangs(end), !isForcedEnd(end, lineStart: lineStart) {
      if end > lineStart, view.text[end] == WhiteSpace.ideographicSpace,
        view.boundaries[end].contains(.softBreak)
      {
        break
      }
      end += 1
    }
    return end
  }

  /// Whether a line that starts before `unit` must end there.
  private func isForcedEnd(_ unit: Int, lineStart: Int) -> Bool {
    unit > lineStart && view.isForced(unit)
  }

  /// The line, if what takes room on it is no wider than the limit.
  ///
  /// Lines that were not shaped again are as wide as the positions say, so they fit; but boxes may
  /// end on them.
  @inline(__always)
  private func fitting(_ line: consuming LineSpan) -> LineSpan? {
    if line.edges == nil && paragraph.isPlain || !isTooWide(line) { return line }
    return narrowed(line)
  }

  /// The line that is too wide, if it fits without the empty half of the punctuation at its end.
  private func narrowed(_ line: LineSpan) -> LineSpan? {
    guard paragraph.style.spacingTrim != .spaceAll, let trimmed = trimmed(line) else { return nil }
    return isTooWide(trimmed) ? nil : trimmed
  }

  /// The line without the empty half of the wide punctuation at its end; nil where there is none.
  private func trimmed(_ line: LineSpan) -> LineSpan? {
    let unit = line.contentEnd - 1
    guard unit >= line.range.lowerBound, line.edges?.token == nil,
      line.edges?.hang?.endStart == nil, let trim = paragraph.endTrim(of: unit)
    else { return nil }
    var trimmed = line
    trimmed.edges = LineEdges(
      head: line.edges?.head, tail: line.edges?.tail, token: nil, endTrim: trim,
      ruby: line.edges?.ruby, hang: line.edges?.hang)
    trimmed.width -= Double(trim) * view.runs[paragraph.runIndex(containing: unit)].scale
    return trimmed
  }
}

/// A line as the breaker found it: which text it shows, how wide that is, and what its edges need.
///
/// Kept small, since every line of every layout has one.
struct LineSpan: Sendable {
  private let start: Int32
  private let end: Int32
  private var contentLimit: Int32
  private var hiddenLimit: Int32
  private let run: Int32
  /// The width of what takes room, in layout points; the indent of the first line is not in it.
  var width = 0.0
  /// The width of white space at the end that aligning minds, though the line's own does not.
  var trailing = 0.0
  /// What was shaped again and what stands at the end; nil for nearly all lines.
  var edges: LineEdges?

  /// Makes a line; offsets beyond 32 bits, which no text in memory here has, count as the largest.
  init(range: Range<Int>, contentEnd: Int, firstRun: Int) {
    start = Int32(clamping: range.lowerBound)
    end = Int32(clamping: range.upperBound)
    contentLimit = Int32(clamping: contentEnd)
    hiddenLimit = -1
    run = Int32(clamping: firstRun)
  }

  /// The units of the line, white space at its end and line terminator included.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The run that holds the first unit.
  var firstRun: Int { Int(run) }

  /// The end of the units that take room; what follows hangs.
  var contentEnd: Int {
    get { Int(contentLimit) }
    set { contentLimit = Int32(clamping: newValue) }
  }

  /// The units that take room.
  var content: Range<Int> { Int(start)..<Int(max(start, contentLimit)) }

  /// The units that an ellipsis stands for, after those of the line; nil where all text is shown.
  var hidden: Range<Int>? { hiddenLimit < 0 ? nil : Int(end)..<Int(max(end, hiddenLimit)) }

  /// What is shown behind the units that an ellipsis stands for, where it is not the end that is
  /// left out.
  var rest: LineSpan? { edges?.rest?.span }

  /// The units from the first to the last that is shown, those between them that are not included.
  var extent: Range<Int> {
    guard let rest else { return range }
    return range.lowerBound..<max(range.upperBound, rest.range.upperBound)
  }

  /// Whether a unit is shown, or is white space at the line's end.
  func shows(_ unit: Int) -> Bool {
    range.contains(unit) || rest.map { $0.range.contains(unit) } ?? false
  }

  /// The line as it was before it was cut.
  var whole: LineSpan {
    guard let extent = edges?.whole else { return self }
    return LineSpan(
      range: range.lowerBound..<max(range.lowerBound, extent.end), contentEnd: extent.contentEnd,
      firstRun: firstRun)
  }

  /// Lets the line's ellipsis stand for the text up to a unit.
  mutating func hide(upTo unit: Int) { hiddenLimit = Int32(clamping: unit) }
}
