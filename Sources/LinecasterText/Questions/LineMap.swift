import LinecasterBase

/// The positions of a line's text: finds edges by units, and units by positions.
///
/// All units are those of the laid-out text. No search walks the line.
struct LineMap {
  let paragraph: PreparedParagraph
  let line: Line
  let parts: LineParts

  init(_ paragraph: PreparedParagraph, _ line: Line, _ parts: LineParts) {
    self.paragraph = paragraph
    self.line = line
    self.parts = parts
  }

  /// Whether the paragraph on the line is right-to-left.
  var isRightToLeft: Bool {
    paragraph.baseLevel(at: line.span.range.lowerBound) & 1 != 0
  }

  /// The start edge of the line, in layout points.
  var startEdge: Double { edge(isLeft: !isRightToLeft) }

  /// The end edge of the line, including hanging text.
  var endEdge: Double { edge(isLeft: isRightToLeft) }

  private func edge(isLeft: Bool) -> Double {
    guard let first = parts.shown.first, let last = parts.shown.last else {
      return parts.unseen?.x ?? (isRightToLeft ? line.frame.maxX : line.frame.minX)
    }
    let segment = parts.segments[Int(isLeft ? first : last)]
    return isLeft ? segment.x : segment.x + segment.width
  }

  /// Returns a position along the line, clamped to the line.
  func limited(_ x: Double) -> Double {
    let right = edge(isLeft: false)
    return max(edge(isLeft: true), min(x, right))
  }

  /// The left or right edge of a grapheme, in layout points, and its segment.
  struct Edge {
    let x: Double
    let segment: LineContent.Segment
  }

  /// Returns the start edge of a grapheme; `nil` if the line does not show its unit.
  ///
  /// - Complexity: O(log units).
  func start(of unit: Int) -> Edge? { edge(of: unit, isEnd: false) }

  /// Returns the end edge of the grapheme that contains a unit; `nil` if the line does not show it.
  ///
  /// - Complexity: O(log units).
  func end(of unit: Int) -> Edge? { edge(of: unit, isEnd: true) }

  private func edge(of unit: Int, isEnd: Bool) -> Edge? {
    guard let segment = parts.segment(containing: unit) else { return nil }
    let cluster = cluster(of: unit, in: segment)
    let share = share(of: unit, in: cluster.units)
    let width = (cluster.right - cluster.left) / Double(share.count)
    let distance = Double(isEnd ? share.index + 1 : share.index) * width
    let x = segment.isRightToLeft ? cluster.right - distance : cluster.left + distance
    return Edge(x: x, segment: segment)
  }

  /// Returns the unit at or nearest to a position along the line; `nil` if it shows no text.
  ///
  /// - Complexity: O(log units).
  func unit(at x: Double) -> Int? {
    guard let segment = parts.shownSegment(near: x) else { return nil }
    let place = min(max(x, segment.x), segment.x + segment.width)
    let cluster = cluster(of: anyUnit(at: place, in: segment), in: segment)
    let starts = starts(in: cluster.units)
    let distance = segment.isRightToLeft ? cluster.right - place : place - cluster.left
    let width = (cluster.right - cluster.left) / Double(starts.count)
    let index = width > 0 ? Int(saturating: distance / width) : 0
    return starts[min(max(0, index), starts.count - 1)]
  }

  /// Returns the visible unit next to a position along the line, on one side of it; `nil` for none.
  ///
  /// - Complexity: O(log units).
  func unit(beside x: Double, isRight: Bool) -> Int? {
    let shown = parts.shown
    if isRight {
      let from = x + Self.touching
      let index = shown.bisect(in: shown.indices) {
        parts.segments[Int($0)].x + parts.segments[Int($0)].width > from
      }
      guard index < shown.count else { return nil }
      return unit(at: max(from, parts.segments[Int(shown[index])].x))
    }
    let from = x - Self.touching
    let index = shown.bisect(in: shown.indices) { parts.segments[Int($0)].x >= from } - 1
    guard index >= 0 else { return nil }
    let segment = parts.segments[Int(shown[index])]
    return unit(at: min(from, segment.x + segment.width))
  }

  /// Returns the extents of part of the line's text, from left to right; touching ones are merged.
  ///
  /// - Complexity: O(segments + log units).
  func stretches(of units: Range<Int>) -> [(left: Double, right: Double)] {
    var stretches: [(left: Double, right: Double)] = []
    for index in parts.shown {
      let segment = parts.segments[Int(index)]
      guard let (left, right) = extent(of: units, in: segment), right > left else { continue }
      if let last = stretches.last, abs(left - last.right) < Self.touching {
        stretches[stretches.count - 1].right = max(last.right, right)
      } else {
        stretches.append((left, right))
      }
    }
    return stretches
  }

