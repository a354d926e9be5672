import LinecasterBase
import LinecasterFonts

/// What stands on a line: filled again for line after line, it takes memory once.
struct LineContent {
  /// Part of a line that is from one run and one shaping: numbers only, so that walking a line
  /// counts no references.
  struct Segment: Sendable {
    /// The units it shows; empty for a token, which stands behind the last of them.
    let units: Range<Int>
    /// Its glyphs in visual order, in the paragraph's array or in the line's own.
    var glyphs: Range<Int>
    /// Whether its glyphs are the line's own: shaped again, widened, or those of the token.
    var hasOwnGlyphs = false
    /// Which of the paragraph's faces its glyphs are from; a token has its own.
    var face: Int
    /// The size of the em, in layout points.
    let size: Double
    /// The factor from font units to layout points.
    var scale: Double
    /// The left edge, in layout points from the layout's; set once the line is in visual order.
    var x = 0.0
    /// The sum of the advances, in layout points.
    var width: Double
    /// The embedding level.
    var level: UInt8
    /// Which of the attributed text's styles its run starts in, or its token is drawn in.
    let style: Int
    /// Whether it is a token; its clusters are then none of the paragraph's.
    let isToken: Bool
    /// The innermost box that it is in, by its place among those of the paragraph; -1 for none.
    var box = -1
    /// Whether its glyphs stand upright on a line that runs downwards.
    var isUpright = false

    var isRightToLeft: Bool { level & 1 != 0 }
  }

  let paragraph: PreparedParagraph
  /// What the colours of its glyph runs are for.
  let theme: Theme
  /// How the lines of the layout lie on a page.
  let axes: LineAxes
  /// What is on the line, in text order or from left to right, as it was filled.
  private(set) var segments: [Segment] = []
  /// The sum of the widths of what takes room, in layout points.
  private(set) var width = 0.0
  /// How far the line's text starts from its start edge.
  private var origin = 0.0
  /// Glyphs that are not the paragraph's.
  private(set) var ownGlyphs: [ShapedGlyph] = []
  private var token: LineToken?
  /// What hangs out of the line; nil where nothing does.
  private(set) var hang: LineHang?
  /// The last tab that leads to a stop which was given, until what stands behind it is known.
  var openTab: OpenTab?
  /// Where the boxes of the line are along it, once it is in visual order.
  private(set) var boxes: [BoxStretch] = []
  /// Where they are across it.
  private(set) var stack: LineStack?
  /// The parts of pairs on the line.
  private(set) var pairs = RubyPieces()

  init(
    _ paragraph: PreparedParagraph, theme: Theme = .light, axes: LineAxes = .horizontal
  ) {
    self.paragraph = paragraph
    self.theme = theme
    self.axes = axes
    segments.reserveCapacity(Self.usualCount)
  }

  /// As many segments as most lines have at most; memory for them is taken at once.
  private static let usualCount = 8

  /// What takes room on a line, and its token, in text order.
  init(_ paragraph: PreparedParagraph, _ line: LineSpan, origin: Double) {
    self.init(paragraph)
    fill(line, origin: origin)
  }

  /// Takes what takes room on a line, and its token, in text order.
  mutating func fill(_ line: LineSpan, origin: Double) {
    segments.removeAll(keepingCapacity: true)
    ownGlyphs.removeAll(keepingCapacity: true)
    token = line.edges?.token
    hang = line.edges?.hang
    // One among white space that hung at the end of the line before is never closed.
    openTab = nil
    width = 0
    self.origin = origin - (hang?.start ?? 0)
    if let flow = paragraph.flow {
      if flow.hasRuby { pairs = RubyPieces(flow.pieces(on: line, of: paragraph)) }
      addBoxes(line, flow)
    } else {
      add(line, line.content, from: line.firstRun)
    }
    if let trim = line.edges?.endTrim, trim > 0 { trimEnd(by: trim) }
    defer { closeTab() }
    if let token {
      let level =
        line.hidden == nil ? segments.last?.level : paragraph.baseLevel(at: line.range.lowerBound)
      var segment = Segment(token, own(token.glyphs), after: line.contentEnd, level: level ?? 0)
      // A hyphen belongs to the word that it breaks, and so to the box around it.
      if line.hidden == nil, let last = segments.last(where: { !$0.units.isEmpty }) {
        segment.box = last.box
      }
      append(segment)
    }
    guard let rest = line.rest else { return }
    if let flow = paragraph.flow {
      addBoxes(rest, flow)
    } else {
      add(rest, rest.content, from: rest.firstRun)
    }
  }

