import LinecasterBase

/// The widths a paragraph has of itself (CSS Sizing 3 §4.1), in layout points.
extension PreparedParagraph {
  /// The widest line where lines end only where they must.
  func maxContentWidth(
    _ scope: WorkScope
  ) throws(CancellationError) -> Double {
    try widest(between: .hardBreak, scope)
  }

  /// The widest piece between line opportunities, shaped as if it stood alone on a line.
  ///
  /// Where words may be broken anywhere, pieces are graphemes.
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
      // Stops that may hang count in the widest line only (CSS Text 3 §8.2).
      let breaker = LineBreaker(
        paragraph: self, view: view, limit: .infinity, hangsStops: kind != .hardBreak)
      var stretches = kind == .softBreak ? StretchWidths(self) : nil
      var widest = 0.0
      var start = 0
      var run = 0
      for end in 1..<max(1, view.count + 1)
      where end == view.count || !view.boundaries[end].isDisjoint(with: [kind, .hardBreak]) {
        if kind == .softBreak, let flow, flow.isTied(end) { continue }
        run = view.runIndex(containing: start, from: run)
        let line =
          kind != .hardBreak && spacesIdeographs
          ? breaker.piece(start..<end, run: run)
          : breaker.span(start..<end, run: run, head: breaker.head(at: start, upTo: end))
        let trailing = kind == .hardBreak ? line.trailing : 0
        let isInside = stretches?.startsWithout(indentAt: start) ?? false
        widest = max(
          widest,
          line.width + trailing + (isInside ? 0 : indent(at: start))
            + (start == 0 ? flow?.initial?.width ?? 0 : 0) + room(behind: line, view))
        if let width = stretches?.width(with: line, view) { widest = max(widest, width) }
        start = end
        try scope.pass(line.edges == nil ? 64 : 16_384)
      }
      return widest
    }
  }

  /// What a piece is wider for in the widths a paragraph has of itself than on a line, as browsers
  /// have it: ideographic spaces at its end.
  private func room(behind line: LineSpan, _ view: ParagraphView) -> Double {
    var room = 0.0
    var unit = line.range.upperBound
    // Of text that keeps its white space the line itself tells.
    while style.whiteSpace.collapses, unit > line.contentEnd {
      unit -= 1
      guard view.text[unit] == WhiteSpace.ideographicSpace else { continue }
      room += view.width(from: unit, to: unit + 1, in: view.runs[view.runIndex(containing: unit)])
    }
    return room
  }

  /// Whether the room of ideographs and wide punctuation depends on what stands beside them: as in
  /// browsers pieces are then measured as they stand in the paragraph.
  private var spacesIdeographs: Bool { style.autospaces || style.spacingTrim != .spaceAll }
}

/// The stretches of one style, box and direction that a paragraph with boxes or an indent has.
///
/// For the least width browsers take pieces of a stretch together, all of them where nothing stands
/// before the first one on its line, else all but that: they are one piece as wide as the widest of
/// them, on one line. Edges that close behind the last are added to that, and what is taken
/// together where there is no indent has none.
private struct StretchWidths {
  private let paragraph: PreparedParagraph
  private let flow: InlineFlow?
  /// The first unit of the stretch that the last piece ended in.
  private var start = 0
  /// The width of the widest of the pieces that are taken together, without edges.
  private var widest = 0.0
  /// The indent of the line that they are on; nil where none was found yet.
  private var indent: Double?
  /// The run reached, and where runs of its level began.
  private var run = 0
  private var levelStart = 0

  /// Nothing where a paragraph has neither boxes nor an indent.
  init?(_ paragraph: PreparedParagraph) {
    guard paragraph.flow != nil || paragraph.style.firstLineIndent != 0 else { return nil }
    self.paragraph = paragraph
    flow = paragraph.flow
  }

  /// Whether the piece that starts at a unit is taken together with others that have no indent.
  mutating func startsWithout(indentAt unit: Int) -> Bool {
    stretchStart(of: unit) < unit && indent == 0
  }

  /// The first unit of the stretch that a unit is in; units must be asked about in ascending order.
  private mutating func stretchStart(of unit: Int) -> Int {
    let runs = paragraph.runs
    while run + 1 < runs.count, runs[run].end <= unit {
      run += 1
      let (last, next) = (runs[run - 1].item, runs[run].item)
      let parts = last.level != next.level || last.isControl || next.isControl
      if parts { levelStart = next.start }
    }
    let style = paragraph.styleIndex(at: unit)
    var start = max(levelStart, style > 0 ? paragraph.styles[style - 1].end : 0)
    if let flow {
      let next = flow.edges.bisect { $0.unit > unit }
      if next > 0 { start = max(start, flow.edges[next - 1].unit) }
    }
    return start
  }

  /// The width of what is taken together up to the end of a piece, the next one, with the edges
  /// that close behind it; nil where none do, or there is nothing but the piece.
  mutating func width(with piece: LineSpan, _ view: ParagraphView) -> Double? {
    let range = piece.range
    var end = range.upperBound
    while end > range.lowerBound, LineTerminator.isOne(view.text[end - 1]) { end -= 1 }
    guard end > range.lowerBound else { return nil }
    let first = stretchStart(of: end - 1)
    if first >= range.lowerBound {
      start = first
      widest = 0
      indent = nil
      guard first == range.lowerBound, !hasRoom(before: first) else { return nil }
    }
    guard first == start else { return nil }
    let indent = self.indent ?? paragraph.indent(at: range.lowerBound)
    self.indent = indent
    let content = max(range.lowerBound, first)..<max(first, piece.contentEnd)
    if !content.isEmpty { widest = max(widest, paragraph.width(of: content)) }
    guard let flow, first < range.lowerBound else { return nil }
    let closing = flow.edges.bisect { $0.unit >= end }
    let last = flow.firstEdge(from: range.upperBound, count: paragraph.count)
    return closing < last ? indent + widest + flow.width(ofEdges: closing..<last) : nil
  }

  /// Whether edges or an indent stand before the first unit of a line.
  private func hasRoom(before unit: Int) -> Bool {
    if paragraph.indent(at: unit) != 0 { return true }
    guard let flow else { return false }
    let first = flow.firstEdge(from: unit, count: paragraph.count)
    return flow.width(ofEdges: first..<max(first, flow.edges.bisect { $0.unit > unit })) != 0
  }
}