  /// Returns the left and right edges of part of a segment's text.
  private func extent(
    of units: Range<Int>, in segment: LineContent.Segment
  ) -> (left: Double, right: Double)? {
    let shown = units.clamped(to: segment.units)
    guard !shown.isEmpty else { return nil }
    let end = segment.x + segment.width
    if segment.glyphs.isEmpty,
      let attachment = paragraph.flow?.attachment(at: segment.units.lowerBound)
    {
      let left = segment.x + attachment.left
      return (left, left + attachment.size.width)
    }
    if shown == segment.units { return (segment.x, end) }
    let first = edge(of: shown.lowerBound, isEnd: false)?.x ?? segment.x
    let last = edge(of: shown.upperBound - 1, isEnd: true)?.x ?? end
    return segment.isRightToLeft ? (last, first) : (first, last)
  }

  /// The distance below which edges touch, in layout points.
  static let touching = 1.0 / 128
}

/// Clusters of the font: glyphs that represent units together.
extension LineMap {
  private struct Cluster {
    let units: Range<Int>
    let left: Double
    let right: Double
  }

  /// Returns the cluster that contains a unit of a segment.
  private func cluster(of unit: Int, in segment: LineContent.Segment) -> Cluster {
    guard !segment.glyphs.isEmpty else {
      return Cluster(
        units: segment.units, left: segment.x, right: segment.x + segment.width)
    }
    return segment.hasOwnGlyphs
      ? cluster(of: unit, in: segment, SharedArray(parts.ownGlyphs))
      : cluster(of: unit, in: segment, paragraph.glyphs)
  }

  private func cluster(
    of unit: Int, in segment: LineContent.Segment, _ glyphs: SharedArray<ShapedGlyph>
  ) -> Cluster {
    let all = segment.glyphs
    let first: Int
    let last: Int
    var units = segment.units
    if segment.isRightToLeft {
      first = glyphs.bisect(in: all) { Int($0.cluster) <= unit }
      let start = first < all.upperBound ? Int(glyphs[first].cluster) : units.lowerBound
      last = glyphs.bisect(in: first..<all.upperBound) { Int($0.cluster) < start }
      let end = first > all.lowerBound ? Int(glyphs[first - 1].cluster) : units.upperBound
      // Text before the first cluster is part of it.
      units = (last == all.upperBound ? units.lowerBound : start)..<max(start, end)
    } else {
      last = glyphs.bisect(in: all) { Int($0.cluster) > unit }
      let start = last > all.lowerBound ? Int(glyphs[last - 1].cluster) : units.lowerBound
      first = glyphs.bisect(in: all.lowerBound..<last) { Int($0.cluster) >= start }
      let end = last < all.upperBound ? Int(glyphs[last].cluster) : units.upperBound
      units = (first == all.lowerBound ? units.lowerBound : start)..<max(start, end)
    }
    let left = advance(before: first, units, in: segment, isLeft: true)
    let right = advance(before: last, units, in: segment, isLeft: false)
    return Cluster(
      units: units, left: segment.x + Double(left) * segment.scale,
      right: segment.x + Double(right) * segment.scale)
  }

  /// Returns the advances of a segment before an edge of a cluster, in font units: from the line's
  /// own glyphs, or from the positions of the paragraph.
  ///
  /// - Parameters:
  ///   - glyph: The glyph to the right of the edge.
  ///   - cluster: The units of the cluster.
  ///   - isLeft: Whether it is the left edge.
  private func advance(
    before glyph: Int, _ cluster: Range<Int>, in segment: LineContent.Segment, isLeft: Bool
  ) -> Int {
    guard !segment.hasOwnGlyphs else {
      return parts.ownSums[glyph] - parts.ownSums[segment.glyphs.lowerBound]
    }
    let run = paragraph.runs[paragraph.runIndex(containing: segment.units.lowerBound)]
    if segment.isRightToLeft {
      return paragraph.position(segment.units.upperBound, in: run)
        - paragraph.position(isLeft ? cluster.upperBound : cluster.lowerBound, in: run)
    }
    return paragraph.position(isLeft ? cluster.lowerBound : cluster.upperBound, in: run)
      - paragraph.position(segment.units.lowerBound, in: run)
  }

  /// Returns a unit of the cluster at a position in a segment.
  private func anyUnit(at x: Double, in segment: LineContent.Segment) -> Int {
    let units = segment.units
    guard !segment.glyphs.isEmpty, segment.scale > 0 else { return units.lowerBound }
    let distance = x - segment.x
    if segment.hasOwnGlyphs {
      let target = distance / segment.scale + Double(parts.ownSums[segment.glyphs.lowerBound])
      // The first glyph that ends there or after it; this skips glyphs without width.
      let glyph = parts.ownSums.bisect(
        in: segment.glyphs.lowerBound + 1..<segment.glyphs.upperBound
      ) { Double($0) >= target }
      return min(
        max(Int(parts.ownGlyphs[glyph - 1].cluster), units.lowerBound), units.upperBound - 1)
    }
    let run = paragraph.runs[paragraph.runIndex(containing: units.lowerBound)]
    let fromStart = segment.isRightToLeft ? segment.width - distance : distance
    let target =
      fromStart / segment.scale + Double(paragraph.position(units.lowerBound, in: run))
    let next = paragraph.positions.bisect(in: units) { Double($0) >= target }
    return max(next - 1, units.lowerBound)
  }

