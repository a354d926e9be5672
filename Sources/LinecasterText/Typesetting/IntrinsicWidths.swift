import LinecasterBase

/// The intrinsic widths of a paragraph (CSS Sizing 3 §4.1), in layout points.
extension PreparedParagraph {
  /// Returns the width of the widest line if lines end at forced breaks only.
  func maxContentWidth(
    _ scope: WorkScope
  ) throws(CancellationError) -> Double {
    try widest(between: .hardBreak, scope)
  }

  /// Returns the width of the widest piece between break opportunities, shaped as its own line.
  ///
  /// If words may be broken anywhere, pieces are graphemes with the marks after them.
  func minContentWidth(
    _ scope: WorkScope
  ) throws(CancellationError) -> Double {
    guard wraps else { return try maxContentWidth(scope) }
    return try widest(
      between: style.overflowWrap == .anywhere ? .grapheme : .softBreak, scope)
  }

  private func widest(
    between kind: BoundaryFlags, _ scope: WorkScope
  ) throws(CancellationError) -> Double {
    try withView { view throws(CancellationError) in
      // Hanging stops count only for the max-content width (CSS Text 3 §8.2).
      let breaker = LineBreaker(
        paragraph: self, view: view, limit: .infinity, hangsStops: kind != .hardBreak)
      var stretches = kind == .softBreak ? StretchWidths(self) : nil
      let partsSpaces = kind == .softBreak && style.lineBreakStrictness == .anywhere
      var widest = 0.0
      var start = 0
      var run = 0
      for end in 1..<max(1, view.count + 1)
      where end == view.count || view.isForced(end) || view.isCut(end, at: kind)
        || partsSpaces && view.text[end] == WhiteSpace.ideographicSpace
      {
        if let flow, kind != .hardBreak, isWhole(end, kind, in: flow, view) { continue }
        run = view.runIndex(containing: start, from: run)
        let line =
          kind != .hardBreak && spacesIdeographs
          ? breaker.piece(start..<end, run: run)
          : breaker.span(start..<end, run: run, head: breaker.head(at: start, upTo: end))
        let trailing = kind == .hardBreak ? line.trailing : 0
        let width =
          stretches?.width(with: line, view) ?? line.width + trailing + indent(at: start)
          + (start == 0 ? flow?.initial?.width ?? 0 : 0)
          + (trailing > 0 ? 0 : room(behind: line, view))
        widest = max(widest, width, stretches?.settled ?? 0)
        start = end
        try scope.pass(line.edges == nil ? 64 : 16_384)
      }
      return widest
    }
  }

  /// Whether the text before a break counts as one piece with the text behind it, as in browsers:
  /// before some attachments, inside of a ruby pair, and before one behind other text.
  private func isWhole(
    _ unit: Int, _ kind: BoundaryFlags, in flow: InlineFlow, _ view: ParagraphView
  ) -> Bool {
    if kind == .softBreak, flow.isTied(unit) { return true }
    guard flow.hasRuby, unit > 0, unit < view.count else { return false }
    if kind == .grapheme { return flow.pair(around: unit) != nil }
    return !view.hangs(unit - 1) && flow.pair(at: unit)?.units.lowerBound == unit
      && flow.pair(at: unit - 1) == nil
  }

  /// Returns the width that a piece adds to the intrinsic widths but not to a line, as in browsers:
  /// ideographic spaces directly after its text, and spaces of a box without wrapping before
  /// preserved ones.
  private func room(behind line: LineSpan, _ view: ParagraphView) -> Double {
    var room = 0.0
    let end = view.ideographicSpacesEnd(of: line)
    for unit in line.contentEnd..<max(line.contentEnd, line.range.upperBound)
    where unit < end || isKept(unit, before: line, view) {
      room += view.width(from: unit, to: unit + 1, in: view.runs[view.runIndex(containing: unit)])
    }
    return room
  }

  /// Whether a space that collapses without wrapping stands before a preserved one in a piece.
  private func isKept(_ unit: Int, before line: LineSpan, _ view: ParagraphView) -> Bool {
    guard let flow, unit + 1 < line.range.upperBound, view.text[unit + 1] == 0x20 else {
      return false
    }
    return flow.whiteSpace(at: unit) == .nowrap
      && flow.whiteSpace(at: unit + 1).map { !$0.collapses } ?? false
  }

  /// Whether the space of ideographs and wide punctuation depends on adjacent text: as in browsers,
  /// pieces are then measured in their context.
  private var spacesIdeographs: Bool { style.autospaces || style.spacingTrim != .spaceAll }
}

