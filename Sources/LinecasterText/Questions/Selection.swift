public import LinecasterBase

/// A selected part of a line.
public struct SelectionStretch: Hashable, Sendable {
  /// The index of the line.
  public let line: Int
  /// The left edge, in layout points from the layout's left edge.
  public let minX: Double
  /// The right edge, in layout points from the layout's left edge.
  public let maxX: Double
}

extension TextLayout {
  /// Returns the extents of the text between two offsets, line by line and from left to right.
  ///
  ///     for part in layout.selection(from: 4, to: 90) {
  ///       print("line \(part.line): \(part.minX) to \(part.maxX)")
  ///     }
  ///
  /// A line has several extents if writing directions meet on it, or if boxes have space at their
  /// edges. Offsets are in UTF-16 units, in any order; they are clamped to the text and extended to
  /// whole graphemes. White space that hangs at the end of a line counts; collapsed white space
  /// takes no space.
  ///
  /// - Complexity: O(log lines + segments of the selected lines).
  public func selection(from start: Int, to end: Int) -> [SelectionStretch] {
    let units = graphemes(from: min(start, end), to: max(start, end))
    guard !units.isEmpty else { return [] }
    var stretches: [SelectionStretch] = []
    var index = lineIndex(ofUnit: units.lowerBound)
    let lines = allLines
    while index < lines.count, lines[index].span.range.lowerBound < units.upperBound {
      let part = units.clamped(to: lines[index].span.extent)
      if !part.isEmpty {
        stretches += map(ofLine: index).stretches(of: part).map {
          SelectionStretch(line: index, minX: $0.left, maxX: $0.right)
        }
      }
      index += 1
    }
    return stretches
  }

  /// Returns the rectangles behind a range of text, as high as their line boxes, in layout points.
  ///
  ///     for rectangle in layout.rectangles(for: 4..<90) {
  ///       canvas.fill(DisplayShape(rectangle), with: accent)
  ///     }
  ///
  /// The rectangles correspond to the extents of ``selection(from:to:)``.
  ///
  /// - Complexity: That of `selection(from:to:)`.
  public func rectangles(for range: Range<Int>) -> [Rect] {
    selection(from: range.lowerBound, to: range.upperBound).map { stretch in
      let frame = allLines[stretch.line].frame
      return Rect(
        x: stretch.minX, y: frame.minY, width: stretch.maxX - stretch.minX,
        height: frame.height)
    }
  }

  /// Returns the text between two offsets as displayed, in whole graphemes and without attachments,
  /// for copying a selection.
  ///
  /// Offsets are treated as in `selection(from:to:)`.
  ///
  /// - Complexity: O(units between the offsets).
  public func text(from start: Int, to end: Int) -> String {
    let units = graphemes(from: min(start, end), to: max(start, end))
    // Attachments need a flow; each is one unit.
    guard paragraph.flow != nil else { return String(units: paragraph.text.slice(units)) }
    return String(units: paragraph.text.slice(units).filter { $0 != 0xFFFC }[...])
  }

  /// Returns the units of whole graphemes between two offsets of the source.
  private func graphemes(from start: Int, to end: Int) -> Range<Int> {
    let map = paragraph.sourceMap
    let first = min(max(0, start), map.sourceCount)
    let last = min(max(0, end), map.sourceCount)
    guard first < last, paragraph.count > 0 else { return 0..<0 }
    let from = map.offset(ofSource: first)
    let to = last == map.sourceCount ? paragraph.count : map.offset(ofSource: last)
    guard from < to else { return 0..<0 }
    return paragraph.grapheme(containing: from)
      .lowerBound..<paragraph.grapheme(containing: to - 1).upperBound
  }
}

