import LinecasterBase

/// The part shown after the ellipsis of a line whose start or middle is truncated.
final class LineRest: Sendable {
  /// The text and its edges; not a line by itself.
  let span: LineSpan
  /// The UTF-16 range in the source text.
  let source: Range<Int>

  init(_ span: LineSpan, _ map: SourceMap) {
    self.span = span
    source = map.source(of: span.range)
  }
}

extension LineBreaker {
  /// Truncates a line for an ellipsis, so it fits.
  ///
  /// At the end, keeps the longest run of whole graphemes that fits with the ellipsis, as browsers
  /// do for `line-clamp`; a space inside the line stays before the ellipsis. Unlike in browsers,
  /// letters after a hyphen at the line's end may be kept. Truncation at the start keeps the end in
  /// the same way. In the middle, the end gets at most half of the room and the start gets the
  /// rest.
  ///
  /// - Parameters:
  ///   - line: The line without truncation.
  ///   - hiddenEnd: The end of the text that the ellipsis replaces if nothing follows it.
  ///   - scope: The scope of the work, for cancellation.
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

  /// The end of text without trailing white space and line terminators.
  private func textEnd(before end: Int, after start: Int) -> Int {
    var end = end
    while end > start, isWhite(end - 1) { end -= 1 }
    return end
  }

  /// The end of the text that may be kept of a line. If the line breaks a word at its hyphen, that
  /// includes the word's letters on the next line, because the ellipsis ends the line instead.
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

  /// Characters after which a word may break and still be one word: hyphens and soft hyphens.
  private static let hyphens: Set<UInt16> = [0x2D, 0xAD, 0x2010]

  /// Whether a unit is white space that is not shown before an ellipsis.
  private func isWhite(_ unit: Int) -> Bool { view.hangs(unit) || view.text[unit] == 0x20 }

  /// The boundaries at which text may be truncated.
  private var cuts: BoundaryFlags {
    paragraph.style.truncationUnit == .word ? .softBreak : .grapheme
  }

  /// The longest start of a line that fits before an ellipsis.
  private func cut(
    _ line: LineSpan, before last: Int, ellipsis: LineToken, rest: LineRest?,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let start = line.range.lowerBound
    let head = head(at: start)
    let room = limit - ellipsis.width - (rest?.span.width ?? 0)
    var reach = min(last, reach(from: start, in: line.firstRun, head: head, limit: room))
    // Trailing white space of a word is not shown.
    while cuts == .softBreak, reach < last, isWhite(reach) { reach += 1 }
    let limit = limit + Self.tolerance - paragraph.indent(at: start)
    let isWordwise = cuts == .softBreak
    let fitting = { [self] (end: Int) -> LineSpan? in
      let end = isWordwise ? textEnd(before: end, after: start) : end
      let kept = shown(start..<end, of: line, head: head, ellipsis: ellipsis, rest: rest)
      return kept.width <= limit ? kept : nil
    }
    if isWordwise {
      // A word that ends at the line's end is whole, whatever follows it.
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

  /// The longest end of a text's last section that fits the room; `nil` if not even its last
  /// grapheme does.
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

  /// The longest end of a text, cut at boundaries of a kind; `reach` is its start by positions.
  private func longestEnd(
    of text: Range<Int>, at kind: BoundaryFlags, near reach: Int, room: Double,
    _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan? {
    var found: LineSpan?
    // Earlier starts fit only if reshaping the start makes the text narrower.
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
        if found == nil { try scope.pass(Self.stepsPerFailedTry) }
      }
      start += 1
    }
    return found
  }

  /// The end of a text from a unit, if it fits.
  private func end(of text: Range<Int>, from start: Int, room: Double) -> LineSpan? {
    let range = start..<text.upperBound
    var span = LineSpan(
      range: range, contentEnd: range.upperBound, firstRun: view.runIndex(containing: start))
    span.edges = edges(
      of: range, head: head(at: start, upTo: range.upperBound), token: nil)
    span.width = LineContent(paragraph, span, origin: 0).width
    return span.width <= room + Self.tolerance ? span : nil
  }

  /// The first unit from which text up to an end fits the room, by positions alone.
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
