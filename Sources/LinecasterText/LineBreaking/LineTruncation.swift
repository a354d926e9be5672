import LinecasterBase

/// What is shown behind the ellipsis of a line whose start or middle is left out.
final class LineRest: Sendable {
  /// The text, with what its edges need; part of no line by itself.
  let span: LineSpan
  /// Its UTF-16 offsets in the text that was given.
  let source: Range<Int>

  init(_ span: LineSpan, _ map: SourceMap) {
    self.span = span
    source = map.source(of: span.range)
  }
}

extension LineBreaker {
  /// The line with part of it left out for an ellipsis, so that it fits.
  ///
  /// At the end the longest run of whole graphemes whose width and the ellipsis' fit is kept, as
  /// browsers do for `line-clamp`, and, unlike there, letters behind a hyphen that the line would
  /// have ended with; a space inside the line stays before the ellipsis. Of a start the same is
  /// kept at the end; of a middle at most half of the room is the end's, the start has what is
  /// left.
  ///
  /// - Parameters:
  ///   - line: The line as it would be without a cut.
  ///   - hiddenEnd: The end of the text that the ellipsis stands for, where nothing follows it.
  ///   - scope: The scope of the work, which asks whether it is still wanted.
  func truncate(
    _ line: LineSpan, hiding hiddenEnd: Int, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let start = line.range.lowerBound
    let kind = paragraph.style.truncation
    let shownEnd = textEnd(before: hiddenEnd, after: start)
    let end = kind == .tail ? textEnd(before: line.range.upperBound, after: start) : shownEnd
    let ellipsis =
      paragraph.truncationToken?.token(isRightToLeft: paragraph.baseLevel(at: start) & 1 != 0)
      ?? paragraph.ellipsis(at: kind == .middle ? start : max(start, end - 1))
    let room = limit - ellipsis.width - paragraph.indent(at: start)
    var rest: LineRest?
    if kind != .tail {
      let share = kind == .head ? room : room / 2
      rest = try self.rest(of: start..<shownEnd, room: share, scope)
    }
    var cut: LineSpan
    if kind == .head {
      cut = shown(start..<start, of: line, head: nil, ellipsis: ellipsis, rest: rest)
    } else {
      let bound = wordEnd(of: line, before: hiddenEnd)
      let last = min(bound, rest?.span.range.lowerBound ?? bound)
      cut = try self.cut(line, before: last, ellipsis: ellipsis, rest: rest, scope)
    }
    cut.edges = cut.edges?.cut(from: line, showing: cut.range.upperBound)
    cut.hide(upTo: rest?.span.range.lowerBound ?? hiddenEnd)
    return cut
  }

  /// The end of text without the white space and line terminators before it.
  private func textEnd(before end: Int, after start: Int) -> Int {
    var end = end
    while end > start, isWhite(end - 1) { end -= 1 }
    return end
  }

  /// The end of what may be kept of a line: of a word that breaks at its hyphen, the letters on
  /// the next line too, since it is the ellipsis that ends the line then.
  private func wordEnd(of line: LineSpan, before hiddenEnd: Int) -> Int {
    let start = line.range.lowerBound
    let end = line.range.upperBound
    guard cuts == .grapheme, end > start, Self.hyphens.contains(view.text[end - 1]) else {
      return textEnd(before: end, after: start)
    }
    let reach = reach(from: start, in: line.firstRun, head: head(at: start), limit: limit)
    let last = min(hiddenEnd, reach + Self.lookahead)
    var wordEnd = end
    while wordEnd < last, !view.isForced(wordEnd), !isWhite(wordEnd) { wordEnd += 1 }
    return wordEnd
  }

  /// Behind these a word breaks and is one word all the same: hyphens, and places for one.
  private static let hyphens: Set<UInt16> = [0x2D, 0xAD, 0x2010]

  /// Whether a unit at the end of a line is never shown before an ellipsis.
  private func isWhite(_ unit: Int) -> Bool { view.hangs(unit) || view.text[unit] == 0x20 }

  /// Where text may be cut.
  private var cuts: BoundaryFlags {
    paragraph.style.truncationUnit == .word ? .softBreak : .grapheme
  }

