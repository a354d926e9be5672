import LinecasterBase

/// Breaks a shaped paragraph into the longest lines within a limit.
///
/// Line ends come from the positions that shaping computed (shape once, break many): a search in
/// the run at the limit, then a step back to a line opportunity. Only breaks that HarfBuzz marks
/// unsafe are shaped again, from the break to the nearest safe place.
struct LineBreaker {
  let paragraph: PreparedParagraph
  let view: ParagraphView
  /// The maximum line width, in layout points.
  let limit: Double
  /// The first annotation unit on the current line if it starts inside a ruby pair; 0 if it does
  /// not.
  var annotationStart = 0
  /// The first box edge on the current line if the line before took some of those at its start;
  /// `nil` if it did not.
  var firstEdge: Int?
  /// Whether stops that may hang do so even if they would fit.
  var hangsStops = false

  /// The tolerance for sums of widths at the limit, in layout points.
  static let tolerance = 1.0 / 1024

  /// Finds every line, up to the paragraph's or the caller's maximum, and truncates lines for the
  /// ellipsis.
  ///
  /// - Parameters:
  ///   - scope: The scope of the work, for cancellation.
  ///   - most: The maximum number of lines to find.
  ///   - chosen: The ends of the first lines, if chosen in advance.
  ///   - place: The place of the first line to find, in a plain paragraph.
  ///   - body: Receives each line.
  @inline(__always)
  func breakLines(
    _ scope: WorkScope, upTo most: Int = .max, endingAt chosen: ChosenEnds = ChosenEnds(),
    from place: LinePlace = LinePlace(), _ body: (consuming LineSpan) -> Void
  ) throws(CancellationError) {
    let maximum = max(1, paragraph.style.maximumLines ?? .max)
    var count = 0
    var (start, run, hyphens) = (place.start, place.run, place.hyphens)
    var carry = LineCarry()
    let mostHyphens = paragraph.style.hyphenationLimits.linesInARow ?? .max
    let ends = chosen.ends
    repeat {
      count += 1
      let mayHyphenate = hyphens < mostHyphens
      let carried = carry
      let line =
        if paragraph.isPlain {
          try line(count, from: start, run, ends, mayHyphenate: mayHyphenate, scope)
        } else {
          try breaker(ofLine: count, carried)
            .boxedLine(count, from: start, run, chosen, mayHyphenate: mayHyphenate, scope)
        }
      start = line.range.upperBound
      run = view.runIndex(containing: start, from: line.firstRun)
      carry = LineCarry(behind: line.edges)
      hyphens = line.edges?.token == nil ? 0 : hyphens + 1
      var steps = line.edges == nil ? Self.stepsPerLine : Self.stepsOfAnUnsafeLine
      if start < view.count && count == maximum || paragraph.style.truncatesOverflow {
        let cut = try breaker(ofLine: count, carried)
          .cut(line, isLast: count == maximum, scope)
        if cut.edges != nil { steps = Self.stepsOfAnUnsafeLine }
        body(cut)
      } else {
        body(line)
      }
      try scope.pass(steps)
    } while start < view.count && count < min(maximum, most)
  }

  /// Truncates the last line if more text follows, and lines that do not fit.
  private func cut(
    _ line: LineSpan, isLast: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let end = line.range.upperBound
    if isLast, end < view.count { return try truncate(line, hiding: view.count, scope) }
    guard paragraph.style.truncatesOverflow, isTooWide(line) else { return line }
    return try truncate(line, hiding: end, scope)
  }

  /// Finds a line, counted from 1: one with a chosen end, or the longest that fits.
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

  /// Finds a line of a paragraph with boxes, without the box edges that it leaves to the next line
  /// or with those that it takes from there.
  private func boxedLine(
    _ count: Int, from start: Int, _ run: Int, _ chosen: ChosenEnds, mayHyphenate: Bool,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let line = try line(count, from: start, run, chosen.ends, mayHyphenate: mayHyphenate, scope)
    let isMoved = count <= chosen.ends.count && count > chosen.firstMoved
    return isMoved ? leavingEdges(line) : takingEdges(line)
  }

