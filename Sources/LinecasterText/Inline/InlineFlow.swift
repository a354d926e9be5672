import LinecasterBase
import LinecasterFonts

/// The boxes and attachments of a prepared paragraph: what they take along the line, and what of
/// their fonts decides where they stand across it.
///
/// A class, so that the paragraphs that have none of it, nearly all, carry one empty word.
final class InlineFlow: Sendable {
  /// The boxes in document order.
  let boxes: [FlowBox]
  /// Where boxes open and close, in document order.
  let edges: [InlineMarks.Edge]
  /// The attachments in text order.
  let attachments: [FlowAttachment]
  /// What all of it stands in: the paragraph's own font, and what every line has at least.
  let root: FlowStrut
  /// Whether lines end somewhere where they need not.
  let wraps: Bool
  /// Which edge opens each box, and which closes it.
  let openEdges: [Int]
  let closeEdges: [Int]
  /// Where the white space rules change; empty where they are the same everywhere.
  let spaces: [InlineMarks.SpaceStretch]
  /// The room that the edges before each take, in layout points.
  private let totals: [Double]
  /// For each box where its tabs lead to; empty where all do as those of the paragraph.
  private let tabs: [TabStops?]
  /// Whether any box has edges again on every line.
  let clones: Bool
  /// The units of attachments that the text before would not part from by its own rules.
  let tied: [Int]
  /// The initial letter; nil where there is none.
  let initial: InitialLetterBox?
  /// The pairs with their boxes, in document order.
  let rubies: [(box: Int, ruby: FlowRuby)]
  /// Whether any attachment says what it shows.
  let showsContent: Bool
  /// About the memory of the paragraphs inside of it, in bytes: annotations, text that is set
  /// upright in the room of one letter, and the initial letter.
  private let insideByteCount: Int

  init(
    _ marks: InlineMarks, boxes: [FlowBox], attachments: [FlowAttachment], root: FlowStrut,
    wraps: Bool, rubies: [(box: Int, ruby: FlowRuby)] = [], initial: InitialLetterBox? = nil,
    tied: [Int] = [], tabs: [TabStops?] = []
  ) {
    self.tabs = tabs
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

  /// About the memory that it takes, in bytes.
  var byteCount: Int {
    insideByteCount + boxes.count * MemoryLayout<FlowBox>.stride
      + edges.count * (MemoryLayout<InlineMarks.Edge>.stride + MemoryLayout<Double>.stride)
      + 2 * boxes.count * MemoryLayout<Int>.stride
      + attachments.count * MemoryLayout<FlowAttachment>.stride
      + tied.count * MemoryLayout<Int>.stride + tabs.count * MemoryLayout<TabStops?>.stride
      + spaces.count * MemoryLayout<InlineMarks.SpaceStretch>.stride + 256
  }

  /// The first edge that belongs to the line that starts at a unit: the boxes that close there end
  /// on the line before, and so do empty ones before the last of these.
  ///
  /// - Complexity: O(log edges), and the edges at the unit.
  func firstEdge(from unit: Int, count: Int) -> Int {
    guard unit > 0 else { return 0 }
    if unit >= count { return edges.count }
    var index = edges.bisect { $0.unit >= unit }
    var next = index
    while next < edges.count, edges[next].unit == unit {
      next += 1
      if !edges[next - 1].opens { index = next }
    }
    return index
  }

  /// The edges on a line.
  func edges(of line: Range<Int>, count: Int) -> Range<Int> {
    let first = firstEdge(from: line.lowerBound, count: count)
    return first..<max(first, firstEdge(from: line.upperBound, count: count))
  }

  /// The room that edges take along the line, in layout points.
  func width(ofEdges range: Range<Int>) -> Double {
    totals[range.upperBound] - totals[range.lowerBound]
  }

  /// The room along a line that the edges on it take, those again of boxes that it breaks included.
  ///
  /// - Complexity: O(log edges), and O(nesting) where edges stand on every line.
  func edgeWidth(of line: Range<Int>, count: Int) -> Double {
    let range = edges(of: line, count: count)
    return width(ofEdges: range) + cloneWidths(around: range.lowerBound).start
      + cloneWidths(around: range.upperBound).end
  }

  /// The room of the edges that boxes have again where a line starts or ends before an edge.
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

  /// Whether an attachment and the text before it count as one piece where the widths that a
  /// paragraph has of itself are found, as in browsers, though lines part them.
  ///
  /// - Complexity: O(log attachments).
  func isTied(_ unit: Int) -> Bool {
    let index = tied.bisect { unit <= $0 }
    return index < tied.count && tied[index] == unit
  }

  /// The innermost box before an edge.
  func innermostBox(before edge: Int) -> Int? { edge > 0 ? edges[edge - 1].inside : nil }

  /// Calls `body` with the boxes that are open before an edge, from the inside out.
  func forEachBox(around edge: Int, _ body: (Int) -> Void) {
    var box = innermostBox(before: edge)
    while let index = box {
      body(index)
      box = boxes[index].parent
    }
  }

  /// What becomes of white space at a unit; nil for what does everywhere.
  ///
  /// - Complexity: O(log changes).
  func whiteSpace(at unit: Int) -> WhiteSpace? {
    let index = spaces.bisect(in: spaces.indices) { unit < $0.end }
    return index < spaces.count ? spaces[index].whiteSpace : nil
  }

  /// Where a tab at a unit leads to; nil for where those of the paragraph do.
  ///
  /// - Complexity: O(log edges).
  func tabs(at unit: Int) -> TabStops? {
    guard !tabs.isEmpty else { return nil }
    return innermostBox(before: edges.bisect { $0.unit > unit }).flatMap { tabs[$0] }
  }

  /// The attachment that stands for a unit.
  ///
  /// - Complexity: O(log attachments).
  func attachment(at unit: Int) -> FlowAttachment? {
    let index = attachments.bisect { unit <= $0.unit }
    return index < attachments.count && attachments[index].unit == unit ? attachments[index] : nil
  }
}

/// What a font and a line height say of text that is not there.
struct FlowStrut: Sendable {
  /// The face of the text's first font.
  let face: FontFace
  /// The em in layout points.
  let size: Double
  /// The height of lines.
  let lineHeight: LineHeight
  /// What it asks of the line.
  let box: LineBox
  /// How far its letters reach, leading left out: its content area.
  let content: LineBox
  /// Whether the baseline goes through the middle of the letters.
  let isCentral: Bool

