public import LinecasterBase

/// A caret position between two graphemes of a layout, for entering text.
///
/// An offset has two positions if writing directions meet there, at line ends without white space,
/// and at the edges of boxes.
///
///     let layout = typesetter.prepare(Paragraph("left שמאל")).layout(width: 320)
///     let caret = layout.caret(at: 5)
///     print("a line from \(caret.x), \(caret.top) down to \(caret.bottom)")
///     print(layout.carets(at: 5).map(\.x))  // behind the space, and at the right of the Hebrew
public struct Caret: Hashable, Sendable {
  /// The offset in the text, in UTF-16 units.
  public let utf16Offset: Int
  /// The adjacent grapheme that the caret belongs to.
  public let affinity: CaretAffinity
  /// The index of the caret's line.
  public let line: Int
  /// The position along the line, in layout points from the layout's left edge.
  public let x: Double
  /// The top of the caret: the ascent of the style's first font, in layout points from the layout's
  /// top edge.
  public let top: Double
  /// The bottom of the caret: the descent of the style's first font, in layout points from the
  /// layout's top edge.
  public let bottom: Double

  /// The caret as a rectangle of zero width.
  public var frame: Rect { Rect(x: x, y: top, width: 0, height: bottom - top) }
}

/// The grapheme beside an offset that a caret belongs to.
public enum CaretAffinity: UInt8, Hashable, Sendable, CaseIterable {
  /// The caret is at the end of the grapheme before the offset.
  case upstream
  /// The caret is at the start of the grapheme after the offset.
  case downstream
}

extension TextLayout {
  /// Returns all carets of an offset, starting with that of the preceding text.
  ///
  /// An offset has one caret, or two if writing directions meet there or a line ends there without
  /// white space. If the text at either end of a line runs against the paragraph, there is also a
  /// caret at that edge, for text in the direction of the paragraph.
  ///
  /// Offsets are in UTF-16 units; they are clamped to the text and moved to the start of their
  /// grapheme. White space that collapses at a line's end takes no space: its caret is that of the
  /// text before it. The caret of text hidden by an ellipsis is at the end of the shown text.
  ///
  /// - Complexity: O(log lines + segments of the line), or O(log units) if the line is long and was
  ///   the last one queried.
  public func carets(at offset: Int) -> [Caret] {
    let place = TextBoundary(offset, in: paragraph)
    var carets: [Caret] = []
    if let before = upstreamCaret(at: place) { carets.append(before) }
    if let after = downstreamCaret(at: place, isOnly: carets.isEmpty) {
      if let before = carets.first, before.isSamePlace(as: after) { carets.removeFirst() }
      carets.append(after)
    }
    let lines = Set(carets.map(\.line)).sorted()
    for line in lines {
      // If the text continues on another line, the text on each line has the caret of its affinity,
      // and edge carets come between.
      let affinity: CaretAffinity? =
        lines.count == 1 ? nil : line == lines[0] ? .upstream : .downstream
      for edge in edgeCarets(at: place, onLine: line, affinity)
      where !carets.contains(where: { $0.isSamePlace(as: edge) }) {
        let isFirst = affinity == nil && edge.affinity == .upstream
        let isLast = affinity == nil && edge.affinity == .downstream
        carets.insert(edge, at: isFirst ? 0 : isLast ? carets.count : carets.count - 1)
      }
    }
    return carets
  }

  /// Returns the carets at the edges of a line that starts or ends at a place.
  ///
  /// - Parameter affinity: The affinity of all of them; `nil` for that of each edge.
  private func edgeCarets(
    at place: TextBoundary, onLine index: Int, _ affinity: CaretAffinity?
  ) -> [Caret] {
    let map = map(ofLine: index)
    let range = map.line.span.range
    var carets: [Caret] = []
    let end = map.shownEnd
    if place.after == range.lowerBound, range.lowerBound < end,
      let segment = map.parts.segment(containing: place.after),
      segment.isRightToLeft != map.isRightToLeft
    {
      carets.append(
        caret(
          at: place, LineMap.Edge(x: map.startEdge, segment: segment), on: map, index,
          affinity ?? .upstream, style: place.after))
    }
    if place.before == end, range.lowerBound < end,
      let segment = map.parts.segment(containing: end - 1),
      segment.isRightToLeft != map.isRightToLeft
    {
      carets.append(
        caret(
          at: place, LineMap.Edge(x: map.endEdge, segment: segment), on: map, index,
          affinity ?? .downstream, style: end - 1))
    }
    return carets
  }

