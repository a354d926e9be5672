import LinecasterBase
import LinecasterFonts

/// The boxes and attachments of a prepared paragraph, with their widths and the font metrics for
/// vertical alignment.
///
/// A class, so the many paragraphs without any store only a pointer.
final class InlineFlow: Sendable {
  /// The boxes in document order.
  let boxes: [FlowBox]
  /// The edges of boxes in document order.
  let edges: [InlineMarks.Edge]
  /// The attachments in text order.
  let attachments: [FlowAttachment]
  /// The root strut: the paragraph's own font and the minimum extent of every line.
  let root: FlowStrut
  /// Whether any line may end at an optional place.
  let wraps: Bool
  /// The index of the opening and closing edge of each box.
  let openEdges: [Int]
  let closeEdges: [Int]
  /// The stretches with different white space rules; empty if the rules never change.
  let spaces: [InlineMarks.SpaceStretch]
  /// The accumulated width of all edges before each, in layout points.
  private let totals: [Double]
  /// The tab stops of each box; empty if all boxes use the paragraph's.
  private let tabs: [TabStops?]
  /// The units with edges at which a terminator starts a line.
  private let forced: Set<Int>
  /// The bidi controls of boxes, joined where they touch.
  private let controls: [Range<Int>]
  /// Whether any box repeats its edges on every line.
  let clones: Bool
  /// The units of attachments that the text before would not break from by its own rules.
  let tied: [Int]
  /// The initial letter; `nil` for none.
  let initial: InitialLetterBox?
  /// The ruby pairs with their boxes, in document order.
  let rubies: [(box: Int, ruby: FlowRuby)]
  /// Whether any attachment describes its content.
  let showsContent: Bool
  /// The approximate memory of nested paragraphs, in bytes: annotations, combined text, and the
  /// initial letter.
  private let insideByteCount: Int

  init(
    _ marks: InlineMarks, boxes: [FlowBox], attachments: [FlowAttachment], root: FlowStrut,
    wraps: Bool, rubies: [(box: Int, ruby: FlowRuby)] = [], initial: InitialLetterBox? = nil,
    tied: [Int] = [], forced: Set<Int> = [], controls: [Range<Int>] = [],
    tabs: [TabStops?] = []
  ) {
    self.tabs = tabs
    self.controls = controls
    self.forced = forced
    self.initial = initial
    self.tied = tied
    var boxes = boxes
    for (box, ruby) in rubies { boxes[box].take(ruby) }
    self.boxes = boxes
    self.rubies = rubies
    edges = marks.edges
    spaces = marks.spaces
    self.attachments = attachments
    self.root = root
    self.wraps = wraps
    showsContent = attachments.contains { $0.attachment.content != nil }
    insideByteCount =
      rubies.reduce(0) { $0 + $1.ruby.byteCount } + (initial?.letter.byteCount ?? 0)
      + attachments.reduce(0) { bytes, attachment in
        bytes + (attachment.combined.map { $0.paragraph.byteCount + $0.byteCount } ?? 0)
      }
    clones = boxes.contains { $0.clones && $0.hasEdges }
    var total = 0.0
    var totals = [0.0]
    totals.reserveCapacity(marks.edges.count + 1)
    var opening = [Int](repeating: 0, count: boxes.count)
    var closing = opening
    for (index, edge) in marks.edges.enumerated() {
      if edge.opens { opening[edge.box] = index } else { closing[edge.box] = index }
      total += edge.opens ? boxes[edge.box].startWidth : boxes[edge.box].endWidth
      totals.append(total)
    }
    self.totals = totals
    openEdges = opening
    closeEdges = closing
  }

  /// The approximate memory use, in bytes.
  var byteCount: Int {
    insideByteCount + boxes.count * MemoryLayout<FlowBox>.stride
      + edges.count * (MemoryLayout<InlineMarks.Edge>.stride + MemoryLayout<Double>.stride)
      + 2 * boxes.count * MemoryLayout<Int>.stride
      + attachments.count * MemoryLayout<FlowAttachment>.stride
      + tied.count * MemoryLayout<Int>.stride
      + controls.count * MemoryLayout<Range<Int>>.stride
      + tabs.count * MemoryLayout<TabStops?>.stride
      + spaces.count * MemoryLayout<InlineMarks.SpaceStretch>.stride + 256
  }

