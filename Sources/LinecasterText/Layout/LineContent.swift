import LinecasterBase
import LinecasterFonts

/// The contents of a line; refilled for each line to reuse memory.
struct LineContent {
  /// Part of a line from one run and one shaping. Only numbers, so walking a line counts no
  /// references.
  struct Segment: Sendable {
    /// The units it shows; empty for a token, which comes after the last of them.
    let units: Range<Int>
    /// Its glyphs in visual order, in the paragraph's array or in the line's own.
    var glyphs: Range<Int>
    /// Whether its glyphs are the line's own: reshaped, widened, or those of the token.
    var hasOwnGlyphs = false
    /// The index of its face in the paragraph; tokens have their own face.
    var face: Int
    /// The em size, in layout points.
    let size: Double
    /// The factor from font units to layout points.
    var scale: Double
    /// The left edge, in layout points from the layout's left edge; set when in visual order.
    var x = 0.0
    /// The sum of advances, in layout points.
    var width: Double
    /// The embedding level.
    var level: UInt8
    /// The index of the style at its run's start, or of its token, in the attributed text.
    let style: Int
    /// Whether it is a token; its clusters then do not refer to the paragraph.
    let isToken: Bool
    /// The index of the innermost enclosing box in the paragraph; -1 for none.
    var box = -1
    /// Whether its glyphs are upright on a vertical line.
    var isUpright = false

    var isRightToLeft: Bool { level & 1 != 0 }
  }

  let paragraph: PreparedParagraph
  /// The theme for the colours of its glyph runs.
  let theme: Theme
  /// The conversion of the layout to page coordinates.
  let axes: LineAxes
  /// The segments, in text order or from left to right, depending on how it was filled.
  private(set) var segments: [Segment] = []
  /// The sum of the widths of segments that take space, in layout points.
  private(set) var width = 0.0
  /// The distance of the line's text from its start edge.
  private var origin = 0.0
  /// The glyphs that are not the paragraph's.
  private(set) var ownGlyphs: [ShapedGlyph] = []
  private var token: LineToken?
  /// The hanging punctuation of the line; `nil` for none.
  private(set) var hang: LineHang?
  /// The last tab to an explicit stop, until the text after it is known.
  var openTab: OpenTab?
  /// The positions of boxes along the line, set when in visual order.
  private(set) var boxes: [BoxStretch] = []
  /// The vertical positions of boxes and attachments.
  private(set) var stack: LineStack?
  /// The parts of ruby pairs on the line.
  private(set) var pairs = RubyPieces()

  init(
    _ paragraph: PreparedParagraph, theme: Theme = .light, axes: LineAxes = .horizontal
  ) {
    self.paragraph = paragraph
    self.theme = theme
    self.axes = axes
    segments.reserveCapacity(Self.usualCount)
  }

  /// The maximum number of segments in most lines; their memory is reserved at once.
  private static let usualCount = 8

  /// Collects the segments that take space on a line, and its token, in text order.
  init(_ paragraph: PreparedParagraph, _ line: LineSpan, origin: Double) {
    self.init(paragraph)
    fill(line, origin: origin)
  }

  /// Collects the segments that take space on a line, and its token, in text order.
  mutating func fill(_ line: LineSpan, origin: Double) {
    segments.removeAll(keepingCapacity: true)
    ownGlyphs.removeAll(keepingCapacity: true)
    token = line.edges?.token
    hang = line.edges?.hang
    // A tab in white space that hung on the previous line is never closed.
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
    let rest = line.edges?.rest
    if let rest, rest.precedesToken { add(rest.span) }
    if let token {
      let level =
        line.hidden == nil ? segments.last?.level : paragraph.baseLevel(at: line.range.lowerBound)
      var segment = Segment(token, own(token.glyphs), after: line.contentEnd, level: level ?? 0)
      // A hyphen belongs to the word that it breaks, and therefore to that word's box.
      if line.hidden == nil, let last = segments.last(where: { !$0.units.isEmpty }) {
        segment.box = last.box
      }
      append(segment)
    }
    if let rest, !rest.precedesToken { add(rest.span) }
  }

  /// Adds the second part of a truncated line.
  private mutating func add(_ rest: LineSpan) {
    if let flow = paragraph.flow {
      addBoxes(rest, flow)
    } else {
      add(rest, rest.content, from: rest.firstRun)
    }
  }