  /// Returns one caret of an offset; if the offset has two, the affinity selects one.
  ///
  ///     let typed = layout.caret(at: 5, affinity: .upstream)  // behind what was typed last
  ///
  /// Offsets are treated as in `carets(at:)`.
  ///
  /// - Complexity: That of `carets(at:)`.
  public func caret(at offset: Int, affinity: CaretAffinity = .downstream) -> Caret {
    let carets = carets(at: offset)
    let chosen = affinity == .upstream ? carets.first : carets.last
    return chosen ?? caret(at: TextBoundary(offset, in: paragraph), onLine: 0, .downstream)
  }

  /// Returns the caret at the end of the grapheme before a place.
  private func upstreamCaret(at place: TextBoundary) -> Caret? {
    guard place.before > 0 else { return nil }
    let unit = place.before - 1
    let index = lineIndex(ofUnit: unit)
    let map = map(ofLine: index)
    let range = map.line.span.extent
    guard map.line.span.shows(unit) else {
      // The unit is hidden.
      return caret(at: place, behind: map.line.span.range.upperBound, on: map, index)
    }
    if unit < map.parts.textEnd {
      // After a line terminator, the next line begins.
      guard !endsLine(unit) || lineIndex(ofUnit: place.before) == index else { return nil }
      return caret(at: place, behind: unit + 1, on: map, index)
    }
    // After collapsed white space, the next line begins.
    guard place.before < range.upperBound || place.after >= paragraph.count else { return nil }
    return caret(at: place, behind: map.parts.textEnd, on: map, index)
  }

  /// Returns the caret at the start of the grapheme after a place.
  ///
  /// - Parameter isOnly: Whether the place has no other caret, so that it needs this one.
  private func downstreamCaret(at place: TextBoundary, isOnly: Bool) -> Caret? {
    let unit = place.after
    let index = lineIndex(ofUnit: unit)
    let map = map(ofLine: index)
    let range = map.line.span.extent
    guard unit < paragraph.count else {
      return isOnly ? caret(at: place, onLine: index, .downstream) : nil
    }
    guard range.contains(unit), unit < map.parts.textEnd, !endsLine(unit) || isOnly,
      let edge = map.start(of: unit)
    else {
      return isOnly ? caret(at: place, onLine: index, .downstream) : nil
    }
    return caret(at: place, edge, on: map, index, .downstream, style: unit)
  }

  /// Whether a unit is or begins a line terminator.
  private func endsLine(_ unit: Int) -> Bool {
    LineTerminator.isOne(paragraph.text[unit])
  }

  /// Returns the caret after the text of a line before a unit.
  private func caret(
    at place: TextBoundary, behind unit: Int, on map: LineMap, _ index: Int
  ) -> Caret {
    guard unit > map.line.span.range.lowerBound, let edge = map.end(of: unit - 1) else {
      return caret(at: place, onLine: index, .upstream)
    }
    return caret(at: place, edge, on: map, index, .upstream, style: unit - 1)
  }

  private func caret(
    at place: TextBoundary, _ edge: LineMap.Edge, on map: LineMap, _ index: Int,
    _ affinity: CaretAffinity, style unit: Int
  ) -> Caret {
    let content = paragraph.contentArea(of: unit, on: map.line, edge.segment, map.parts.stack)
    return Caret(
      utf16Offset: place.offset, affinity: affinity, line: index, x: edge.x, top: content.top,
      bottom: content.bottom)
  }