  init(face: FontFace, style: TextStyle, lineHeight: LineHeight, _ mode: WritingMode) {
    isCentral = mode.isVertical && style.orientation != .sideways
    self.face = face
    size = style.drawnSize
    self.lineHeight = lineHeight
    box = LineBox(
      face: face, size: style.drawnSize, lineHeight: lineHeight, isCentral: isCentral)
    content = LineBox(contentOf: face, size: style.drawnSize, isCentral: isCentral)
  }

  /// Half the height of a small letter.
  var halfXHeight: Double {
    face.metrics.xHeight * size / Double(face.metrics.unitsPerEm) / 2
  }
}

/// A box of a prepared paragraph.
struct FlowBox: Sendable {
  /// The box, its insets those along the line.
  let box: InlineBox
  let parent: Int?
  /// The units of its text; may be none.
  let units: Range<Int>
  let strut: FlowStrut
  /// Whether its start is its right edge.
  let isRightToLeft: Bool
  /// The room of margin, border and padding at its start and end, in layout points.
  private(set) var startWidth: Double
  private(set) var endWidth: Double
  /// Which of the pairs it is the base of; nil for all other boxes.
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

  /// A width as it is drawn: none below 0.
  static func drawn(_ width: Double) -> Double { max(0, width.limited(to: Limit.textSize)) }

  /// Makes it the box of a pair, the room that the annotation takes for edges.
  mutating func take(_ ruby: FlowRuby) {
    let room = ruby.room
    pair = ruby.index
    startWidth = room.start
    endWidth = room.between + room.end
  }

  var hasEdges: Bool { startWidth != 0 || endWidth != 0 }

  /// Whether lines that break it have its edges again.
  var clones: Bool { box.decorationBreak == .clone && pair == nil }

  /// Whether every line has some of its edges: those of pairs are the room around their parts.
  var repeats: Bool { clones || pair != nil }
}

/// An attachment of a prepared paragraph.
struct FlowAttachment: Sendable {
  let unit: Int
  /// The attachment, its extent and insets those along the line.
  let attachment: Attachment
  /// The text of the source that takes the room of one letter in its place; nil where it stands for
  /// none.
  let text: Range<Int>?
  /// That text, laid out side by side.
  let combined: TextLayout?
  /// Whether it is centred on the baseline of the line, where that goes through the middle of the
  /// letters.
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

  /// Whether it stands for text that takes the room of one letter.
  var isText: Bool { text != nil }

  private var margin: Insets { attachment.margin }

  /// Its extent, in layout points.
  var size: Size {
    Size(
      width: FlowBox.drawn(attachment.size.width), height: FlowBox.drawn(attachment.size.height))
  }

  /// The room before it along the line, in layout points.
  var left: Double { margin.left.limited(to: Limit.textSize) }

  /// What it takes along the line, in layout points.
  var advance: Double { left + size.width + margin.right.limited(to: Limit.textSize) }

  /// What it takes across the line, from its baseline.
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

  /// The distance from its baseline up to its own top edge.
  var rise: Double { box.ascent - margin.top.limited(to: Limit.textSize) }
}
