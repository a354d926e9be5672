import LinecasterGeometry

/// The lines of a paragraph at a width, and their extent.
struct PlacedLines: Sendable {
  let size: Size
  let lines: [Line]

  /// Breaks a paragraph into lines and places them in a width; in that of the widest line where
  /// it is infinite.
  init(of paragraph: ShapedParagraph, limit: Double) {
    (size, lines) = paragraph.withView { view in
      let spans = LineBreaker(paragraph: paragraph, view: view, limit: limit).breakLines()
      let widest = spans.reduce(0) { widest, span in
        max(widest, span.width + span.trailing + paragraph.indent(at: span.range.lowerBound))
      }
      let width = limit.isFinite ? limit : widest
      var placer = LinePlacer(
        paragraph: paragraph, view: view, width: width, count: spans.count)
      for span in spans { placer.place(span) }
      let isJustified = placer.lines.contains(where: \.isJustified)
      return (Size(width: isJustified ? width : widest, height: placer.top), placer.lines)
    }
  }
}
