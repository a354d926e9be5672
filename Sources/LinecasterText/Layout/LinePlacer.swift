import LinecasterBase
import LinecasterFonts

/// Stacks lines from the top and aligns each.
struct LinePlacer {
  let paragraph: PreparedParagraph
  let view: ParagraphView
  /// The width that lines are aligned in, in layout points.
  let width: Double

  private(set) var lines: [Line] = []
  /// The bottom edge of the last line, and of the room under it.
  private(set) var top = 0.0
  /// The width of the widest line, its indent included.
  private(set) var widest = 0.0
  /// How far the last line reaches below its baseline.
  private var descent = 0.0
  /// Whether a line takes up all of the width.
  private(set) var hasJustified = false
  /// The free room at the end of the last line that annotations may use; below 0 what annotations
  /// reach out of it.
  private var freeEnd = 0.0

  init(paragraph: PreparedParagraph, view: ParagraphView, width: Double) {
    self.paragraph = paragraph
    self.view = view
    self.width = width
  }

  /// What a line takes of the width, in layout points.
  @inline(__always)
  static func width(of span: LineSpan, in paragraph: PreparedParagraph) -> Double {
    span.width + span.trailing + paragraph.indent(at: span.range.lowerBound)
  }

  /// Adds a line under the others.
  mutating func place(_ span: consuming LineSpan) {
    guard !paragraph.isPlain, let flow = paragraph.flow else {
      let box = paragraph.isUniform && span.edges == nil ? paragraph.strut : box(of: span)
      return place(span, box, inset: 0, overhang: 0)
    }
    let stack = LineStacker.stack(span, of: paragraph, flow)
    let flips = paragraph.style.writingMode.flipsLines
    if lines.isEmpty { top += flow.initial?.shift ?? 0 }
    top += stack.annotations?.shift(after: freeEnd, flips: flips) ?? 0
    place(
      span, stack.box, inset: flow.initial?.inset(ofLine: lines.count) ?? 0,
      overhang: flow.hasRuby || flow.clones ? aligned(span, with: flow) : 0)
    guard let annotations = stack.annotations else { return }
    top += annotations.endOverflow(flips: flips)
    freeEnd = annotations.room(flips: flips)
  }

  /// Adds a line of a height under the others, as far as `inset` in beside an initial letter and
  /// aligned as if it were `overhang` wider.
  @inline(__always)
  private mutating func place(
    _ span: consuming LineSpan, _ box: LineBox, inset: Double, overhang: Double
  ) {
    let indent = paragraph.indent(at: span.range.lowerBound)
    widest = max(widest, span.width + span.trailing + indent + inset)
    if lines.isEmpty { trimStart(box) }
    descent = box.descent
    let isJustified = isJustified(span, room: width - inset - indent - overhang)
    if isJustified { hasJustified = true }
    let lineWidth = isJustified ? width - inset - indent - overhang : span.width
    let end = span.range.upperBound
    lines.append(
      Line(
        span, paragraph.sourceMap,
        frame: Rect(
          x: left(of: span, lineWidth + overhang, indent: indent, inset: inset), y: top,
          width: lineWidth, height: box.height),
        baseline: top
          + (paragraph.style.writingMode.flipsLines ? box.descent : box.ascent),
        isJustified: isJustified))
    top += box.height
    if end < view.count, view.isForced(end) { top += paragraph.spacing }
  }

  /// Leaves out the room above the letters of the first line, if that is wanted.
  private mutating func trimStart(_ box: LineBox) {
    guard paragraph.style.textBoxTrim.contains(.start) else { return }
    let face = paragraph.strutFace
    let size = paragraph.strutStyle.drawnSize
    let scale = size / Double(face.metrics.unitsPerEm)
    let ascent =
      switch paragraph.style.textBoxEdge.over {
      case .text: LineBox(contentOf: face, size: size).ascent
      case .capital: face.metrics.capHeight * scale
      case .ex: face.metrics.xHeight * scale
      }
    top += ascent - box.ascent
  }

  /// All lines, once the last one has been added; asked for once, since it trims the room below.
  mutating func finish() -> PlacedLines {
    trimEnd()
    return PlacedLines(
      size: Size(width: hasJustified ? width : widest, height: top), lines: lines)
  }