  /// Takes what stands on a line of a layout, from left to right.
  ///
  /// - Parameters:
  ///   - line: A line of a layout of the paragraph.
  ///   - hangingEnd: Up to where white space that hangs at the line's end is wanted too.
  /// - Complexity: O(segments · levels).
  mutating func fill(_ line: Line, hangingEnd: Int = 0) {
    fill(line.span, origin: paragraph.indent(at: line.span.range.lowerBound))
    if line.isJustified { justify(to: line.frame.width + (hang?.width ?? 0)) }
    let shown = segments.count
    if line.span.hidden == nil { addHanging(line.span, upTo: hangingEnd) }
    let isRightToLeft = paragraph.baseLevel(at: line.span.range.lowerBound) & 1 != 0
    let hanging =
      isRightToLeft
      ? segments[shown...].reduce(hang?.end ?? 0) { $0 + $1.width } : hang?.start ?? 0
    Self.reorder(&segments)
    if let flow = paragraph.flow {
      stack = LineStacker.stack(line.span, of: paragraph, flow)
      boxes = BoxPlacer.place(
        &segments, pairs, line.span, of: paragraph, flow, from: line.frame.minX - hanging)
      return
    }
    var x = line.frame.minX - hanging
    for index in segments.indices {
      segments[index].x = x
      x += segments[index].width
    }
  }

  /// The face of a segment's glyphs.
  func face(of segment: Segment) -> FontFace {
    guard segment.isToken, let token else { return paragraph.faces[segment.face] }
    return token.face
  }

  /// The glyphs of a segment in visual order, advances and offsets in font units.
  func glyphs(of segment: Segment) -> ArraySlice<ShapedGlyph> {
    segment.hasOwnGlyphs ? ownGlyphs[segment.glyphs] : paragraph.glyphs[segment.glyphs]
  }

  /// Adds what hangs at the end of the line, at the paragraph's level (UAX 9, rule L1).
  private mutating func addHanging(_ line: LineSpan, upTo end: Int) {
    let start = line.content.upperBound
    guard start < min(end, line.range.upperBound) else { return }
    let first = segments.count
    let contentWidth = width
    let hanging = start..<min(end, line.range.upperBound)
    if let flow = paragraph.flow {
      addHanging(line, hanging, among: flow)
    } else {
      add(line, hanging, from: paragraph.runIndex(containing: start))
    }
    width = contentWidth
    let level = paragraph.baseLevel(at: line.range.lowerBound)
    for index in segments[first...].indices {
      if (segments[index].level ^ level) & 1 != 0, segments[index].glyphs.count > 1 {
        // They were shaped the other way round.
        replace(
          index, glyphs: glyphs(of: segments[index]).reversed(), width: segments[index].width)
      }
      segments[index].level = level
    }
  }

  /// Widens clusters so that the line takes up a width.
  private mutating func justify(to target: Double) {
    Justifier(paragraph: paragraph).justify(&self, by: target - width)
    width = target
  }

