public import LinecasterBase

/// Part of a line that is selected.
public struct SelectionStretch: Hashable, Sendable {
  /// The index of the line.
  public let line: Int
  /// Its left edge, in layout points from the layout's.
  public let minX: Double
  /// Its right edge, in layout points from the layout's left edge.
  public let maxX: Double
}

extension TextLayout {
  /// The stretches that the text between two offsets takes up, line by line and from left to right;
  /// several on a line where directions of writing meet, and where boxes have room at their edges.
  ///
  ///     for part in layout.selection(from: 4, to: 90) {
  ///       print("line \(part.line): \(part.minX) to \(part.maxX)")
  ///     }
  ///
  /// Offsets are UTF-16 and may be in any order; those outside the text count as its nearest end.
  /// Graphemes of which a part is between them are taken whole. White space that hangs at the end
  /// of a line counts, what collapses there takes no room.
  ///
  /// - Complexity: O(log lines) and the segments of the lines that are selected.
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

  /// The rectangles behind a range of the text, as high as their line boxes, in layout points.
  ///
  ///     for rectangle in layout.rectangles(for: 4..<90) {
  ///       canvas.fill(DisplayShape(rectangle), with: accent)
  ///     }
  ///
  /// They are the stretches of `selection(from:to:)`.
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

  /// The text between two offsets as it is shown, in whole graphemes, without attachments: what is
  /// copied where it is selected.
  ///
  /// Offsets are taken as by `selection(from:to:)`.
  ///
  /// - Complexity: O(units between).
  public func text(from start: Int, to end: Int) -> String {
    let units = graphemes(from: min(start, end), to: max(start, end))
    // Only a text with a flow has attachments, each a unit of its own.
    guard paragraph.flow != nil else { return String(units: paragraph.text[units]) }
    return String(units: paragraph.text[units].filter { $0 != 0xFFFC }[...])
  }

  /// The units of whole graphemes between two offsets of the source.
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
  /// The index of the line at a distance from the top: the first line above all, the last one below
  /// all, and between two lines the nearer one.
  ///
  /// What is not a number counts as 0.
  ///
  /// - Complexity: O(log lines).
  public func line(atY y: Double) -> Int {
    let y = y.isNaN ? 0 : y
    let next = lines.bisect(in: lines.indices) { $0.frame.minY > y }
    guard next > 0 else { return 0 }
    guard next < lines.count, y >= lines[next - 1].frame.maxY else { return next - 1 }
    return lines[next].frame.minY - y < y - lines[next - 1].frame.maxY ? next : next - 1
  }

  /// The index of the line that a caret at an offset stands on.
  ///
  ///     let line = layout.lines[layout.line(at: 90)]
  ///
  /// Offsets are taken as by `carets(at:)`.
  ///
  /// - Complexity: That of `carets(at:)`.
  public func line(at offset: Int, affinity: CaretAffinity = .downstream) -> Int {
    caret(at: offset, affinity: affinity).line
  }

  /// Where the graphemes of a line stand, in text order; none for a line that there is not.
  ///
  /// - Complexity: O(units of the line).
  public func graphemes(ofLine index: Int) -> [GraphemePlace] {
    guard lines.indices.contains(index) else { return [] }
    var placer = GraphemePlacer(paragraph: paragraph)
    placer.place(lines[index], index: index)
    return placer.places
  }

  /// The index of the line that shows a unit or hides it; the last one for the end of the text.
  ///
  /// - Complexity: O(log lines).
  func lineIndex(ofUnit unit: Int) -> Int {
    let next = lines.bisect(in: lines.indices) { $0.span.range.lowerBound > unit }
    return max(0, next - 1)
  }

  /// What answers questions about a line.
  func map(ofLine index: Int) -> LineMap {
    LineMap(paragraph, lines[index], paragraph.parts(of: lines[index]))
  }
}
