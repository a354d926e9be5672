import LinecasterBase
import LinecasterFonts

/// Stacks lines from top to bottom and aligns each.
struct LinePlacer {
  let paragraph: PreparedParagraph
  let view: ParagraphView
  /// The width in which lines are aligned, in layout points.
  let width: Double

  private(set) var lines: [Line] = []
  /// The bottom edge of the last line and of the space below it.
  private(set) var top = 0.0
  /// The width of the widest line, including its indent.
  private(set) var widest = 0.0
  /// The distance from the last line's baseline to its bottom.
  private var descent = 0.0
  /// Whether any line is justified to the full width.
  private(set) var hasJustified = false
  /// Whether there are lines above the first one that is placed. Beside the other flag: a placer of
  /// more than 128 bytes would be copied by a call.
  private var isContinued = false
  /// The free space for annotations at the block end of the last line; negative if annotations
  /// extend beyond it.
  private var freeEnd = 0.0

  init(paragraph: PreparedParagraph, view: ParagraphView, width: Double) {
    self.paragraph = paragraph
    self.view = view
    self.width = width
  }

  /// Creates a placer of plain lines below those of an earlier version.
  init(paragraph: PreparedParagraph, view: ParagraphView, after first: FirstLines) {
    self.init(paragraph: paragraph, view: view, width: first.limit)
    isContinued = true
    widest = first.widest
    hasJustified = first.hasJustified
    top = first.last.frame.maxY
    if paragraph.boundaries[first.last.span.range.upperBound].contains(.hardBreak) {
      top += paragraph.spacing
    }
  }

  /// Returns the width that a line uses, in layout points.
  @inline(__always)
  static func width(of span: LineSpan, in paragraph: PreparedParagraph) -> Double {
    span.width + span.trailing + paragraph.indent(at: span.range.lowerBound)
  }

  /// Adds a line below the others.
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

  /// Adds a line of a height below the others, with an inset for an initial letter, aligned as if
  /// it were wider by `overhang`.
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

