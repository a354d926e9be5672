import LinecasterGeometry

/// Brings what stands on a line into the order of display.
enum LineOrder {
  /// The segments of a line from left to right.
  ///
  /// - Parameters:
  ///   - line: A line of a layout of the paragraph.
  ///   - paragraph: The paragraph.
  ///   - includesHanging: Whether white space that hangs at the line's end is wanted too.
  /// - Complexity: O(segments · levels).
  static func segments(
    of line: Line, in paragraph: ShapedParagraph, includesHanging: Bool = false
  ) -> [PlacedSegment] {
    let indent = paragraph.indent(at: line.span.range.lowerBound)
    var content = LineSegments(paragraph, line.span, origin: indent)
    if line.isJustified { content.justify(paragraph, to: line.frame.width) }
    let shown = content.segments.count
    if includesHanging, line.span.hidden == nil { content.addHanging(paragraph, line.span) }
    var segments = content.segments
    let hanging = segments[shown...].reduce(0) { $0 + $1.width }
    VisualOrder.reorder(&segments)
    let isRightToLeft = paragraph.baseLevel(at: line.span.range.lowerBound) & 1 != 0
    var x = line.frame.minX - (isRightToLeft ? hanging : 0)
    return segments.map { segment in
      defer { x += segment.width }
      return PlacedSegment(segment: segment, x: x)
    }
  }
}
