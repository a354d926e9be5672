import LinecasterBase

/// The second part of the text that a truncated line shows.
final class LineRest: Sendable {
  /// The text and its edges; not a line by itself.
  let span: LineSpan
  /// The UTF-16 range in the source text.
  let source: Range<Int>
  /// Whether the ellipsis follows it, because text against the paragraph's direction lost its
  /// start; otherwise it follows the ellipsis.
  let precedesToken: Bool

  init(_ span: LineSpan, _ map: SourceMap, precedesToken: Bool) {
    self.span = span
    source = map.source(of: span.range)
    self.precedesToken = precedesToken
  }
}

extension LineBreaker {
  /// Truncates a line for an ellipsis, so it fits.
  ///
  /// At the end, keeps the longest run of whole graphemes that fits with the ellipsis, as browsers
  /// do for `line-clamp`; a space inside the line stays before the ellipsis. Letters are removed in
  /// visual order: a last run against the paragraph's direction loses its start. The rest is drawn
  /// as shaped with the hidden text (CSS Text 3 §7.3), and boxes that end there lose their end
  /// edges. Unlike in browsers, letters after a hyphen at the line's end may be kept. Truncation at
  /// the start keeps the end in the same way. In the middle, the end gets at most half of the room
  /// and the start gets the rest.
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
      rest = try self.rest(of: start..<shownEnd, on: line, room: share, scope)
        .map { LineRest($0, paragraph.sourceMap, precedesToken: false) }
    }
    let cutting = Cutting(line: line, ellipsis: ellipsis, rest: rest)
    var cut: LineSpan
    if kind == .head {
      cut = shown(upTo: start, cutting)
    } else {
      let bound = wordEnd(of: line, before: hiddenEnd)
      cut = try self.cut(cutting, before: min(bound, rest?.span.range.lowerBound ?? bound), scope)
      if kind == .tail { cut = try turned(cut, cutting, before: bound, room: room, scope) }
    }
    cut.edges = cut.edges?.cut(from: line, showing: cut.range.upperBound)
    cut.hide(upTo: rest?.span.range.lowerBound ?? hiddenEnd)
    return cut
  }

  /// A line to cut, the ellipsis, and the text shown besides the line's start.
  private struct Cutting {
    let line: LineSpan
    let ellipsis: LineToken
    var rest: LineRest?
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
    _ cutting: Cutting, before last: Int, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    let line = cutting.line
    let start = line.range.lowerBound
    let room = limit - cutting.ellipsis.width - (cutting.rest?.span.width ?? 0)
    var reach = min(
      last, reach(from: start, in: line.firstRun, head: line.edges?.head, limit: room))
    // Trailing white space of a word is not shown.
    while cuts == .softBreak, reach < last, isWhite(reach) { reach += 1 }
    let limit = limit + Self.tolerance - paragraph.indent(at: start)
    let fitting = { [self] (end: Int) -> LineSpan? in
      guard beginsCluster(end, on: line) else { return nil }
      let kept = shown(upTo: end, cutting)
      return kept.width <= limit ? kept : nil
    }
    if cuts == .softBreak {
      let words = { (end: Int) in fitting(textEnd(before: end, after: start)) }
      // A word that ends at the line's end is whole, whatever follows it.
      if reach == last, let whole = words(last) { return whole }
      if let kept = try longest(at: .softBreak, near: reach, in: start..<last, scope, words) {
        return kept
      }
    }
    return try longest(at: .grapheme, near: reach, in: start..<last, scope, fitting)
      ?? shown(upTo: start, cutting)
  }

  /// The cut line, or if it was cut in text against the paragraph's direction, the line that shows
  /// the end of that text instead of its start.
  private func turned(
    _ cut: LineSpan, _ cutting: Cutting, before last: Int, room: Double, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan {
    guard let text = turnedText(around: cut.range.upperBound, of: cut, before: last) else {
      return cut
    }
    var cutting = cutting
    let start = shown(upTo: text.lowerBound, cutting)
    let left = room - (start.width - cutting.ellipsis.width)
    cutting.rest = try rest(of: text, on: cutting.line, room: left, scope)
      .map { LineRest($0, paragraph.sourceMap, precedesToken: true) }
    return shown(upTo: text.lowerBound, cutting)
  }

  /// The text against the paragraph's direction in which a line was cut before a unit; `nil` if it
  /// was cut elsewhere.
  private func turnedText(around end: Int, of cut: LineSpan, before last: Int) -> Range<Int>? {
    let level = paragraph.baseLevel(at: cut.range.lowerBound)
    guard end < last else { return nil }
    let index = view.runIndex(containing: end)
    guard view.runs[index].item.level > level else { return nil }
    var first = index
    while first > cut.firstRun, view.runs[first - 1].item.level > level { first -= 1 }
    var behind = index + 1
    while behind < view.runs.count, view.runs[behind].start < last,
      view.runs[behind].item.level > level
    {
      behind += 1
    }
    let start = max(cut.range.lowerBound, view.runs[first].start)
    return start..<textEnd(before: min(last, view.runs[behind - 1].end), after: start)
  }

  /// The start of a line up to a unit, with the ellipsis.
  private func shown(upTo end: Int, _ cutting: Cutting) -> LineSpan {
    let line = cutting.line
    let edges = line.edges
    let isLonger = end > line.range.upperBound
    var head = edges?.head
    if isLonger, let open = head, open.isOpen {
      head = self.head(at: line.range.lowerBound, upTo: end)
    }
    var kept = LineSpan(
      range: line.range.lowerBound..<end, contentEnd: end, firstRun: line.firstRun)
    kept.edges = LineEdges(
      head: head?.prefix(upTo: end), tail: isLonger ? nil : edges?.tail?.prefix(upTo: end),
      token: cutting.ellipsis, rest: cutting.rest)
    carry(into: &kept)
    kept.hide(upTo: end)
    kept.width = width(of: kept)
    if !paragraph.isPlain { hang(&kept) }
    return kept
  }

  /// Whether a glyph begins at a unit of a line, so the line can be cut there without shaping.
  private func beginsCluster(_ unit: Int, on line: LineSpan) -> Bool {
    guard view.isUnsafe(unit) else { return true }
    for edge in [line.edges?.head, line.edges?.tail] {
      if let edge, edge.range.contains(unit) {
        return edge.glyphs.contains { Int($0.cluster) == unit }
      }
    }
    return paragraph.beginsCluster(unit)
  }

  /// The longest end of a text's last section that fits the room; `nil` if not even its last
  /// grapheme does.
  private func rest(
    of text: Range<Int>, on line: LineSpan, room: Double, _ scope: WorkScope
  ) throws(CancellationError) -> LineSpan? {
    guard !text.isEmpty, room > 0 else { return nil }
    let reach = reach(backFrom: text.upperBound, to: text.lowerBound, room: room)
    var low = reach
    var unit = text.upperBound - 1
    while unit > low {
      if view.isForced(unit) { low = unit }
      unit -= 1
    }
    let kinds: [BoundaryFlags] = cuts == .softBreak ? [.softBreak, .grapheme] : [.grapheme]
    for kind in kinds {
      for start in low..<text.upperBound
      where view.isCut(start, at: kind) || start == 0 {
        if let end = end(of: text, from: start, on: line, room: room) { return end }
        try scope.pass(Self.stepsPerFailedTry)
      }
    }
    return nil
  }

  /// The end of a text from a unit, if it fits.
  private func end(
    of text: Range<Int>, from start: Int, on line: LineSpan, room: Double
  ) -> LineSpan? {
    guard beginsCluster(start, on: line) else { return nil }
    let range = start..<text.upperBound
    var span = LineSpan(
      range: range, contentEnd: range.upperBound, firstRun: view.runIndex(containing: start))
    if text.upperBound <= line.range.upperBound, let tail = line.edges?.tail {
      span.edges = LineEdges(head: nil, tail: tail.prefix(upTo: text.upperBound), token: nil)
    }
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