  /// Leaves out the room below the letters of the last line, if that is wanted.
  private mutating func trimEnd() {
    if let initial = paragraph.flow?.initial { top = max(top, initial.bottom) }
    guard paragraph.style.textBoxTrim.contains(.end), !lines.isEmpty else { return }
    let content = LineBox(
      contentOf: paragraph.strutFace, size: paragraph.strutStyle.drawnSize)
    top -= descent - (paragraph.style.textBoxEdge.under == .text ? content.descent : 0)
  }

  /// Which edge a line stands at, if it does not stand at both.
  private func alignment(of span: LineSpan) -> TextAlignment {
    let style = paragraph.style
    guard endsParagraph(span) else { return style.alignment }
    return style.lastLineAlignment ?? style.alignment
  }

  /// Whether a line is the last one, or one that a terminator ends.
  private func endsParagraph(_ span: LineSpan) -> Bool {
    let end = span.range.upperBound
    return end >= view.count || view.isForced(end)
  }

  /// The left edge of a line's text.
  private func left(
    of span: LineSpan, _ lineWidth: Double, indent: Double, inset: Double
  ) -> Double {
    let isRightToLeft = paragraph.baseLevel(at: span.range.lowerBound) & 1 != 0
    let free = width - inset - indent - lineWidth - span.trailing
    // Lines that are too long overflow at their end (CSS Text 3 §6.1).
    let alignment = free < 0 ? .start : alignment(of: span)
    return (isRightToLeft ? span.trailing : indent + inset)
      + free * alignment.leadingShare(isRightToLeft: isRightToLeft)
  }

  /// How much wider a line that ends where a pair or a box begins or ends counts where it is
  /// aligned, as in browsers: they add its parts up again, those that annotations reach over as
  /// text of the line, and without the edges that boxes have again at its start.
  private func aligned(_ span: LineSpan, with flow: InlineFlow) -> Double {
    let end = span.range.upperBound
    guard !endsParagraph(span) else { return 0 }
    let edge = flow.edges.bisect { $0.unit >= end }
    guard edge < flow.edges.count, flow.edges[edge].unit == end else { return 0 }
    var overhang = 0.0
    if flow.clones {
      let first = flow.firstEdge(from: span.range.lowerBound, count: view.count)
      overhang -= flow.cloneWidths(around: first).start
    }
    guard flow.hasRuby else { return overhang }
    return flow.pieces(on: span, of: paragraph)
      .reduce(overhang) { $0 + $1.room.startOverhang + $1.room.endOverhang }
  }

  /// The box of a line without boxes in it.
  private func box(of span: LineSpan) -> LineBox {
    var box = paragraph.strut
    guard let edges = span.edges else {
      include(
        span.firstRun,
        upTo: span.contentEnd < span.range.upperBound
          ? paragraph.collapsedStart(of: span) : span.contentEnd, in: &box)
      return box
    }
    include(span.firstRun, upTo: paragraph.collapsedStart(of: span.whole), in: &box)
    if let token = edges.token { box.include(token.box) }
    if let rest = edges.rest?.span { include(rest.firstRun, upTo: rest.contentEnd, in: &box) }
    return box
  }

  /// Makes a box hold those of the runs from one on that start before a unit.
  @inline(__always)
  private func include(_ first: Int, upTo end: Int, in box: inout LineBox) {
    var index = first
    while index < view.runs.count, view.runs[index].start < end {
      box.include(view.runs[index].box)
      index += 1
    }
  }

  /// Whether a line is to take up all the room, and can.
  private func isJustified(_ span: LineSpan, room: Double) -> Bool {
    let style = paragraph.style
    guard style.alignment == .justify || style.lastLineAlignment == .justify,
      style.justification != .none, span.hidden == nil, span.width < room
    else { return false }
    guard endsParagraph(span) ? style.lastLineAlignment == .justify : style.alignment == .justify
    else { return false }
    return Justifier.opportunities(in: paragraph, span) > 0
  }
}

/// The lines of a paragraph at a width, and their extent.
struct PlacedLines: Sendable {
  let size: Size
  let lines: [Line]
  /// Has the lines where they take long to free; behind them, since what is behind is freed later.
  let remains: LateRelease<[Line]>?

