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
      let frame = lines[stretch.line].frame
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
    guard paragraph.flow != nil else { return String(units: paragraph.text[units]) }
    return String(units: paragraph.text[units].filter { $0 != 0xFFFC }[...])
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
    let next = lines.bisect(in: lines.indices) { $0.frame.minY > y }
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
    guard lines.indices.contains(index) else { return [] }
    var placer = GraphemePlacer(paragraph: paragraph)
    placer.place(lines[index], index: index)
    return placer.places
  }

  /// Returns the index of the line that shows or hides a unit; the last for the end of the text.
  ///
  /// - Complexity: O(log lines).
  func lineIndex(ofUnit unit: Int) -> Int {
    let next = lines.bisect(in: lines.indices) { $0.span.range.lowerBound > unit }
    return max(0, next - 1)
  }

  /// Returns the searchable positions of a line.
  func map(ofLine index: Int) -> LineMap {
    LineMap(paragraph, lines[index], paragraph.parts(of: lines[index]))
  }
}