extension ParagraphView {
  /// The end of the ideographic spaces that directly follow the text of a line.
  fileprivate func ideographicSpacesEnd(of line: LineSpan) -> Int {
    var end = max(line.range.lowerBound, line.contentEnd)
    while end < line.range.upperBound, text[end] == WhiteSpace.ideographicSpace { end += 1 }
    return end
  }
}

/// Measures the pieces of a range of one style, box and direction together, in a paragraph with
/// boxes or an indent.
///
/// For the min-content width, browsers take a shortcut on lines that start without any room. All
/// pieces up to the end of the range count as one, as wide as the widest of them by positions,
/// unless the last goes on in the next range. Edges that close after the last piece are added.
private struct StretchWidths {
  private let paragraph: PreparedParagraph
  private let flow: InlineFlow?
  /// The end of the range whose pieces are combined.
  private var end = 0
  /// The width of the widest combined piece, without edges.
  private var widest = 0.0
  /// The width of the pieces combined so far, which counts unless more of them are combined.
  private var pending = 0.0
  /// The width of pieces that were combined with no others.
  private(set) var settled = 0.0

  /// Returns `nil` for a paragraph without boxes and indent.
  init?(_ paragraph: PreparedParagraph) {
    guard paragraph.flow != nil || paragraph.style.firstLineIndent != 0 else { return nil }
    self.paragraph = paragraph
    flow = paragraph.flow
  }

  /// Returns the width of the pieces combined up to the end of the next piece, with the edges that
  /// close after it; `nil` if the piece is not combined. Pieces must be passed in ascending order.
  mutating func width(with piece: LineSpan, _ view: ParagraphView) -> Double? {
    let range = piece.range
    settled = 0
    if range.lowerBound >= end {
      guard !hasRoom(before: range.lowerBound) else { return nil }
      end = stretchEnd(of: range.lowerBound)
      widest = 0
    }
    // A terminator is no part of a range.
    let last = LineTerminator.isOne(view.text[range.upperBound - 1]) ? range.upperBound - 1 : nil
    let pieceEnd = last ?? range.upperBound
    end = min(end, last ?? end)
    guard pieceEnd <= end, !hasPair(in: range) else {
      end = range.upperBound
      (settled, pending) = (pending, 0)
      return nil
    }
    pending = 0
    widest = max(
      widest,
      paragraph.width(of: range.lowerBound..<view.ideographicSpacesEnd(of: piece))
        + (piece.edges?.token?.width ?? 0))
    guard let flow else { return widest }
    let closing = flow.edges.bisect { $0.unit >= pieceEnd }
    guard pieceEnd == end else {
      pending = widest + flow.cloneWidths(around: closing).end
      return 0
    }
    let next = max(closing, flow.firstEdge(from: end, count: paragraph.count))
    return widest + flow.width(ofEdges: closing..<next) + flow.cloneWidths(around: next).end
  }

  /// Whether a piece has letters of a ruby pair, whose room depends on the line.
  private func hasPair(in range: Range<Int>) -> Bool {
    guard let flow, flow.hasRuby else { return false }
    let index = flow.rubies.bisect { range.lowerBound < $0.ruby.units.upperBound }
    return index < flow.rubies.count
      && flow.rubies[index].ruby.units.lowerBound < range.upperBound
  }

  /// Returns the end of the range that contains a unit.
  private func stretchEnd(of unit: Int) -> Int {
    var end = paragraph.styles[paragraph.styleIndex(at: unit)].end
    if let flow {
      let next = flow.edges.bisect { $0.unit > unit }
      if next < flow.edges.count { end = min(end, flow.edges[next].unit) }
    }
    let runs = paragraph.runs
    var run = paragraph.runIndex(containing: unit)
    while run + 1 < runs.count, runs[run + 1].start < end {
      let (last, next) = (runs[run].item, runs[run + 1].item)
      if last.level != next.level || last.isControl || next.isControl { return next.start }
      run += 1
    }
    return end
  }

  /// Whether edges or an indent precede the first unit of a line.
  private func hasRoom(before unit: Int) -> Bool {
    if paragraph.indent(at: unit) != 0 { return true }
    if unit == 0, paragraph.flow?.initial != nil { return true }
    guard let flow else { return false }
    let first = flow.firstEdge(from: unit, count: paragraph.count)
    return flow.cloneWidths(around: first).start != 0
      || flow.width(ofEdges: first..<max(first, flow.edges.bisect { $0.unit > unit })) != 0
  }
}