  /// Breaks a paragraph into lines and places them in a width; in that of the widest line where
  /// it is infinite.
  init(
    of paragraph: PreparedParagraph, limit: Double, _ scope: WorkScope
  ) throws(CancellationError) {
    self = try paragraph.withView { view throws(CancellationError) in
      var breaker = LineBreaker(paragraph: paragraph, view: view, limit: limit)
      guard limit.isFinite else { return try Self(placing: breaker, scope) }
      let ends = try breaker.chooseEnds(scope)
      var placer = LinePlacer(paragraph: paragraph, view: view, width: limit)
      try breaker.breakLines(scope, endingAt: ends) { placer.place($0) }
      return placer.finish()
    }
  }

  /// Places the lines of a breaker in the width of the widest.
  private init(
    placing breaker: LineBreaker, _ scope: WorkScope
  ) throws(CancellationError) {
    var spans: [LineSpan] = []
    try breaker.breakLines(scope) { spans.append($0) }
    let initial = breaker.paragraph.flow?.initial
    var widest = 0.0
    for (index, span) in spans.enumerated() {
      let inset = initial?.inset(ofLine: index) ?? 0
      widest = max(widest, LinePlacer.width(of: span, in: breaker.paragraph) + inset)
    }
    var placer = LinePlacer(paragraph: breaker.paragraph, view: breaker.view, width: widest)
    try scope.forEachPiece(of: spans.indices, steps: 64) { piece in
      for span in spans[piece] { placer.place(span) }
    }
    self = placer.finish()
  }

  /// As many lines as take a millisecond to free.
  private static let manyLines = 4_096

  /// Lines that have been placed.
  fileprivate init(size: Size, lines: [Line]) {
    self.size = size
    self.lines = lines
    remains = lines.count >= Self.manyLines ? LateRelease(lines) : nil
  }
}

/// How far a line, or one run on it, reaches from the baseline, in layout points.
struct LineBox: Hashable, Sendable {
  /// The distance from the baseline up to the top edge; may be negative for tiny line heights.
  var ascent: Double
  /// The distance from the baseline down to the bottom edge.
  var descent: Double

  var height: Double { ascent + descent }

  /// The box that a face at a size asks for: its content area and half the leading on each side.
  ///
  /// Ascent, descent and gap are rounded to whole points, as browsers do (CSS Inline 3 §4.2).
  ///
  /// - Parameters:
  ///   - face: The face.
  ///   - size: The em in layout points.
  ///   - lineHeight: The height of lines.
  ///   - isCentral: Whether the baseline goes through the middle, as it does on vertical lines.
  init(face: FontFace, size: Double, lineHeight: LineHeight, isCentral: Bool = false) {
    let metrics = face.metrics
    let scale = size / Double(metrics.unitsPerEm)
    let content = LineBox(contentOf: face, size: size, isCentral: isCentral)
    let (ascent, descent) = (content.ascent, content.descent)
    let natural = ascent + descent + (metrics.lineGap * scale).rounded()
    let height =
      switch lineHeight {
      case .normal: natural
      case .atLeast(let points): max(natural, points)
      case .multiple(let factor): factor * size
      case .points(let points): points
      }
    let leading = (height >= 0 ? min(height, Limit.lineHeight) : 0) - ascent - descent
    self.ascent = ascent + (leading / 2).rounded(.down)
    self.descent = ascent + descent + leading - self.ascent
  }

  /// The content area of a face at a size, rounded as browsers do: where that would cut what hangs
  /// below the baseline, the area is moved down by a point.
  init(contentOf face: FontFace, size: Double, isCentral: Bool = false) {
    let scale = size / Double(face.metrics.unitsPerEm)
    ascent = (face.metrics.ascent * scale).rounded()
    descent = (face.metrics.descent * scale).rounded()
    if descent < face.metrics.descent * scale, ascent >= 1 {
      ascent -= 1
      descent += 1
    }
    guard isCentral else { return }
    let height = ascent + descent
    descent = (height / 2).rounded(.down)
    ascent = height - descent
  }

  init(ascent: Double, descent: Double) {
    self.ascent = ascent
    self.descent = descent
  }

  /// The box of text that stands above the baseline.
  func raised(by shift: Double) -> LineBox {
    var box = self
    box.ascent += shift
    box.descent -= shift
    return box
  }

  /// Whether including another box would change nothing.
  func holds(_ other: LineBox) -> Bool { other.ascent <= ascent && other.descent <= descent }

  /// Grows the box to hold another on the same baseline.
  mutating func include(_ other: LineBox) {
    ascent = max(ascent, other.ascent)
    descent = max(descent, other.descent)
  }
}