  /// Returns the caret at the start of a line that shows nothing there.
  private func caret(
    at place: TextBoundary, onLine index: Int, _ affinity: CaretAffinity
  ) -> Caret {
    let line = allLines[index]
    let map = map(ofLine: index)
    let unit = min(line.span.range.lowerBound, max(0, paragraph.count - 1))
    let content = paragraph.contentArea(of: unit, on: line, nil, nil)
    return Caret(
      utf16Offset: place.offset, affinity: affinity, line: index, x: map.startEdge,
      top: content.top, bottom: content.bottom)
  }
}

extension TextLayout {
  /// Returns the offset of the caret nearest to a point.
  ///
  /// The caret is on the line at the point's height, as in ``caret(nearest:)``.
  ///
  /// - Complexity: That of ``caret(nearest:)``.
  public func offset(at point: Point) -> Int { caret(nearest: point).utf16Offset }

  /// Returns the caret nearest to a point, on the line at the point's height.
  ///
  /// The caret is at the nearer edge of the grapheme under the point, or at the end of the line if
  /// the point is beside it.
  ///
  ///     let caret = layout.caret(nearest: Point(x: event.x, y: event.y))
  ///
  /// Points above the first line or below the last one count as on that line. NaN counts as 0.
  ///
  /// - Complexity: O(log lines + segments of the line), or O(log units) if the line is long and was
  ///   the last one queried.
  public func caret(nearest point: Point) -> Caret {
    caret(onLine: line(under: point), nearestX: point.x)
  }

  /// Returns the line whose box is under a point or, beside its letters, an adjacent line whose
  /// letters are there: in low lines, letters extend beyond the boxes.
  private func line(under point: Point) -> Int {
    let index = line(atY: point.y)
    let near = [index, index + 1, index - 1].filter(allLines.indices.contains)
    return near.first { map(ofLine: $0).hasLetters(at: point) } ?? index
  }

  /// Returns the caret of a line nearest to a position along it.
  func caret(onLine index: Int, nearestX x: Double) -> Caret {
    let map = map(ofLine: index)
    let wanted = x.isNaN ? 0 : x
    let x = map.limited(wanted)
    let range = map.line.span.extent
    guard let unit = map.unit(at: x) else {
      let place = TextBoundary(unit: range.lowerBound, in: paragraph)
      return caret(at: place, onLine: index, .downstream)
    }
    let grapheme = paragraph.grapheme(containing: unit).clamped(to: range)
    guard let start = map.start(of: grapheme.lowerBound),
      let end = map.end(of: max(grapheme.lowerBound, grapheme.upperBound - 1))
    else {
      return caret(before: grapheme, on: map, index)
    }
    let isStart = abs(x - start.x) < abs(x - end.x)
    // Beside a line, invisible characters at its end do not matter.
    let boundary = x != wanted ? nil : isStart ? grapheme.lowerBound : grapheme.upperBound
    if let outside = map.place(atEdge: isStart ? start : end, at: boundary),
      let caret = carets(at: outside.offset).first(where: {
        $0.line == index && abs($0.x - (isStart ? start : end).x) < LineMap.touching
      })
    {
      return caret
    }
    return isStart
      ? caret(before: grapheme, on: map, index) : caret(behind: grapheme, on: map, index)
  }

  /// Returns the caret at the start of a grapheme of a line.
  func caret(before grapheme: Range<Int>, on map: LineMap, _ index: Int) -> Caret {
    let place = TextBoundary(unit: grapheme.lowerBound, in: paragraph)
    guard let edge = map.start(of: grapheme.lowerBound) else {
      return caret(at: place, onLine: index, .downstream)
    }
    return caret(at: place, edge, on: map, index, .downstream, style: grapheme.lowerBound)
  }