  /// Notes the room that was added behind the last clusters of pairs.
  mutating func noteTrailingRoom(_ room: Double, _ hasRoom: (Int) -> Bool) {
    for piece in pairs.pieces {
      let last = segments.last { piece.units.contains($0.units.lowerBound) && !$0.units.isEmpty }
      if let last, let cluster = clusters(of: last).last, hasRoom(cluster) {
        pairs.trailingRoom[piece.box] = room
      }
    }
  }

  /// Gives a segment glyphs of the line's own.
  mutating func replace(
    _ index: Int, glyphs: [ShapedGlyph], width: Double
  ) {
    segments[index].glyphs = own(glyphs)
    segments[index].hasOwnGlyphs = true
    segments[index].width = width
  }

  /// Makes the last glyph narrower.
  private mutating func trimEnd(by trim: Int) {
    guard let index = segments.lastIndex(where: { !$0.glyphs.isEmpty }) else { return }
    let segment = segments[index]
    var glyphs = Array(glyphs(of: segment))
    glyphs[glyphs.count - 1].advance &-= Int32(clamping: trim)
    let room = Double(trim) * segment.scale
    replace(index, glyphs: glyphs, width: segment.width - room)
    width -= room
  }

  private mutating func own(_ glyphs: some Collection<ShapedGlyph>) -> Range<Int> {
    let start = ownGlyphs.count
    ownGlyphs += glyphs
    return start..<ownGlyphs.count
  }

  mutating func add(_ line: LineSpan, _ units: Range<Int>, from first: Int) {
    guard !units.isEmpty else { return }
    var index = first
    while index < paragraph.runs.count, paragraph.runs[index].start < units.upperBound {
      let run = paragraph.runs[index]
      add(run, run.item.range.clamped(to: units), line.edges)
      index += 1
    }
  }

  /// Adds the part of a run that is on the line: the head, what was not touched, the tail.
  private mutating func add(_ run: ShapedRun, _ units: Range<Int>, _ edges: LineEdges?) {
    guard !run.item.isTab else { return addTabs(run, units) }
    guard let edges else { return addShaped(run, units) }
    var middle = units
    if let head = edges.head, head.range.overlaps(units) {
      append(run, head, head.range.clamped(to: units))
      middle = min(head.range.upperBound, units.upperBound)..<units.upperBound
    }
    let tail = edges.tail.flatMap { $0.range.overlaps(units) ? $0 : nil }
    if let tail {
      middle =
        middle.lowerBound..<max(middle.lowerBound, min(tail.range.lowerBound, units.upperBound))
    }
    if !middle.isEmpty { addShaped(run, middle) }
    if let tail { append(run, tail, tail.range.clamped(to: units)) }
  }

  /// Adds part of a run as it was shaped in the paragraph.
  private mutating func addShaped(_ run: ShapedRun, _ units: Range<Int>) {
    append(
      Segment(
        run, units, paragraph.glyphs(of: units, in: run),
        width: paragraph.width(of: units, in: run), of: paragraph))
  }

  private mutating func append(_ run: ShapedRun, _ stretch: LineEdges.Edge, _ units: Range<Int>) {
    let glyphs =
      units == stretch.range
      ? own(stretch.glyphs) : own(stretch.glyphs.filter { units.contains(Int($0.cluster)) })
    let width = Double(stretch.advance(in: units)) * run.scale
    var segment = Segment(run, units, glyphs, width: width, of: paragraph)
    segment.hasOwnGlyphs = true
    append(segment)
  }

  mutating func append(_ segment: Segment) {
    segments.append(segment)
    width += segment.width
  }

  /// How far what has been added reaches, in layout points from the line's start edge.
  var place: Double { origin + width }

  /// Gives a segment another width.
  mutating func setWidth(_ width: Double, of index: Int) { segments[index].width = width }

  /// Gives a segment glyphs of the line's own from another face, as wide as it is.
  mutating func replace(_ index: Int, glyphs: [ShapedGlyph], face: Int, scale: Double) {
    replace(index, glyphs: glyphs, width: segments[index].width)
    segments[index].face = face
    segments[index].scale = scale
  }

