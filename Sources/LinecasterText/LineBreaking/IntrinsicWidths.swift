/// The widths a paragraph has of itself (CSS Sizing 3 §4.1), in layout points.
enum IntrinsicWidths {
  /// The widest line where lines end only where they must.
  static func maximum(of paragraph: ShapedParagraph) -> Double {
    widest(paragraph, between: .hardBreak)
  }

  /// The widest piece between line opportunities, shaped as if it stood alone on a line.
  static func minimum(of paragraph: ShapedParagraph) -> Double {
    widest(paragraph, between: .softBreak)
  }

  private static func widest(
    _ paragraph: ShapedParagraph, between kind: BoundaryFlags
  ) -> Double {
    let breaker = LineBreaker(paragraph: paragraph, limit: .infinity)
    var widest = 0.0
    var start = 0
    for end in 1..<max(1, paragraph.count + 1)
    where end == paragraph.count || paragraph.boundaries[end].contains(kind) {
      let head = breaker.head(at: start, upTo: end)
      widest = max(widest, breaker.width(of: breaker.span(start..<end, head: head)))
      start = end
    }
    return widest
  }
}