  /// Collects the contents of a line of a layout, from left to right.
  ///
  /// - Parameters:
  ///   - line: A line of a layout of the paragraph.
  ///   - hangingEnd: The end of the hanging white space to include.
  /// - Complexity: O(segments · levels).
  mutating func fill(_ line: Line, hangingEnd: Int = 0) {
    fill(line.span, origin: paragraph.indent(at: line.span.range.lowerBound))
    let natural = width
    if line.isJustified { justify(to: line.frame.width + (hang?.width ?? 0)) }
    var shown = segments.count
    if line.span.hidden == nil {
      levelEnd(line.span)
      shown = addHanging(line.span, upTo: hangingEnd, behind: natural)
    }
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

  /// Returns the face of a segment's glyphs.
  func face(of segment: Segment) -> FontFace {
    guard segment.isToken, let token else { return paragraph.faces[segment.face] }
    return token.face
  }

  /// The characters of the token, if its text is not rich.
  var tokenCharacters: [UInt16] { token?.characters ?? [] }

  /// Returns the glyphs of a segment in visual order, with advances and offsets in font units.
  func glyphs(of segment: Segment) -> ArraySlice<ShapedGlyph> {
    segment.hasOwnGlyphs ? ownGlyphs[segment.glyphs] : paragraph.glyphs.slice(segment.glyphs)
  }

  /// Sets the level of white space that takes room at the line's end to that of the paragraph (UAX
  /// 9, rule L1); as in browsers, not of that between words of one run.
  private mutating func levelEnd(_ line: LineSpan) {
    let level = paragraph.baseLevel(at: line.range.lowerBound)
    let content = line.content
    var start = content.upperBound
    var unit = start
    while unit > content.lowerBound {
      unit -= 1
      if paragraph.isWhiteSpace(unit) {
        start = unit
      } else if !BidiControl.isOne(paragraph.text[unit]) {
        break
      }
    }
    guard start < content.upperBound, segments.contains(where: { $0.level != level }),
      !paragraph.partsWords(at: content.upperBound)
    else { return }
    var index = segments.count
    while index > 0, segments[index - 1].units.upperBound > start {
      index -= 1
      let segment = segments[index]
      guard segment.level != level, !segment.isToken else { continue }
      if segment.units.lowerBound < start {
        split(index, at: start)
        turn(index + 1, to: level)
      } else {
        turn(index, to: level)
      }
    }
  }

  /// Splits a segment before a unit where a cluster starts.
  private mutating func split(_ index: Int, at unit: Int) {
    let segment = segments[index]
    let all = glyphs(of: segment)
    let (before, behind) = (all.filter { $0.cluster < unit }, all.filter { $0.cluster >= unit })
    segments[index] = segment.part(segment.units.lowerBound..<unit, of: before, own(before))
    segments.insert(
      segment.part(unit..<segment.units.upperBound, of: behind, own(behind)), at: index + 1)
  }

  /// Sets the level of a segment of white space.
  private mutating func turn(_ index: Int, to level: UInt8) {
    if (segments[index].level ^ level) & 1 != 0, segments[index].glyphs.count > 1 {
      // They were shaped in the opposite direction.
      replace(
        index, glyphs: glyphs(of: segments[index]).reversed(), width: segments[index].width)
    }
    segments[index].level = level
  }

  /// Adds hanging white space at the line's end, at the paragraph's level (UAX 9, rule L1).
  ///
  /// - Parameter natural: The width of the line before justification, which tabs refer to.
  /// - Returns: The index of its first segment.
  private mutating func addHanging(
    _ line: LineSpan, upTo end: Int, behind natural: Double
  ) -> Int {
    let start = line.content.upperBound
    guard start < min(end, line.range.upperBound) else { return segments.count }
    var first = segments.count
    let contentWidth = width
    width = natural
    let hanging = start..<min(end, line.range.upperBound)
    if let flow = paragraph.flow {
      first = addHanging(line, hanging, among: flow)
    } else {
      add(line, hanging, from: paragraph.runIndex(containing: start))
    }
    width = contentWidth
    let level = paragraph.baseLevel(at: line.range.lowerBound)
    for index in segments[first...].indices { turn(index, to: level) }
    return first
  }

  /// Widens clusters to stretch the line to a width.
  private mutating func justify(to target: Double) {
    Justifier(of: self).justify(&self, by: target - width)
    width = target
  }

  /// Records the space added after the last clusters of ruby pairs.
  mutating func noteTrailingRoom(_ room: Double, _ hasRoom: (Int) -> Bool) {
    for piece in pairs.pieces {
      let last = segments.last { piece.units.contains($0.units.lowerBound) && !$0.units.isEmpty }
      if let last, let cluster = clusters(of: last).last, hasRoom(cluster) {
        pairs.trailingRoom[piece.box] = room
      }
    }
  }

  /// Replaces the glyphs of a segment by the line's own.
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

  /// Adds the part of a run that is on the line: the head, the unchanged middle, the tail.
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

  /// Adds part of a run as shaped in the paragraph.
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

  /// The end of the added content, in layout points from the line's start edge.
  var place: Double { origin + width }

  /// Sets the width of a segment.
  mutating func setWidth(_ width: Double, of index: Int) { segments[index].width = width }

  /// Replaces a segment's glyphs by the line's own from another face, without changing its width.
  mutating func replace(_ index: Int, glyphs: [ShapedGlyph], face: Int, scale: Double) {
    replace(index, glyphs: glyphs, width: segments[index].width)
    segments[index].face = face
    segments[index].scale = scale
  }

  /// Adds space along the line outside any segment.
  mutating func add(room: Double) { width += room }

  /// Sets the enclosing box of the segments from one on.
  mutating func note(box: Int?, from first: Int) {
    for index in first..<segments.count { segments[index].box = box ?? -1 }
  }

  /// Replaces all segments.
  mutating func replaceSegments(_ segments: [Segment]) { self.segments = segments }

  /// Adds an empty segment for a box without content on the line.
  mutating func addPlace(of box: Int, at unit: Int, before end: Int) {
    // As in browsers, the text after it decides.
    let level =
      unit < end
      ? paragraph.runs[paragraph.runIndex(containing: unit)].item.level
      : paragraph.baseLevel(at: unit)
    var place = Segment(
      units: unit..<unit, glyphs: 0..<0, face: 0, size: 0, scale: 1, width: 0, level: level,
      style: 0, isToken: false)
    place.box = box
    segments.append(place)
  }
}

extension LineContent {
  /// Returns the sum of advances of clusters that start in some units, in layout points.
  func advance(ofClusters units: Range<Int>) -> Double {
    segments.reduce(0) { sum, segment in
      guard !segment.isToken, segment.units.overlaps(units) else { return sum }
      let advance = glyphs(of: segment).reduce(0) {
        units.contains(Int($1.cluster)) ? $0 + Int($1.advance) : $0
      }
      return sum + Double(advance) * segment.scale
    }
  }