  /// The approximate cost of finding and placing a line, in steps.
  private static var stepsPerLine: Int { 256 }
  /// The cost of a line whose break needs shaping again.
  static var stepsOfAnUnsafeLine: Int { 16_384 }
  /// The cost of a rejected end that was shaped again. In a cluster of thousands of units, for
  /// example stacked Khmer letters, shaping takes a millisecond, and each end may be tried.
  static var stepsPerFailedTry: Int { 500_000 }

  private func isTooWide(_ line: LineSpan) -> Bool {
    let room = limit + Self.tolerance - paragraph.indent(at: line.range.lowerBound)
    let width = fittingWidth(of: line)
    guard width > room, !paragraph.isPlain, let flow = paragraph.flow else { return width > room }
    return !hangsBeforeEdges(of: line, width, in: room, flow)
  }

  /// The longest line from a unit that fits, or the shortest line if none fits.
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

  /// The longest line from a unit that fits, given the reach by positions.
  private func longestLine(
    from start: Int, to reach: Int, in run: Int, head: LineEdges.Edge?, mayHyphenate: Bool,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let hasRuby = !paragraph.isPlain && paragraph.flow?.hasRuby ?? false
    func line(_ end: Int) -> LineSpan? {
      if hasRuby, isInsidePair(end) { return nil }
      let line = span(start..<end, run: run, head: head)
      return mayHyphenate || line.edges?.token == nil ? fitting(line, upTo: reach) : nil
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

  /// The longest line of a plain paragraph from a safe place that reaches at most `reach` and ends
  /// between words without reshaping or a hyphen. `nil` if the line needs the general path.
  ///
  /// Nearly all lines take this path; it calls no closures.
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

  /// The line of a range, with trailing punctuation trimmed if it would not fit; `nil` if it is too
  /// wide and `mayBeWider` is false.
  func line(_ range: Range<Int>, run: Int, mayBeWider: Bool) -> LineSpan? {
    let line = span(range, run: run, head: head(at: range.lowerBound))
    return fitting(line) ?? (mayBeWider ? line : nil)
  }

  /// The greedy line from a unit.
  func greedyLine(
    from start: Int, mayHyphenate: Bool, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    try nextLine(
      from: start, in: view.runIndex(containing: start), mayHyphenate: mayHyphenate, scope)
  }

  /// Whether a unit begins a section: the text, or text after a forced end.
  func beginsSection(_ unit: Int) -> Bool { unit == 0 || view.isForced(unit) }

  /// The line that ends inside a word, or after an unbreakable word that overflows.
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

  /// The longest line that ends inside a phrase at a customary break; `nil` if none fits.
  private func brokenPhrase(
    near reach: Int, from start: Int, _ scope: WorkScope, _ line: (Int) -> LineSpan?
  ) throws(CancellationError) -> LineSpan? {
    let places = paragraph.customaryBreaks
    for place in places[..<places.bisect { $0 > reach }].reversed() where place > start {
      if let line = line(Int(place)) { return line }
      try scope.pass(Self.stepsPerFailedTry)
    }
    return nil
  }

  /// The longest line that ends at a boundary of a kind and that `line` accepts; `nil` for none.
  ///
  /// `reach` is the end by positions. Text beyond it fits only if reshaping the end makes it
  /// narrower, so later boundaries are tried only while breaking there is unsafe.
  func longest(
    at kind: BoundaryFlags, near reach: Int, in bounds: Range<Int>,
    _ scope: WorkScope, _ line: (Int) -> LineSpan?
  ) throws(CancellationError) -> LineSpan? {
    var found: LineSpan?
    var end = reach + 1
    let last = min(bounds.upperBound, reach + Self.lookahead)
    while end <= last, view.boundaries[end].contains(.unsafe) {
      if mayEnd(before: end, at: kind) {
        guard let longer = line(end) else { break }
        found = longer
      }
      end += 1
    }
    end = reach
    while found == nil, end > bounds.lowerBound {
      if mayEnd(before: end, at: kind) {
        found = line(end)
        if found == nil { try scope.pass(Self.stepsPerFailedTry) }
      }
      end -= 1
    }
    return found
  }

  /// Whether a line may end before a unit, at boundaries of a kind. No ligature goes over white
  /// space.
  @inline(__always)
  private func mayEnd(before unit: Int, at kind: BoundaryFlags) -> Bool {
    view.mayEnd(before: unit, at: kind)
      && (!view.isUnsafe(unit) || view.hangs(unit - 1) || mayPart(before: unit))
  }

  /// Whether a line may end where that changes glyphs; as in browsers, it ends inside a ligature
  /// only if it shows a hyphen there.
  @inline(never)
  private func mayPart(before unit: Int) -> Bool {
    paragraph.beginsCluster(unit) || mayShowHyphen(before: unit)
  }

  /// The number of units tried beyond the estimated end; longer than any ligature.
  static let lookahead = 32

  /// The place after a unit at which a word may be cut, searched up to `last`.
  func nextGrapheme(after unit: Int, upTo last: Int = .max) -> Int {
    var end = unit + 1
    while end < min(last, view.count), !view.isCut(end, at: .grapheme) { end += 1 }
    return end
  }

  /// The last unit that text from `start` can reach within a limit, or the next forced end. Edges
  /// of boxes that close after it may still not fit.
  func reach(from start: Int, in first: Int, head: LineEdges.Edge?, limit: Double) -> Int {
    let limit = limit + Self.tolerance
    var x = paragraph.indent(at: start) + headCorrection(head) - startHang(at: start)
    let flow = paragraph.isPlain ? nil : paragraph.flow
    var edge = firstEdge ?? flow?.firstEdge(from: start, count: view.count) ?? 0
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

  /// Advances over the tabs of a run while they fit; returns the unit after them.
  func passTabs(
    from start: Int, in run: ShapedRun, at x: inout Double, limit: Double
  ) -> Int {
    for unit in start..<run.end {
      let advance = paragraph.tabAdvance(at: x, of: unit, in: run)
      guard x + advance <= limit else { return unit }
      x += advance
    }
    return run.end
  }

  /// The last unit of a run such that the text from `from` to it is no wider than `room`.
  func lastFitting(from: Int, in run: ShapedRun, room: Double) -> Int {
    let target = Double(view.position(from, in: run)) + room / run.scale
    let next = (from + 1)..<max(from + 1, run.end + 1)
    // No unit fits a target that is NaN.
    return next.bisect { !(Double(view.position($0, in: run)) <= target) } - 1
  }

  /// The next forced line end, or the end of the text.
  private func forcedEnd(from start: Int, in run: Int) -> Int {
    reach(from: start, in: run, head: nil, limit: .infinity)
  }

  private var unlimited: LineBreaker {
    LineBreaker(paragraph: paragraph, view: view, limit: .infinity)
  }

  /// The end of the white space that starts at a unit, at most a forced line end.
  ///
  /// As in browsers, an ideographic space after another space does not hang, because a line may
  /// start with it.
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

  /// The line if its content is no wider than the limit.
  ///
  /// - Parameter reach: The unit up to which text fits by positions. Lines up to it that were not
  ///   reshaped match their positions, so they fit, unless boxes end on them.
  @inline(__always)
  private func fitting(_ line: consuming LineSpan, upTo reach: Int = -1) -> LineSpan? {
    let isKnown = line.edges == nil && paragraph.isPlain && line.range.upperBound <= reach
    if isKnown || !isTooWide(line) { return line }
    return narrowed(line)
  }

  /// The line that is too wide, if trimming its final punctuation makes it fit.
  private func narrowed(_ line: LineSpan) -> LineSpan? {
    guard paragraph.style.spacingTrim != .spaceAll, let trimmed = trimmed(line) else { return nil }
    return isTooWide(trimmed) ? nil : trimmed
  }

  /// The line with the wide punctuation at its end trimmed to half; `nil` for none.
  private func trimmed(_ line: LineSpan) -> LineSpan? {
    let unit = line.contentEnd - 1
    guard unit >= line.range.lowerBound, line.edges?.token == nil,
      line.edges?.hang?.endStart == nil, let trim = paragraph.endTrim(of: unit)
    else { return nil }
    var trimmed = line
    trimmed.edges = LineEdges(
      head: line.edges?.head, tail: line.edges?.tail, token: nil, endTrim: trim,
      ruby: line.edges?.ruby, hang: line.edges?.hang, edgeCut: line.edges?.edgeCut)
    trimmed.width -= Double(trim) * view.runs[paragraph.runIndex(containing: unit)].scale
    return trimmed
  }
}

/// A line from the breaker: its text, width and reshaped edges.
///
/// Kept small, because every line of every layout has one.
struct LineSpan: Sendable {
  private let start: Int32
  private let end: Int32
  private var contentLimit: Int32
  private var hiddenLimit: Int32
  private let run: Int32
  /// The content width in layout points, without the first line's indent.
  var width = 0.0
  /// The width of trailing white space that counts for alignment but not in `width`.
  var trailing = 0.0
  /// The reshaped edges and tokens; `nil` for nearly all lines.
  var edges: LineEdges?

  /// Creates a line; offsets beyond 32 bits, which no text in memory here has, are clamped.
  init(range: Range<Int>, contentEnd: Int, firstRun: Int) {
    start = Int32(clamping: range.lowerBound)
    end = Int32(clamping: range.upperBound)
    contentLimit = Int32(clamping: contentEnd)
    hiddenLimit = -1
    run = Int32(clamping: firstRun)
  }

  /// The units of the line, including trailing white space and the line terminator.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The run that holds the first unit.
  var firstRun: Int { Int(run) }

  /// The end of the units that take room; later units hang.
  var contentEnd: Int {
    get { Int(contentLimit) }
    set { contentLimit = Int32(clamping: newValue) }
  }

  /// The units that take room.
  var content: Range<Int> { Int(start)..<Int(max(start, contentLimit)) }

  /// The units replaced by an ellipsis, after those of the line; `nil` if no text is hidden.
  var hidden: Range<Int>? { hiddenLimit < 0 ? nil : Int(end)..<Int(max(end, hiddenLimit)) }

  /// The part shown after the ellipsis if the start or middle is truncated.
  var rest: LineSpan? { edges?.rest?.span }

  /// The units from the first to the last shown, including hidden ones between them.
  var extent: Range<Int> {
    guard let rest else { return range }
    return range.lowerBound..<max(range.upperBound, rest.range.upperBound)
  }

  /// Whether a unit is shown, or is trailing white space.
  func shows(_ unit: Int) -> Bool {
    range.contains(unit) || rest.map { $0.range.contains(unit) } ?? false
  }

  /// The line before truncation.
  var whole: LineSpan {
    guard let extent = edges?.whole else { return self }
    var whole = LineSpan(
      range: range.lowerBound..<max(range.lowerBound, extent.end), contentEnd: extent.contentEnd,
      firstRun: firstRun)
    if let start = edges?.edgeCut?.start {
      whole.edges = .adding(edgeCut: EdgeCut(start: start, end: nil), to: nil)
    }
    return whole
  }

  /// Hides the text after the line up to a unit behind the ellipsis.
  mutating func hide(upTo unit: Int) { hiddenLimit = Int32(clamping: unit) }
}

/// The place of a line among those of its paragraph; by default, that of the first one.
struct LinePlace {
  /// The first unit.
  var start = 0
  /// The run of that unit.
  var run = 0
  /// The number of lines in a row before it that end in a hyphen.
  var hyphens = 0
}