  /// Returns the caret at the end of a grapheme of a line.
  func caret(behind grapheme: Range<Int>, on map: LineMap, _ index: Int) -> Caret {
    let place = TextBoundary(behind: grapheme, in: paragraph)
    let last = max(grapheme.lowerBound, grapheme.upperBound - 1)
    guard let edge = map.end(of: last) else {
      return caret(at: place, onLine: index, .upstream)
    }
    return caret(at: place, edge, on: map, index, .upstream, style: last)
  }
}

extension Caret {
  /// Whether both are drawn at the same position.
  fileprivate func isSamePlace(as other: Caret) -> Bool {
    line == other.line && abs(x - other.x) < LineMap.touching && top == other.top
      && bottom == other.bottom
  }
}

extension LineMap {
  /// The end of the shown text.
  fileprivate var shownEnd: Int {
    var end = min(parts.textEnd, line.span.extent.upperBound)
    while end > line.span.range.lowerBound, LineTerminator.isOne(paragraph.text[end - 1]) {
      end -= 1
    }
    return end
  }

  /// Whether letters or an attachment are under a point.
  fileprivate func hasLetters(at point: Point) -> Bool {
    guard let segment = parts.shownSegment(near: point.x), point.x >= segment.x,
      point.x < segment.x + segment.width
    else { return false }
    let content = paragraph.contentArea(
      of: segment.units.lowerBound, on: line, segment, parts.stack)
    return point.y >= content.top && point.y < content.bottom
  }

  /// Returns the place of the text around a run at its edge; `nil` if the run's own place applies:
  /// it has the paragraph's direction, or the edge is not a run's.
  ///
  /// At the outer edges of a run against the paragraph's direction, a press means the text outside,
  /// as in browsers: left of Hebrew in an English paragraph, the place before the first word.
  ///
  /// - Parameters:
  ///   - edge: The edge of a grapheme.
  ///   - unit: The boundary of the grapheme there, which invisible characters may separate from the
  ///     end of the run; `nil` ignores them.
  fileprivate func place(atEdge edge: Edge, at unit: Int?) -> TextBoundary? {
    let segment = edge.segment
    guard segment.isRightToLeft != isRightToLeft, unit.map({ isEnd($0, of: segment) }) ?? true,
      let index = parts.shownIndex(of: segment)
    else { return nil }
    let isLeft = abs(edge.x - segment.x) < Self.touching
    guard isLeft || abs(edge.x - segment.x - segment.width) < Self.touching else { return nil }
    let step = isLeft ? -1 : 1
    let level = segment.level
    var beside = index + step
    if let neighbour = shownLevel(beside), neighbour >= level {
      guard neighbour > level else { return nil }
      while let next = shownLevel(beside + step), next > level { beside += step }
      let outer = parts.segments[Int(parts.shown[beside])]
      return place(isEnd: isLeft != outer.isRightToLeft, of: outer)
    }
    beside = index
    while let next = shownLevel(beside - step), next >= level { beside -= step }
    let other = parts.segments[Int(parts.shown[beside])]
    return place(isEnd: isLeft != segment.isRightToLeft, of: other)
  }

  private func shownLevel(_ index: Int) -> UInt8? {
    parts.shown.indices.contains(index) ? parts.segments[Int(parts.shown[index])].level : nil
  }

  private func place(isEnd: Bool, of segment: LineContent.Segment) -> TextBoundary {
    let units = run(of: segment)
    return isEnd
      ? TextBoundary(behind: units, in: paragraph)
      : TextBoundary(unit: units.lowerBound, in: paragraph)
  }

  /// Whether a segment's run starts or ends at a unit.
  private func isEnd(_ unit: Int, of segment: LineContent.Segment) -> Bool {
    let units = run(of: segment)
    return unit <= units.lowerBound || unit >= units.upperBound
  }

  /// The units of a segment and of the invisible characters beside it, for example U+200F.
  private func run(of segment: LineContent.Segment) -> Range<Int> {
    var units = segment.units
    while let before = unseen(at: units.lowerBound - 1, beside: segment) {
      units = before.lowerBound..<units.upperBound
    }
    while let after = unseen(at: units.upperBound, beside: segment) {
      units = units.lowerBound..<after.upperBound
    }
    return units
  }

