import LinecasterGeometry

/// Makes the glyph runs of lines: one a style, since runs of the shaper may go through changes of
/// colour.
struct GlyphRunPlacer {
  let paragraph: ShapedParagraph
  private(set) var runs: [GlyphRun] = []

  init(paragraph: ShapedParagraph) {
    self.paragraph = paragraph
  }

  /// Adds the runs of a line in visual order.
  mutating func place(_ line: Line) {
    for placed in LineOrder.segments(of: line, in: paragraph) {
      addRuns(of: placed.segment, at: Point(x: placed.x, y: line.baseline))
    }
  }

  private mutating func addRuns(of segment: LineSegment, at origin: Point) {
    guard let first = segment.glyphs.first else { return }
    var start = segment.glyphs.startIndex
    var style = style(of: first, segment)
    var pen = origin
    for index in segment.glyphs.indices where paragraph.styles.count > 1 && !segment.isMark {
      let next = self.style(of: segment.glyphs[index], segment)
      guard next != style else { continue }
      pen.x += addRun(segment, start..<index, style, at: pen)
      start = index
      style = next
    }
    _ = addRun(segment, start..<segment.glyphs.endIndex, style, at: pen)
  }

  private func style(of glyph: ShapedGlyph, _ segment: LineSegment) -> Int {
    segment.isMark || paragraph.styles.count == 1
      ? segment.style : paragraph.styleIndex(at: Int(glyph.cluster))
  }

  /// Adds glyphs of a segment as a run; the result is their width in layout points.
  private mutating func addRun(
    _ segment: LineSegment, _ range: Range<Int>, _ style: Int, at origin: Point
  ) -> Double {
    let glyphs = segment.glyphs[range]
    let width =
      range == segment.glyphs.indices
      ? segment.width : Double(glyphs.reduce(0) { $0 + Int($1.advance) }) * segment.scale
    runs.append(
      GlyphRun(
        face: segment.face, size: segment.size, origin: raised(origin, style), width: width,
        isRightToLeft: segment.isRightToLeft, isMark: segment.isMark, units: segment.units,
        sourceMap: paragraph.sourceMap,
        styles: paragraph.styles, styleIndex: style, glyphs: glyphs))
    return width
  }

  private func raised(_ origin: Point, _ style: Int) -> Point {
    Point(x: origin.x, y: origin.y - paragraph.styles[style].style.drawnShift)
  }
}
