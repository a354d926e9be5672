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
  /// If words may be broken anywhere, pieces are graphemes.
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

  /// Returns the width that a piece adds to the intrinsic widths but not to a line, as in browsers:
  /// ideographic spaces at its end.
  private func room(behind line: LineSpan, _ view: ParagraphView) -> Double {
    var room = 0.0
    var unit = line.range.upperBound
    // If white space is kept, the line's own width includes it.
    while style.whiteSpace.collapses, unit > line.contentEnd {
      unit -= 1
      guard view.text[unit] == WhiteSpace.ideographicSpace else { continue }
      room += view.width(from: unit, to: unit + 1, in: view.runs[view.runIndex(containing: unit)])
    }
    return room
  }

  /// Whether the space of ideographs and wide punctuation depends on adjacent text: as in browsers,
  /// pieces are then measured in their context.
  private var spacesIdeographs: Bool { style.autospaces || style.spacingTrim != .spaceAll }
}

/// Measures ranges of one style, box and direction, in a paragraph with boxes or an indent.
///
/// For the min-content width, browsers combine the pieces of such a range into one piece, as wide
/// as the widest of them: all pieces if nothing precedes the first on its line, otherwise all but
/// the first. Edges that close after the last piece are added. Pieces combined without an indent
/// get none.
private struct StretchWidths {
  private let paragraph: PreparedParagraph
  private let flow: InlineFlow?
  /// The first unit of the range that contains the end of the last piece.
  private var start = 0
  /// The width of the widest combined piece, without edges.
  private var widest = 0.0
  /// The indent of the combined pieces' line; `nil` if not yet known.
  private var indent: Double?
  /// The current run, and the start of the runs at its level.
  private var run = 0
  private var levelStart = 0

  /// Returns `nil` for a paragraph without boxes and indent.
  init?(_ paragraph: PreparedParagraph) {
    guard paragraph.flow != nil || paragraph.style.firstLineIndent != 0 else { return nil }
    self.paragraph = paragraph
    flow = paragraph.flow
  }

  /// Whether the piece that starts at a unit is combined with others that have no indent.
  mutating func startsWithout(indentAt unit: Int) -> Bool {
    stretchStart(of: unit) < unit && indent == 0
  }

  /// Returns the start of the range that contains a unit; units must be passed in ascending order.
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

  /// Returns the width of the pieces combined up to the end of the next piece, with the edges that
  /// close after it; `nil` if no edges close or there is only that piece.
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

  /// Whether edges or an indent precede the first unit of a line.
  private func hasRoom(before unit: Int) -> Bool {
    if paragraph.indent(at: unit) != 0 { return true }
    guard let flow else { return false }
    let first = flow.firstEdge(from: unit, count: paragraph.count)
    return flow.width(ofEdges: first..<max(first, flow.edges.bisect { $0.unit > unit })) != 0
  }
}