  /// The units of invisible text at a unit, in the level and box of a segment; `nil` for none.
  private func unseen(at unit: Int, beside segment: LineContent.Segment) -> Range<Int>? {
    guard let other = parts.segment(containing: unit), other.width == 0,
      other.level == segment.level, other.box == segment.box, !paragraph.isAdded(unit),
      paragraph.flow?.attachment(at: unit) == nil
    else { return nil }
    return other.units
  }
}

/// A place between units, with its offset in the source.
struct TextBoundary {
  /// The UTF-16 offset in the source.
  let offset: Int
  /// The end of the preceding unit; units that are not in the source are between both.
  let before: Int
  /// The unit after the place.
  let after: Int

  /// The place of an offset in the source, clamped to the source and moved to the start of its
  /// grapheme.
  init(_ offset: Int, in paragraph: PreparedParagraph) {
    let map = paragraph.sourceMap
    let offset = min(max(0, offset), map.sourceCount)
    let unit = offset == map.sourceCount ? paragraph.count : map.offset(ofSource: offset)
    let start =
      unit < paragraph.count ? paragraph.grapheme(containing: unit).lowerBound : unit
    self.init(offset: start < unit ? map.source(of: start) : offset, unit: start, in: paragraph)
  }

  /// The place before a unit, after white space that collapses before it, also at the start.
  init(unit: Int, in paragraph: PreparedParagraph) {
    let isFirst = unit == 0 && paragraph.count > 0 && !paragraph.isAdded(0)
    self.init(
      offset: isFirst
        ? paragraph.sourceMap.sourceUnits(of: 0..<1).lowerBound
        : paragraph.sourceMap.source(of: unit),
      unit: unit, in: paragraph)
  }

  /// The place after a grapheme.
  init(behind grapheme: Range<Int>, in paragraph: PreparedParagraph) {
    let isAdded = paragraph.isAdded(grapheme.lowerBound)
    self.init(
      offset: isAdded
        ? paragraph.sourceMap.source(of: grapheme.lowerBound)
        : paragraph.sourceMap.sourceUnits(of: grapheme).upperBound,
      unit: grapheme.upperBound, in: paragraph)
  }

  private init(offset: Int, unit: Int, in paragraph: PreparedParagraph) {
    self.offset = offset
    var before = unit
    while before > 0, paragraph.isAdded(before - 1) { before -= 1 }
    var after = unit
    while after < paragraph.count, paragraph.isAdded(after) { after += 1 }
    self.before = before
    self.after = after
  }
}

extension PreparedParagraph {
  /// Whether a unit is not in the source: a control character for the direction of a box.
  func isAdded(_ unit: Int) -> Bool {
    guard flow != nil, !sourceMap.isIdentity, text[unit] >= 0x202A, text[unit] <= 0x2069
    else { return false }
    return sourceMap.source(of: unit..<unit + 1).isEmpty
  }

  /// Returns the extent of letters in a unit's style, in layout points from the layout's top edge.
  fileprivate func contentArea(
    of unit: Int, on line: Line, _ segment: LineContent.Segment?, _ stack: LineStack?
  ) -> (top: Double, bottom: Double) {
    let index = styleIndex(at: unit)
    let style = styles[index].style
    let mode = self.style.writingMode
    let content = LineBox(
      contentOf: firstFaces[index], size: style.drawnSize,
      isCentral: isCentral)
    let box = segment.flatMap { $0.box < 0 ? nil : $0.box }
    let drop = (stack?.drop(of: box) ?? 0) - style.drawnShift
    guard !mode.flipsLines else {
      let baseline = line.baseline - drop
      return (baseline - content.descent, baseline + content.ascent)
    }
    let baseline = line.baseline + drop
    return (baseline - content.ascent, baseline + content.descent)
  }
}