  /// The first edge on the line that starts at a unit. Boxes that close there end on the line
  /// before, and so do empty boxes outside of those that go on, except after a terminator. The bidi
  /// controls of boxes are no content.
  ///
  /// - Complexity: O(log edges), and the edges at the unit.
  func firstEdge(from unit: Int, count: Int) -> Int {
    guard unit > 0 else { return 0 }
    if unit >= count { return edges.count }
    var index = edges.bisect { $0.unit >= unit }
    var next = index
    var opened = 0
    let end = controlEnd(from: unit)
    while next < edges.count, edges[next].unit <= end {
      if edges[next].opens, forced.contains(unit) { return next }
      opened += edges[next].opens ? 1 : -1
      next += 1
      if opened <= 0 { (index, opened) = (next, 0) }
    }
    return index
  }

  /// The edges on a line, with those behind the end of a truncated line.
  func wholeEdges(of line: LineSpan, count: Int) -> Range<Int> {
    let cut = line.edges?.edgeCut
    let first = cut?.start ?? firstEdge(from: line.range.lowerBound, count: count)
    return first..<max(first, cut?.end ?? firstEdge(from: line.range.upperBound, count: count))
  }

  /// The edges on a line, without those at the end of a truncated line: its boxes go on in the
  /// hidden text.
  func edges(of line: LineSpan, count: Int) -> Range<Int> {
    let whole = wholeEdges(of: line, count: count)
    guard line.hidden != nil else { return whole }
    let end = edges.bisect { $0.unit >= line.range.upperBound }
    return whole.lowerBound..<max(whole.lowerBound, min(whole.upperBound, end))
  }

  /// The end of the bidi controls of boxes at a unit, or the unit.
  private func controlEnd(from unit: Int) -> Int {
    let index = controls.bisect { unit < $0.upperBound }
    return index < controls.count && controls[index].contains(unit)
      ? controls[index].upperBound : unit
  }

  /// The end of the edges that may be on the line before a unit.
  ///
  /// - Complexity: O(log edges).
  func lastEdge(at unit: Int) -> Int {
    let end = controlEnd(from: unit)
    return edges.bisect { $0.unit > end }
  }

  /// The edges before another one that open boxes behind the content of a line; empty in paragraphs
  /// with ruby, whose bases stay with their boxes.
  ///
  /// - Parameters:
  ///   - content: The end of the content.
  ///   - last: The edge after them.
  /// - Complexity: O(edges found).
  func openedEdges(behind content: Int, upTo last: Int) -> Range<Int> {
    var first = last
    while !hasRuby, first > 0, edges[first - 1].opens, edges[first - 1].unit >= content {
      first -= 1
    }
    return first..<last
  }

  /// The width of the edges before another one that are behind the content of a line; 0 in a
  /// paragraph with ruby.
  ///
  /// - Complexity: O(log edges).
  func closedWidth(behind content: Int, upTo last: Int) -> Double {
    guard !hasRuby else { return 0 }
    let first = edges.bisect { $0.unit >= content }
    return first < last ? width(ofEdges: first..<last) : 0
  }

  /// Whether a box begins or ends at one of some units.
  ///
  /// - Complexity: O(log edges).
  func hasEdges(in units: Range<Int>) -> Bool {
    let index = edges.bisect { $0.unit >= units.lowerBound }
    return index < edges.count && edges[index].unit < units.upperBound
  }

  /// The width of edges along the line, in layout points.
  func width(ofEdges range: Range<Int>) -> Double {
    totals[range.upperBound] - totals[range.lowerBound]
  }

