/// The widths a paragraph has of itself (CSS Sizing 3 §4.1), in layout points.
enum IntrinsicWidths {
  /// The widest line where lines end only where they must.
  static func maximum<Failure>(
    of paragraph: ShapedParagraph, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> Double {
    try widest(paragraph, between: .hardBreak, checkpoint)
  }

  /// The widest piece between line opportunities, shaped as if it stood alone on a line.
  ///
  /// Where words may be broken anywhere, pieces are graphemes.
  static func minimum<Failure>(
    of paragraph: ShapedParagraph, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> Double {
    guard paragraph.wraps else { return try maximum(of: paragraph, checkpoint) }
    return try widest(
      paragraph, between: paragraph.style.overflowWrap == .anywhere ? .grapheme : .softBreak,
      checkpoint)
  }

  private static func widest<Failure>(
    _ paragraph: ShapedParagraph, between kind: BoundaryFlags, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> Double {
    try paragraph.withView { view throws(Failure) in
      let breaker = LineBreaker(paragraph: paragraph, view: view, limit: .infinity)
      var widest = 0.0
      var start = 0
      var run = 0
      for end in 1..<max(1, view.count + 1)
      where end == view.count || !view.boundaries[end].isDisjoint(with: [kind, .hardBreak]) {
        run = view.runIndex(containing: start, from: run)
        let head = breaker.head(at: start, upTo: end)
        let line = breaker.span(start..<end, run: run, head: head)
        let trailing = kind == .hardBreak ? line.trailing : 0
        widest = max(widest, line.width + trailing + paragraph.indent(at: start))
        start = end
        try checkpoint.pass(line.edges == nil ? 64 : 16_384)
      }
      return widest
    }
  }
}