  /// Adds room along the line that no segment takes.
  mutating func add(room: Double) { width += room }

  /// Notes which box the segments from one on are in.
  mutating func note(box: Int?, from first: Int) {
    for index in first..<segments.count { segments[index].box = box ?? -1 }
  }

  /// Puts other segments in the place of those there are.
  mutating func replaceSegments(_ segments: [Segment]) { self.segments = segments }

  /// Adds a place of a box that nothing on the line is in.
  mutating func addPlace(of box: Int, at unit: Int) {
    let level = segments.last?.level ?? paragraph.baseLevel(at: unit)
    var place = Segment(
      units: unit..<unit, glyphs: 0..<0, face: 0, size: 0, scale: 1, width: 0, level: level,
      style: 0, isToken: false)
    place.box = box
    segments.append(place)
  }
}

extension LineContent {
  /// The sum of the advances of clusters that start in some units, in layout points.
  func advance(ofClusters units: Range<Int>) -> Double {
    segments.reduce(0) { sum, segment in
      guard !segment.isToken, segment.units.overlaps(units) else { return sum }
      let advance = glyphs(of: segment).reduce(0) {
        units.contains(Int($1.cluster)) ? $0 + Int($1.advance) : $0
      }
      return sum + Double(advance) * segment.scale
    }
  }

  /// The first units of the clusters that do not hang, in text order, those of tokens left out.
  var standingClusters: [Int] {
    let all = segments.flatMap { $0.isToken ? [] : clusters(of: $0) }
    guard let hang else { return all }
    return all.filter(hang.stands)
  }

  /// The first units of a segment's clusters, in text order.
  func clusters(of segment: Segment) -> [Int] {
    guard !segment.glyphs.isEmpty else { return [segment.units.lowerBound] }
    var clusters: [Int] = []
    for glyph in glyphs(of: segment) where clusters.last != Int(glyph.cluster) {
      clusters.append(Int(glyph.cluster))
    }
    return segment.isRightToLeft ? clusters.reversed() : clusters
  }
}

extension LineContent.Segment {
  /// Part of a run of a paragraph.
  init(
    _ run: ShapedRun, _ units: Range<Int>, _ glyphs: Range<Int>, width: Double,
    of paragraph: PreparedParagraph
  ) {
    self.init(
      units: units, glyphs: glyphs, face: run.item.face,
      size: paragraph.styles[run.item.style].style.drawnSize, scale: run.scale,
      width: width, level: run.item.level, style: run.item.style, isToken: false,
      isUpright: run.item.isUpright)
  }

  /// A token behind a unit.
  init(_ token: LineToken, _ glyphs: Range<Int>, after unit: Int, level: UInt8) {
    self.init(
      units: unit..<unit, glyphs: glyphs, hasOwnGlyphs: true, face: 0, size: token.size,
      scale: token.scale, width: token.width, level: level, style: token.style, isToken: true)
  }
}

extension LineContent {
  /// Puts segments in the order of display (UAX 9, rule L2): reverses stretches of them from the
  /// highest level down to the lowest odd one.
  ///
  /// - Complexity: O(segments · levels).
  static func reorder(_ segments: inout [Segment]) {
    let highest = segments.reduce(0) { max($0, $1.level) }
    guard highest > 0 else { return }
    for level in stride(from: highest, to: 0, by: -1) {
      var start = 0
      while start < segments.count {
        guard segments[start].level >= level else {
          start += 1
          continue
        }
        var end = start
        while end < segments.count, segments[end].level >= level { end += 1 }
        reverse(&segments, start..<end)
        start = end
      }
    }
  }

  /// Reverses part of an array where it is; a reversed slice of it would be a copy.
  private static func reverse(_ segments: inout [Segment], _ range: Range<Int>) {
    var low = range.lowerBound
    var high = range.upperBound - 1
    while low < high {
      segments.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