/// Lines.
extension TextLayout {
  /// Returns the index of the line at a distance from the top, in layout points.
  ///
  /// Distances above the first line or below the last one count as on that line. Between two lines,
  /// the nearer one is returned. NaN counts as 0.
  ///
  /// - Complexity: O(log lines).
  public func line(atY y: Double) -> Int {
    let y = y.isNaN ? 0 : y
    let lines = allLines
    let next = lines.bisect { $0.frame.minY > y }
    guard next > 0 else { return 0 }
    guard next < lines.count, y >= lines[next - 1].frame.maxY else { return next - 1 }
    return lines[next].frame.minY - y < y - lines[next - 1].frame.maxY ? next : next - 1
  }

  /// Returns the index of the line that has the caret of an offset.
  ///
  ///     let line = layout.lines[layout.line(at: 90)]
  ///
  /// Offsets are treated as in `carets(at:)`.
  ///
  /// - Complexity: That of `carets(at:)`.
  public func line(at offset: Int, affinity: CaretAffinity = .downstream) -> Int {
    caret(at: offset, affinity: affinity).line
  }

  /// Returns the positions of a line's graphemes, in text order; empty if there is no such line.
  ///
  /// - Complexity: O(units of the line).
  public func graphemes(ofLine index: Int) -> [GraphemePlace] {
    guard allLines.indices.contains(index) else { return [] }
    var placer = GraphemePlacer(paragraph: paragraph)
    placer.place(allLines[index], index: index)
    return placer.places
  }

  /// Returns the index of the line that shows or hides a unit; the last for the end of the text.
  ///
  /// - Complexity: O(log lines).
  func lineIndex(ofUnit unit: Int) -> Int {
    let next = allLines.bisect { $0.span.range.lowerBound > unit }
    return max(0, next - 1)
  }

  /// Returns the searchable positions of a line.
  func map(ofLine index: Int) -> LineMap {
    let line = allLines[index]
    return LineMap(paragraph, line, paragraph.parts(of: line))
  }
}

/// The position of a grapheme of the text, for carets, selections and hit tests.
///
///     let caret = layout.graphemes.first { $0.utf16Range.contains(offset) }?.x
///     let hit = layout.graphemes.first { $0.line == 0 && ($0.x..<$0.x + $0.width).contains(x) }
///     print(caret ?? 0, hit?.utf16Range ?? 0..<0)
public struct GraphemePlace: Hashable, Sendable {
  /// The grapheme as UTF-16 offsets into the text.
  public let utf16Range: Range<Int>
  /// The index of the grapheme's line.
  public let line: Int
  /// The left edge of the grapheme, in layout points from the layout's left edge.
  public let x: Double
  /// The distance from the left to the right edge of the grapheme, in layout points; 0 if the
  /// grapheme takes no space.
  public let width: Double
}

extension TextLayout {
  /// The positions of the visible graphemes, line by line and in text order.
  ///
  /// White space that hangs at the end of a line comes after its text; collapsed white space has no
  /// width. Graphemes that share a cluster of the font, for example a ligature, divide its width
  /// evenly.
  ///
  /// - Complexity: O(units · log units of a line), on each access.
  public var graphemes: [GraphemePlace] {
    var placer = GraphemePlacer(paragraph: paragraph)
    for (index, line) in allLines.enumerated() { placer.place(line, index: index) }
    return placer.places
  }

  /// The hidden text, as UTF-16 offsets; `nil` if all text is shown.
  ///
  /// If several lines are truncated, it is the hidden text of the last of them.
  ///
  /// - Complexity: O(lines).
  public var hiddenUTF16Range: Range<Int>? { allLines.last(where: \.isTruncated)?.hiddenUTF16Range }
}

/// Computes the edges of graphemes from the advances of glyphs.
///
/// As in browsers, a cluster of several graphemes, for example a ligature, is divided evenly;
/// clusters of one grapheme are joined.
struct GraphemePlacer {
  let paragraph: PreparedParagraph
  private(set) var places: [GraphemePlace] = []
  private var content: LineContent
  /// The last queried grapheme; those of one text are queried in text order.
  private var grapheme = 0..<0

  /// The extent of the units of a grapheme from one unit on.
  private struct Part {
    let start: Int
    let left: Double
    let right: Double
    let isRightToLeft: Bool