  /// The total width of edges on a line, including edges repeated by boxes that it breaks.
  ///
  /// - Complexity: O(log edges), and O(nesting) if edges repeat on every line.
  func edgeWidth(of line: LineSpan, count: Int) -> Double {
    let range = wholeEdges(of: line, count: count)
    return width(ofEdges: range) + cloneWidths(around: range.lowerBound).start
      + cloneWidths(around: range.upperBound).end
  }

  /// The width of edges repeated by boxes if a line starts or ends before an edge.
  func cloneWidths(around edge: Int) -> (start: Double, end: Double) {
    var widths = (start: 0.0, end: 0.0)
    guard clones else { return widths }
    forEachBox(around: edge) { box in
      guard boxes[box].clones else { return }
      widths.start += boxes[box].startWidth
      widths.end += boxes[box].endWidth
    }
    return widths
  }

  /// Whether an attachment counts as one piece with the text before it for intrinsic widths, as in
  /// browsers, although lines may break there.
  ///
  /// - Complexity: O(log attachments).
  func isTied(_ unit: Int) -> Bool {
    let index = tied.bisect { unit <= $0 }
    return index < tied.count && tied[index] == unit
  }

  /// The innermost box before an edge.
  func innermostBox(before edge: Int) -> Int? { edge > 0 ? edges[edge - 1].inside : nil }

  /// Calls `body` with the boxes that are open before an edge, innermost first.
  func forEachBox(around edge: Int, _ body: (Int) -> Void) {
    var box = innermostBox(before: edge)
    while let index = box {
      body(index)
      box = boxes[index].parent
    }
  }

  /// The white space rules at a unit; `nil` if the paragraph's rules apply everywhere.
  ///
  /// - Complexity: O(log changes).
  func whiteSpace(at unit: Int) -> WhiteSpace? {
    let index = spaces.bisect(in: spaces.indices) { unit < $0.end }
    return index < spaces.count ? spaces[index].whiteSpace : nil
  }

  /// The tab stops for a tab at a unit; `nil` for the paragraph's.
  ///
  /// - Complexity: O(log edges).
  func tabs(at unit: Int) -> TabStops? {
    guard !tabs.isEmpty else { return nil }
    return innermostBox(before: edges.bisect { $0.unit > unit }).flatMap { tabs[$0] }
  }

  /// The attachment at a unit.
  ///
  /// - Complexity: O(log attachments).
  func attachment(at unit: Int) -> FlowAttachment? {
    let index = attachments.bisect { unit <= $0.unit }
    return index < attachments.count && attachments[index].unit == unit ? attachments[index] : nil
  }
}

/// The metrics of a font and line height without any text (CSS strut).
struct FlowStrut: Sendable {
  /// The face of the text's first font.
  let face: FontFace
  /// The font size, in layout points.
  let size: Double
  /// The height of lines.
  let lineHeight: LineHeight
  /// Its extent in the line box.
  let box: LineBox
  /// The content area: the extent of its letters without leading.
  let content: LineBox
  /// Whether the baseline is central.
  let isCentral: Bool

  init(face: FontFace, style: TextStyle, lineHeight: LineHeight, isCentral: Bool) {
    self.isCentral = isCentral
    self.face = face
    size = style.drawnSize
    self.lineHeight = lineHeight
    box = LineBox(
      face: face, size: style.drawnSize, lineHeight: lineHeight, isCentral: isCentral)
    content = LineBox(contentOf: face, size: style.drawnSize, isCentral: isCentral)
  }

  /// Half the x-height.
  var halfXHeight: Double {
    face.metrics.xHeight * size / Double(face.metrics.unitsPerEm) / 2
  }
}

/// A box of a prepared paragraph.
struct FlowBox: Sendable {
  /// The box, with insets relative to the line.
  let box: InlineBox
  let parent: Int?
  /// The units of its text; may be empty.
  let units: Range<Int>
  let strut: FlowStrut
  /// Whether its start is the right edge.
  let isRightToLeft: Bool
  /// The total of margin, border and padding at its start and end, in layout points.
  private(set) var startWidth: Double
  private(set) var endWidth: Double
  /// The index of its ruby pair; `nil` if it is not a base.
  private(set) var pair: Int?