  /// The first units of the clusters that do not hang, in text order, without those of tokens.
  var standingClusters: [Int] {
    let all = segments.flatMap { $0.isToken ? [] : clusters(of: $0) }
    guard let hang else { return all }
    return all.filter(hang.stands)
  }

  /// Returns the first units of a segment's clusters, in text order.
  func clusters(of segment: Segment) -> [Int] {
    guard !segment.glyphs.isEmpty else {
      return segment.units.isEmpty ? [] : [segment.units.lowerBound]
    }
    var clusters: [Int] = []
    for glyph in glyphs(of: segment) where clusters.last != Int(glyph.cluster) {
      clusters.append(Int(glyph.cluster))
    }
    return segment.isRightToLeft ? clusters.reversed() : clusters
  }
}

extension LineContent.Segment {
  /// Creates a segment of part of a paragraph's run.
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

  /// A part of the segment, with glyphs that are now the line's own.
  fileprivate func part(_ units: Range<Int>, of glyphs: [ShapedGlyph], _ own: Range<Int>) -> Self {
    let advance = glyphs.reduce(0) { $0 + Int($1.advance) }
    var part = Self(
      units: units, glyphs: own, hasOwnGlyphs: true, face: face, size: size, scale: scale,
      width: Double(advance) * scale, level: level, style: style, isToken: isToken,
      isUpright: isUpright)
    part.box = box
    return part
  }

  /// Creates a segment of a token after a unit.
  init(_ token: LineToken, _ glyphs: Range<Int>, after unit: Int, level: UInt8) {
    self.init(
      units: unit..<unit, glyphs: glyphs, hasOwnGlyphs: true, face: 0, size: token.size,
      scale: token.scale, width: token.width, level: level, style: token.style, isToken: true)
  }
}

extension PreparedParagraph {
  /// Whether a unit is white space to rule L1 of UAX 9, and takes room only where it is kept.
  fileprivate func isWhiteSpace(_ unit: Int) -> Bool {
    text[unit] == 0x20 || text[unit] == 0x09 || text[unit] == WhiteSpace.ideographicSpace
  }

  /// Whether a unit continues the run of the unit before it, and is no white space.
  fileprivate func partsWords(at unit: Int) -> Bool {
    guard unit > 0, unit < count, !isWhiteSpace(unit), !LineTerminator.isOne(text[unit]) else {
      return false
    }
    return runs[runIndex(containing: unit)].start < unit
      && !(flow?.hasEdges(in: unit..<unit + 1) ?? false)
  }
}

extension LineContent {
  /// Reorders segments for display (UAX 9, rule L2): reverses sequences of them from the highest
  /// level down to the lowest odd one.
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

  /// Reverses part of an array in place; a reversed slice would be a copy.
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