    /// The edge after it.
    var end: Double { isRightToLeft ? left : right }
  }

  init(paragraph: PreparedParagraph) {
    self.paragraph = paragraph
    content = LineContent(paragraph)
  }

  /// Adds the graphemes of a line in text order.
  mutating func place(_ line: Line, index: Int) {
    var parts: [Part] = []
    let textEnd = paragraph.collapsedStart(of: line)
    content.fill(line, hangingEnd: textEnd)
    for segment in content.segments where !segment.isToken && !segment.units.isEmpty {
      addParts(of: segment, to: &parts)
    }
    parts.sort { $0.start < $1.start }
    let isRightToLeft = paragraph.baseLevel(at: line.span.range.lowerBound) & 1 != 0
    let edge = parts.last?.end ?? (isRightToLeft ? line.frame.maxX : line.frame.minX)
    for unit in textEnd..<max(textEnd, line.span.range.upperBound) {
      parts.append(Part(start: unit, left: edge, right: edge, isRightToLeft: isRightToLeft))
    }
    var first = parts.startIndex
    while first < parts.endIndex {
      findGrapheme(of: parts[first].start)
      let end = parts[first...].firstIndex { $0.start >= grapheme.upperBound } ?? parts.endIndex
      add(parts[first..<end], line: index)
      first = end
    }
  }

  private mutating func add(_ parts: ArraySlice<Part>, line: Int) {
    guard let first = parts.first, !paragraph.isAdded(first.start) else { return }
    let left = parts.reduce(first.left) { min($0, $1.left) }
    let right = parts.reduce(first.right) { max($0, $1.right) }
    places.append(
      GraphemePlace(
        utf16Range: paragraph.sourceMap.sourceUnits(of: grapheme), line: line, x: left,
        width: right - left))
  }

  private func addParts(of segment: LineContent.Segment, to parts: inout [Part]) {
    let glyphs = content.glyphs(of: segment)
    guard !glyphs.isEmpty else {
      return divide(segment.units, segment.x, segment.x + segment.width, segment, into: &parts)
    }
    var left = segment.x
    var index = glyphs.startIndex
    var previous = segment.units.upperBound
    while index < glyphs.endIndex {
      let start = Int(glyphs[index].cluster)
      var advance = 0
      while index < glyphs.endIndex, Int(glyphs[index].cluster) == start {
        advance += Int(glyphs[index].advance)
        index += 1
      }
      let next = index < glyphs.endIndex ? Int(glyphs[index].cluster) : segment.units.upperBound
      let end = segment.isRightToLeft ? previous : next
      let right = left + Double(advance) * segment.scale
      if start < end { divide(start..<end, left, right, segment, into: &parts) }
      previous = start
      left = right
    }
  }

  /// Divides the width of a cluster among its graphemes.
  private func divide(
    _ units: Range<Int>, _ left: Double, _ right: Double, _ segment: LineContent.Segment,
    into parts: inout [Part]
  ) {
    var starts = units.filter { paragraph.boundaries[$0].contains(.grapheme) }
    if starts.first != units.lowerBound { starts.insert(units.lowerBound, at: 0) }
    let share = (right - left) / Double(starts.count)
    for (index, start) in starts.enumerated() {
      let place = segment.isRightToLeft ? starts.count - 1 - index : index
      let edge = left + Double(place) * share
      parts.append(
        Part(
          start: start, left: edge, right: edge + share,
          isRightToLeft: segment.isRightToLeft))
    }
  }

  /// Finds the grapheme that contains a unit, without revisiting previous ones: a grapheme of very
  /// many marks has parts on many lines.
  private mutating func findGrapheme(of unit: Int) {
    if grapheme.contains(unit) { return }
    var start = unit
    while start > grapheme.upperBound, !paragraph.boundaries[start].contains(.grapheme) {
      start -= 1
    }
    var end = unit + 1
    while end < paragraph.count, !paragraph.boundaries[end].contains(.grapheme) { end += 1 }
    grapheme = start..<end
  }
}