  init(_ mark: InlineMarks.Box, strut: FlowStrut, isRightToLeft: Bool, _ mode: WritingMode) {
    var box = mark.box
    box.padding = mode.alongLine(box.padding)
    box.border = mode.alongLine(box.border)
    box.margin = mode.alongLine(box.margin)
    self.box = box
    parent = mark.parent
    units = mark.units
    self.strut = strut
    self.isRightToLeft = isRightToLeft
    let left = Self.width(box.margin.left, box.border.left, box.padding.left)
    let right = Self.width(box.margin.right, box.border.right, box.padding.right)
    startWidth = isRightToLeft ? right : left
    endWidth = isRightToLeft ? left : right
  }

  private static func width(_ margin: Double, _ border: Double, _ padding: Double) -> Double {
    margin.limited(to: Limit.textSize) + drawn(border) + drawn(padding)
  }

  /// A width as drawn, clamped to at least 0.
  static func drawn(_ width: Double) -> Double { max(0, width.limited(to: Limit.textSize)) }

  /// Makes the box the base of a pair, with the annotation's extra room as its edges.
  mutating func take(_ ruby: FlowRuby) {
    let room = ruby.room
    pair = ruby.index
    startWidth = room.start
    endWidth = room.between + room.end
  }

  var hasEdges: Bool { startWidth != 0 || endWidth != 0 }

  /// Whether the box repeats its edges on every line (CSS `box-decoration-break: clone`).
  var clones: Bool { box.decorationBreak == .clone && pair == nil }

  /// Whether every line has edges of the box; those of pairs are the room around their parts.
  var repeats: Bool { clones || pair != nil }
}

/// An attachment of a prepared paragraph.
struct FlowAttachment: Sendable {
  let unit: Int
  /// The attachment, with its extent and insets relative to the line.
  let attachment: Attachment
  /// The source range of text that is combined into one letter's room; `nil` for other attachments.
  let text: Range<Int>?
  /// The combined text, laid out horizontally.
  let combined: TextLayout?
  /// Whether the attachment is centred on the line's central baseline.
  private let isCentral: Bool

  init(
    _ placed: InlineContent.Placed, _ mode: WritingMode, isCentral: Bool, combined: TextLayout?
  ) {
    unit = placed.offset
    text = placed.text
    self.combined = combined
    var attachment = placed.attachment
    attachment.size = mode.alongLine(attachment.size)
    attachment.margin = mode.alongLine(attachment.margin)
    self.attachment = attachment
    self.isCentral = isCentral
  }

  /// Whether the attachment is combined text (CSS `text-combine-upright`).
  var isText: Bool { text != nil }

  private var margin: Insets { attachment.margin }

  /// The size, in layout points.
  var size: Size {
    Size(
      width: FlowBox.drawn(attachment.size.width), height: FlowBox.drawn(attachment.size.height))
  }

  /// The left margin along the line, in layout points.
  var left: Double { margin.left.limited(to: Limit.textSize) }

  /// The advance along the line, in layout points.
  var advance: Double { left + size.width + margin.right.limited(to: Limit.textSize) }

  /// The extent across the line, from its baseline.
  var box: LineBox {
    let top = margin.top.limited(to: Limit.textSize)
    let bottom = margin.bottom.limited(to: Limit.textSize)
    guard !isCentral, let baseline = attachment.baseline, baseline.isFinite else {
      let height = top + size.height + bottom
      let descent = isCentral ? height / 2 : 0
      return LineBox(ascent: height - descent, descent: descent)
    }
    let drawn = baseline.limited(to: Limit.textSize)
    return LineBox(ascent: top + drawn, descent: size.height - drawn + bottom)
  }

  /// The distance from its baseline up to its top edge.
  var rise: Double { box.ascent - margin.top.limited(to: Limit.textSize) }
}