  /// The start of a line before an ellipsis, as much of it as fits.
  private func cut(
    _ line: LineSpan, before last: Int, ellipsis: LineToken, rest: LineRest?,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let start = line.range.lowerBound
    let head = head(at: start)
    let room = limit - ellipsis.width - (rest?.span.width ?? 0)
    var reach = min(last, reach(from: start, in: line.firstRun, head: head, limit: room))
    // White space behind a word is not shown.
    while cuts == .softBreak, reach < last, isWhite(reach) { reach += 1 }
    let limit = limit + Self.tolerance - paragraph.indent(at: start)
    let isWordwise = cuts == .softBreak
    let fitting = { [self] (end: Int) -> LineSpan? in
      let end = isWordwise ? textEnd(before: end, after: start) : end
      let kept = shown(start..<end, of: line, head: head, ellipsis: ellipsis, rest: rest)
      return kept.width <= limit ? kept : nil
    }
    if isWordwise {
      // A word that ends where the line may is whole, whatever stands behind it.
      if reach == last, let whole = fitting(last) { return whole }
      if let kept = try longest(
        at: .softBreak, near: reach, in: start..<last, scope, fitting)
      {
        return kept
      }
    }
    let kept = try longest(at: .grapheme, near: reach, in: start..<last, scope) { end in
      let kept = shown(start..<end, of: line, head: head, ellipsis: ellipsis, rest: rest)
      return kept.width <= limit ? kept : nil
    }
    return kept ?? shown(start..<start, of: line, head: nil, ellipsis: ellipsis, rest: rest)
  }

  private func shown(
    _ range: Range<Int>, of line: LineSpan, head: LineEdges.Edge?, ellipsis: LineToken,
    rest: LineRest?
  ) -> LineSpan {
    var kept = LineSpan(range: range, contentEnd: range.upperBound, firstRun: line.firstRun)
    let edges = range.isEmpty ? nil : edges(of: range, head: head, token: ellipsis)
    kept.edges = LineEdges(
      head: edges?.head, tail: edges?.tail, token: ellipsis, rest: rest,
      ruby: annotationStart > 0 ? RubyCut(start: annotationStart, end: nil) : nil)
    kept.width = width(of: kept)
    if !paragraph.isPlain { hang(&kept) }
    return kept
  }

  /// The longest end of a text, of its last section, that is no wider than there is room; nil where
  /// not even its last grapheme is.
  private func rest(
    of text: Range<Int>, room: Double, _ scope: WorkScope
  ) throws(CancellationError) -> LineRest? {
    guard !text.isEmpty, room > 0 else { return nil }
    let reach = reach(backFrom: text.upperBound, to: text.lowerBound, room: room)
    var low = max(text.lowerBound, reach - Self.lookahead)
    var unit = text.upperBound - 1
    while unit > low {
      if view.isForced(unit) { low = unit }
      unit -= 1
    }
    let kinds: [BoundaryFlags] = cuts == .softBreak ? [.softBreak, .grapheme] : [.grapheme]
    for kind in kinds {
      let span = try longestEnd(
        of: low..<text.upperBound, at: kind, near: max(low, reach), room: room, scope)
      if let span { return LineRest(span, paragraph.sourceMap) }
    }
    return nil
  }

  /// The same, cut at boundaries of a kind; `reach` is where the positions put its start.
  private func longestEnd(
    of text: Range<Int>, at kind: BoundaryFlags, near reach: Int, room: Double,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan? {
    var found: LineSpan?
    // Before it text fits only if shaping its start again makes it narrower.
    var start = reach - 1
    while start >= text.lowerBound, view.isUnsafe(start) {
      if view.boundaries[start].contains(kind) {
        guard let longer = end(of: text, from: start, room: room) else { break }
        found = longer
      }
      start -= 1
    }
    start = reach
    while found == nil, start < text.upperBound {
      if view.boundaries[start].contains(kind) || start == 0 {
        found = end(of: text, from: start, room: room)
        if found == nil { try scope.pass(Self.stepsOfAVainTry) }
      }
      start += 1
    }
    return found
  }

  /// The end of a text from a unit on, if it fits.
  private func end(of text: Range<Int>, from start: Int, room: Double) -> LineSpan? {
    let range = start..<text.upperBound
    var span = LineSpan(
      range: range, contentEnd: range.upperBound, firstRun: view.runIndex(containing: start))
    span.edges = edges(
      of: range, head: head(at: start, upTo: range.upperBound), token: nil)
    span.width = LineContent(paragraph, span, origin: 0).width
    return span.width <= room + Self.tolerance ? span : nil
  }

  /// The first unit from which on text up to an end takes no more than there is room, by the
  /// positions alone.
  ///
  /// - Complexity: O(runs of the text + log units).
  private func reach(backFrom end: Int, to start: Int, room: Double) -> Int {
    var room = room + Self.tolerance
    var unit = end
    var index = view.runIndex(containing: max(start, end - 1))
    while unit > start {
      let run = view.runs[index]
      let first = max(start, run.start)
      let width = view.width(from: first, to: unit, in: run)
      guard width <= room else {
        let last = Double(view.position(unit, in: run))
        return paragraph.positions.bisect(in: first..<unit) {
          last - Double($0) <= room / run.scale
        }
      }
      room -= width
      unit = first
      index -= 1
    }
    return start
  }
}
