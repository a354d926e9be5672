import LinecasterGeometry

/// Walks the glyphs of lines from left to right: one stretch a style, since runs of the shaper may
/// go through changes of colour.
struct StretchWalker {
  /// What is on the line walked last.
  private(set) var line: LineSegments

  private var paragraph: ShapedParagraph { line.paragraph }

  init(_ paragraph: ShapedParagraph) {
    line = LineSegments(paragraph)
  }

  /// Calls `body` with each stretch of a line, and with the line that has their glyphs.
  ///
  /// - Complexity: O(runs) where the paragraph has one style, else O(glyphs · log styles).
  mutating func walk<Failure: Error>(
    _ next: Line, _ body: (PlacedStretch, borrowing LineSegments) throws(Failure) -> Void
  ) throws(Failure) {
    line.fill(next)
    for segment in line.segments where !segment.glyphs.isEmpty {
      if paragraph.styles.count == 1 || segment.isMark {
        try body(whole(segment, at: next.baseline), line)
      } else {
        try split(segment, at: next.baseline, body)
      }
    }
  }

  private func whole(_ segment: LineSegment, at baseline: Double) -> PlacedStretch {
    PlacedStretch(
      segment: segment, glyphs: segment.glyphs, style: segment.style,
      origin: raised(Point(x: segment.x, y: baseline), segment.style), width: segment.width)
  }

  /// Walks a segment whose characters may have several styles.
  private func split<Failure: Error>(
    _ segment: LineSegment, at baseline: Double,
    _ body: (PlacedStretch, borrowing LineSegments) throws(Failure) -> Void
  ) throws(Failure) {
    let glyphs = line.glyphs(of: segment)
    var start = segment.glyphs.lowerBound
    var pen = segment.x
    while start < segment.glyphs.upperBound {
      let style = paragraph.styleIndex(at: Int(glyphs[start].cluster))
      var end = start
      var advance = 0
      while end < segment.glyphs.upperBound,
        paragraph.styleIndex(at: Int(glyphs[end].cluster)) == style
      {
        advance += Int(glyphs[end].advance)
        end += 1
      }
      let isWhole = start..<end == segment.glyphs
      let width = isWhole ? segment.width : Double(advance) * segment.scale
      try body(
        PlacedStretch(
          segment: segment, glyphs: start..<end, style: style,
          origin: raised(Point(x: pen, y: baseline), style), width: width), line)
      pen += width
      start = end
    }
  }

  private func raised(_ origin: Point, _ style: Int) -> Point {
    Point(x: origin.x, y: origin.y - paragraph.styles[style].style.drawnShift)
  }
}
