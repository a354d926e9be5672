import LinecasterFonts
import LinecasterGeometry

/// Stacks lines from the top, aligns each and gives its glyphs their places.
struct LinePlacer {
  let paragraph: ShapedParagraph
  /// The width that lines are aligned in, in layout points.
  let width: Double

  private(set) var lines: [Line] = []
  private(set) var glyphRuns: [GlyphRun] = []
  /// The bottom edge of the last line.
  private(set) var top = 0.0

  init(paragraph: ShapedParagraph, width: Double) {
    self.paragraph = paragraph
    self.width = width
  }

  /// Makes room for lines, and for runs of one colour each.
  mutating func reserve(lines lineCount: Int, runs runCount: Int) {
    lines.reserveCapacity(lineCount)
    glyphRuns.reserveCapacity(runCount)
  }

  /// Adds a line under the others.
  mutating func place(_ span: LineSpan, _ content: LineSegments) {
    var segments = content.segments
    let box = segments.reduce(into: paragraph.strut) { $0.include($1.box) }
    let isRightToLeft = paragraph.baseLevel(at: span.range.lowerBound) & 1 != 0
    let lineWidth = content.width
    // Lines that are too long overflow at their end (CSS Text 3 §6.1).
    let alignment = lineWidth > width ? .start : paragraph.style.alignment
    let share = alignment.leadingShare(isRightToLeft: isRightToLeft)
    let left = (width - lineWidth) * share
    let baseline = top + box.ascent
    VisualOrder.reorder(&segments)
    var pen = left
    for segment in segments {
      addRuns(of: segment, at: Point(x: pen, y: baseline))
      pen += segment.width
    }
    lines.append(
      Line(
        utf16Range: span.range,
        frame: Rect(x: left, y: top, width: lineWidth, height: box.height), baseline: baseline,
        isTruncated: span.ellipsis != nil))
    top += box.height
  }

  /// One run a colour; runs of the shaper may go through changes of colour.
  private mutating func addRuns(of segment: LineSegment, at origin: Point) {
    guard let first = segment.glyphs.first else { return }
    var start = segment.glyphs.startIndex
    var color = color(of: first, segment)
    var pen = origin
    for index in segment.glyphs.indices
    where paragraph.styles.count > 1 && !segment.isEllipsis {
      let next = self.color(of: segment.glyphs[index], segment)
      guard next != color else { continue }
      pen.x += addRun(segment, start..<index, color, at: pen)
      start = index
      color = next
    }
    _ = addRun(segment, start..<segment.glyphs.endIndex, color, at: pen)
  }

  private func color(of glyph: ShapedGlyph, _ segment: LineSegment) -> Color {
    let isEllipsis = segment.isEllipsis || paragraph.styles.count == 1
    let style = isEllipsis ? segment.style : paragraph.styleIndex(at: Int(glyph.cluster))
    return paragraph.styles[style].style.color
  }

  /// Adds glyphs of a segment as a run; the result is their width in layout points.
  private mutating func addRun(
    _ segment: LineSegment, _ range: Range<Int>, _ color: Color, at origin: Point
  ) -> Double {
    let glyphs = segment.glyphs[range]
    glyphRuns.append(
      GlyphRun(
        face: segment.face, size: segment.size, color: color, origin: origin, glyphs: glyphs))
    guard range.upperBound < segment.glyphs.endIndex else { return 0 }
    return Double(glyphs.reduce(0) { $0 + Int($1.advance) }) * segment.scale
  }
}