  /// Returns the index of a unit's grapheme in its cluster, and the number of graphemes there.
  private func share(of unit: Int, in cluster: Range<Int>) -> (index: Int, count: Int) {
    var index = 0
    var count = 1
    for place in cluster.dropFirst() where paragraph.boundaries[place].contains(.grapheme) {
      if place <= unit { index += 1 }
      count += 1
    }
    return (index, count)
  }

  /// Returns the first units of the graphemes in a cluster; never empty.
  private func starts(in cluster: Range<Int>) -> [Int] {
    [cluster.lowerBound]
      + cluster.dropFirst().filter { paragraph.boundaries[$0].contains(.grapheme) }
  }
}

/// The contents of a line, from left to right, in searchable form. It does not retain the
/// paragraph, so a paragraph can cache it.
final class LineParts: Sendable {
  /// The line.
  let line: Line
  /// The segments from left to right, including hanging white space but not white space that
  /// collapses at the line's end.
  let segments: [LineContent.Segment]
  /// The glyphs that are not the paragraph's.
  let ownGlyphs: [ShapedGlyph]
  /// The sum of advances before each of them, and the total.
  let ownSums: [Int]
  /// The vertical positions of boxes; `nil` for none.
  let stack: LineStack?
  /// The positions of boxes along the line, outer boxes first.
  let boxes: [BoxStretch]
  /// The segments of text or attachments with a width, from left to right.
  let shown: [Int32]
  /// The first unit of the white space that collapses at the line's end, or the line's end.
  let textEnd: Int

  /// The segments of text or attachments, in text order.
  private let order: [Int32]

  /// Collects the contents of a line of a layout.
  ///
  /// - Complexity: O(segments · log segments).
  init(_ paragraph: PreparedParagraph, _ line: Line) {
    self.line = line
    var content = LineContent(paragraph)
    textEnd = paragraph.collapsedStart(of: line)
    content.fill(line, hangingEnd: textEnd)
    let segments = content.segments
    self.segments = segments
    ownGlyphs = content.ownGlyphs
    stack = content.stack
    boxes = content.boxes
    var sums = [0]
    sums.reserveCapacity(ownGlyphs.count + 1)
    var sum = 0
    for glyph in ownGlyphs {
      sum += Int(glyph.advance)
      sums.append(sum)
    }
    ownSums = sums
    let text = segments.indices.filter { !segments[$0].isToken && !segments[$0].units.isEmpty }
    shown = text.filter { segments[$0].width > 0 }.map { Int32(clamping: $0) }
    order = text.map { Int32(clamping: $0) }.sorted {
      segments[Int($0)].units.lowerBound < segments[Int($1)].units.lowerBound
    }
  }

  /// The first text; if nothing is shown, it has no width, like a lone soft hyphen.
  var unseen: LineContent.Segment? { order.first.map { segments[Int($0)] } }

  /// Returns the segment that shows a unit.
  func segment(containing unit: Int) -> LineContent.Segment? {
    let next = order.bisect(in: order.indices) { segments[Int($0)].units.lowerBound > unit }
    guard next > 0 else { return nil }
    let segment = segments[Int(order[next - 1])]
    return segment.units.contains(unit) ? segment : nil
  }

  /// Returns the index of a segment in `shown`.
  func shownIndex(of segment: LineContent.Segment) -> Int? {
    let index = shown.bisect(in: shown.indices) { segments[Int($0)].x >= segment.x }
    return shown[index...].firstIndex { segments[Int($0)].units == segment.units }
  }

  /// Returns the segment at a position along the line, or the nearest one.
  func shownSegment(near x: Double) -> LineContent.Segment? {
    guard !shown.isEmpty else { return nil }
    let next = shown.bisect(in: shown.indices) { segments[Int($0)].x > x }
    guard next > 0 else { return segments[Int(shown[0])] }
    let segment = segments[Int(shown[next - 1])]
    guard next < shown.count else { return segment }
    let other = segments[Int(shown[next])]
    return other.x - x < x - (segment.x + segment.width) ? other : segment
  }
}

extension PreparedParagraph {
  /// Returns the first unit of the white space that collapses at the end of a line; the line's end
  /// if none does.
  func collapsedStart(of line: Line) -> Int { collapsedStart(of: line.span) }

  /// Returns the first such unit for a line that is not yet placed.
  func collapsedStart(of span: LineSpan) -> Int {
    guard span.hidden == nil else { return span.extent.upperBound }
    var start = span.range.upperBound
    while start > span.contentEnd, text[start - 1] == 0x20, collapsesSpace(at: start - 1) {
      start -= 1
    }
    return start
  }

  /// Whether a space at a unit collapses at the end of a line.
  private func collapsesSpace(at unit: Int) -> Bool {
    (flow?.whiteSpace(at: unit) ?? style.whiteSpace).collapses
  }

  /// Returns the grapheme that contains a unit.
  ///
  /// - Complexity: O(grapheme).
  func grapheme(containing unit: Int) -> Range<Int> {
    var start = min(unit, count)
    while start > 0, !boundaries[start].contains(.grapheme) { start -= 1 }
    var end = min(unit + 1, count)
    while end < count, !boundaries[end].contains(.grapheme) { end += 1 }
    return start..<max(start, end)
  }
}
