/// What stands on a line, in text order.
struct LineSegments: Sendable {
  private(set) var segments: [LineSegment] = []
  /// The sum of the widths of what takes room, in layout points.
  private(set) var width = 0.0
  /// How far the line's text starts from its start edge.
  private let origin: Double

  /// What takes room on a line, and its mark.
  init(_ paragraph: ShapedParagraph, _ line: LineSpan, origin: Double) {
    self.origin = origin
    add(paragraph, line, line.content)
    if let mark = line.edges?.mark {
      let level =
        line.hidden == nil ? segments.last?.level : paragraph.baseLevel(at: line.range.lowerBound)
      append(LineSegment(mark, after: line.contentEnd, level: level ?? 0))
    }
  }

  /// Adds what hangs at the end of the line, at the paragraph's level (UAX 9, rule L1).
  mutating func addHanging(_ paragraph: ShapedParagraph, _ line: LineSpan) {
    let first = segments.count
    let contentWidth = width
    add(paragraph, line, line.content.upperBound..<line.range.upperBound)
    width = contentWidth
    let level = paragraph.baseLevel(at: line.range.lowerBound)
    for index in segments[first...].indices { segments[index].level = level }
  }

  /// Widens clusters so that the line takes up a width.
  mutating func justify(_ paragraph: ShapedParagraph, to target: Double) {
    Justifier(paragraph: paragraph).justify(&segments, by: target - width)
    width = target
  }

  private mutating func add(_ paragraph: ShapedParagraph, _ line: LineSpan, _ units: Range<Int>) {
    guard !units.isEmpty else { return }
    var index = paragraph.runIndex(containing: units.lowerBound)
    while index < paragraph.runs.count, paragraph.runs[index].start < units.upperBound {
      let run = paragraph.runs[index]
      add(paragraph, run, run.item.range.clamped(to: units), line.edges)
      index += 1
    }
  }

  /// Adds a segment for each tab: where it leads depends on where it stands.
  private mutating func addTabs(_ paragraph: ShapedParagraph, _ run: ShapedRun, _ units: Range<Int>)
  {
    for unit in units {
      append(
        LineSegment(
          run, unit..<unit + 1, [], width: paragraph.tabs.advance(at: origin + width),
          of: paragraph))
    }
  }

  /// Adds the part of a run that is on the line: the head, what was not touched, the tail.
  private mutating func add(
    _ paragraph: ShapedParagraph, _ run: ShapedRun, _ units: Range<Int>, _ edges: LineEdges?
  ) {
    guard !run.item.isTab else { return addTabs(paragraph, run, units) }
    var middle = units
    if let head = edges?.head, head.range.overlaps(units) {
      append(paragraph, run, head, head.range.clamped(to: units))
      middle = min(head.range.upperBound, units.upperBound)..<units.upperBound
    }
    let tail = edges?.tail.flatMap { $0.range.overlaps(units) ? $0 : nil }
    if let tail {
      middle =
        middle.lowerBound..<max(middle.lowerBound, min(tail.range.lowerBound, units.upperBound))
    }
    if !middle.isEmpty {
      let glyphs = paragraph.glyphs(of: middle, in: run)
      let width = paragraph.width(of: middle, in: run)
      append(LineSegment(run, middle, glyphs, width: width, of: paragraph))
    }
    if let tail { append(paragraph, run, tail, tail.range.clamped(to: units)) }
  }

  private mutating func append(
    _ paragraph: ShapedParagraph, _ run: ShapedRun, _ stretch: ShapedStretch, _ units: Range<Int>
  ) {
    let glyphs =
      units == stretch.range
      ? stretch.glyphs : stretch.glyphs.filter { units.contains(Int($0.cluster)) }
    let width = Double(stretch.advance(in: units)) * run.scale
    append(LineSegment(run, units, glyphs[...], width: width, of: paragraph))
  }

  private mutating func append(_ segment: LineSegment) {
    segments.append(segment)
    width += segment.width
  }
}
