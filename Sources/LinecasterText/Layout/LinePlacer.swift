import LinecasterGeometry

/// Stacks lines from the top and aligns each.
struct LinePlacer {
  let paragraph: ShapedParagraph
  let view: ParagraphView
  /// The width that lines are aligned in, in layout points.
  let width: Double

  private(set) var lines: [Line] = []
  /// The bottom edge of the last line, and of the room under it.
  private(set) var top = 0.0
  /// The width of the widest line, its indent included.
  private(set) var widest = 0.0
  /// Whether a line takes up all of the width.
  private(set) var hasJustified = false

  init(paragraph: ShapedParagraph, view: ParagraphView, width: Double) {
    self.paragraph = paragraph
    self.view = view
    self.width = width
  }

  /// What a line takes of the width, in layout points.
  static func width(of span: LineSpan, in paragraph: ShapedParagraph) -> Double {
    span.width + span.trailing + paragraph.indent(at: span.range.lowerBound)
  }

  /// Adds a line under the others.
  mutating func place(_ span: LineSpan) {
    widest = max(widest, Self.width(of: span, in: paragraph))
    let box = paragraph.isUniform && span.edges == nil ? paragraph.strut : box(of: span)
    let indent = paragraph.indent(at: span.range.lowerBound)
    let isJustified = isJustified(span, room: width - indent)
    if isJustified { hasJustified = true }
    let lineWidth = isJustified ? width - indent : span.width
    lines.append(
      Line(
        span, paragraph.sourceMap,
        frame: Rect(
          x: left(of: span, lineWidth, indent: indent), y: top,
          width: lineWidth, height: box.height),
        baseline: top + box.ascent, isJustified: isJustified))
    top += box.height
    let end = span.range.upperBound
    if end < view.count, view.isForced(end) { top += paragraph.spacing }
  }

  /// The left edge of a line's text.
  private func left(of span: LineSpan, _ lineWidth: Double, indent: Double) -> Double {
    let isRightToLeft = paragraph.baseLevel(at: span.range.lowerBound) & 1 != 0
    let free = width - indent - lineWidth - span.trailing
    // Lines that are too long overflow at their end (CSS Text 3 §6.1).
    let alignment = free < 0 ? .start : paragraph.style.alignment
    return (isRightToLeft ? span.trailing : indent)
      + free * alignment.leadingShare(isRightToLeft: isRightToLeft)
  }

  private func box(of span: LineSpan) -> LineBox {
    var box = paragraph.strut
    var index = span.firstRun
    while index < view.runs.count, view.runs[index].start < span.contentEnd {
      box.include(view.runs[index].box)
      index += 1
    }
    if let mark = span.edges?.mark { box.include(mark.box) }
    return box
  }

  /// Whether a line is to take up all the room: it is no paragraph's last, and can.
  private func isJustified(_ span: LineSpan, room: Double) -> Bool {
    let end = span.range.upperBound
    guard paragraph.style.alignment == .justify, span.hidden == nil, end < view.count,
      !view.isForced(end), span.width < room
    else { return false }
    return Justifier.opportunities(in: paragraph, span) > 0
  }
}