  /// Trims the space above the letters of the first line (CSS `text-box-trim`), if requested.
  private mutating func trimStart(_ box: LineBox) {
    guard paragraph.style.textBoxTrim.contains(.start), !isContinued else { return }
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

  /// Returns all lines, after the last one was added; call once, because it trims the space below.
  mutating func finish() -> PlacedLines {
    trimEnd()
    return PlacedLines(
      size: Size(width: hasJustified ? width : widest, height: top), lines: lines)
  }

  /// Returns all lines, with those of an earlier version, after the last one was added.
  mutating func finish(after first: FirstLines) -> PlacedLines {
    let placed = finish()
    return PlacedLines(size: placed.size, shared: SharedLines(lines, after: first))
  }

  /// Trims the space below the letters of the last line (CSS `text-box-trim`), if requested.
  private mutating func trimEnd() {
    if let initial = paragraph.flow?.initial { top = max(top, initial.bottom) }
    guard paragraph.style.textBoxTrim.contains(.end), !lines.isEmpty else { return }
    let content = LineBox(
      contentOf: paragraph.strutFace, size: paragraph.strutStyle.drawnSize)
    top -= descent - (paragraph.style.textBoxEdge.under == .text ? content.descent : 0)
  }

  /// Returns the alignment of a line if it is not justified.
  private func alignment(of span: LineSpan) -> TextAlignment {
    let style = paragraph.style
    guard endsParagraph(span) else { return style.alignment }
    return style.lastLineAlignment ?? style.alignment
  }

  /// Whether a line is the last one or ends in a terminator.
  private func endsParagraph(_ span: LineSpan) -> Bool {
    let end = span.range.upperBound
    return end >= view.count || view.isForced(end)
  }

  /// Returns the left edge of a line's text.
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

  /// Returns the extra width for aligning a line that ends where a ruby pair or a box begins or
  /// ends. Browsers add its parts again, count text under annotation overhangs as the line's text,
  /// and omit cloned edges at its start.
  private func aligned(_ span: LineSpan, with flow: InlineFlow) -> Double {
    let end = span.range.upperBound
    guard !endsParagraph(span) else { return 0 }
    let edge = flow.edges.bisect { $0.unit >= end }
    guard edge < flow.edges.count, flow.edges[edge].unit == end else { return 0 }
    var overhang = 0.0
    if flow.clones {
      let first = flow.wholeEdges(of: span, count: view.count).lowerBound
      overhang -= flow.cloneWidths(around: first).start
    }
    guard flow.hasRuby else { return overhang }
    return flow.pieces(on: span, of: paragraph)
      .reduce(overhang) { $0 + $1.room.startOverhang + $1.room.endOverhang }
  }

  /// Returns the line box of a line without inline boxes.
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

  /// Extends a box by those of the runs from one on that start before a unit.
  @inline(__always)
  private func include(_ first: Int, upTo end: Int, in box: inout LineBox) {
    var index = first
    while index < view.runs.count, view.runs[index].start < end {
      box.include(view.runs[index].box)
      index += 1
    }
  }

  /// Whether a line should be justified and can be.
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

/// The lines of a paragraph at a width, and their size.
struct PlacedLines: Sendable {
  let size: Size
  /// The lines; empty if some are shared with an earlier version of the paragraph.
  let lines: [Line]
  /// The lines if some are shared with an earlier version of the paragraph, or if they take long to
  /// free.
  let shared: SharedLines?

  /// Breaks a paragraph into lines and places them in a width, or in that of the widest line if it
  /// is infinite.
  init(
    of paragraph: PreparedParagraph, limit: Double, _ scope: WorkScope
  ) throws(CancellationError) {
    self = try paragraph.withView { view throws(CancellationError) in
      var breaker = LineBreaker(paragraph: paragraph, view: view, limit: limit)
      guard limit.isFinite else { return try Self(placing: breaker, scope) }
      let chosen = try breaker.chooseEnds(scope)
      var placer = LinePlacer(paragraph: paragraph, view: view, width: limit)
      try breaker.breakLines(scope, endingAt: chosen) { placer.place($0) }
      return placer.finish()
    }
  }

  /// Places the lines of a breaker in the width of the widest one.
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

  /// The number of lines that take a millisecond to free.
  static let manyLines = 4_096

  /// Creates the result from placed lines.
  fileprivate init(size: Size, lines: [Line]) {
    self.size = size
    self.lines = lines
    shared = lines.count >= Self.manyLines ? SharedLines(lines) : nil
  }

  /// Creates the result from lines of which some are shared.
  fileprivate init(size: Size, shared lines: SharedLines) {
    self.size = size
    self.lines = []
    shared = lines
  }
}

/// The extent of a line, or of a run on it, above and below the baseline, in layout points.
struct LineBox: Hashable, Sendable {
  /// The distance from the baseline up to the top edge; may be negative for tiny line heights.
  var ascent: Double
  /// The distance from the baseline down to the bottom edge.
  var descent: Double

  var height: Double { ascent + descent }

  /// The line box of a face at a size: its content area and half the leading on each side.
  ///
  /// Ascent, descent and gap are rounded to whole points, as in browsers (CSS Inline 3 §4.2).
  ///
  /// - Parameters:
  ///   - face: The face.
  ///   - size: The em size, in layout points.
  ///   - lineHeight: The line height.
  ///   - isCentral: Whether the baseline is in the middle, as on vertical lines.
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

  /// The content area of a face at a size, rounded as in browsers: if rounding would cut the
  /// descent, the area is moved down by a point.
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

  /// Returns the box of text raised above the baseline.
  func raised(by shift: Double) -> LineBox {
    var box = self
    box.ascent += shift
    box.descent -= shift
    return box
  }

  /// Whether the box already contains another one.
  func holds(_ other: LineBox) -> Bool { other.ascent <= ascent && other.descent <= descent }

  /// Extends the box to contain another one on the same baseline.
  mutating func include(_ other: LineBox) {
    ascent = max(ascent, other.ascent)
    descent = max(descent, other.descent)
  }
}
