import LinecasterGeometry

/// The lines of a paragraph at a width, and their extent.
struct PlacedLines: Sendable {
  let size: Size
  let lines: [Line]
  /// Has the lines where they take long to free; behind them, since what is behind is freed later.
  let remains: LateRelease<[Line]>?

  /// Breaks a paragraph into lines and places them in a width; in that of the widest line where
  /// it is infinite.
  init<Failure>(
    of paragraph: ShapedParagraph, limit: Double, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) {
    self = try paragraph.withView { view throws(Failure) in
      let breaker = LineBreaker(paragraph: paragraph, view: view, limit: limit)
      guard limit.isFinite else { return try Self(placing: breaker, checkpoint) }
      var placer = LinePlacer(paragraph: paragraph, view: view, width: limit)
      try breaker.breakLines(checkpoint) { placer.place($0) }
      return Self(placer)
    }
  }

  /// Places the lines of a breaker in the width of the widest.
  private init<Failure>(
    placing breaker: LineBreaker, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) {
    var spans: [LineSpan] = []
    try breaker.breakLines(checkpoint) { spans.append($0) }
    let widest = spans.reduce(0) { max($0, LinePlacer.width(of: $1, in: breaker.paragraph)) }
    var placer = LinePlacer(paragraph: breaker.paragraph, view: breaker.view, width: widest)
    try checkpoint.forEachPiece(of: spans.indices, steps: 64) { piece in
      for span in spans[piece] { placer.place(span) }
    }
    self.init(placer)
  }

  /// So many lines take a millisecond to free.
  private static let manyLines = 4_096

  private init(_ placer: LinePlacer) {
    size = Size(
      width: placer.hasJustified ? placer.width : placer.widest, height: placer.top)
    lines = placer.lines
    remains = lines.count >= Self.manyLines ? LateRelease(lines) : nil
  }
}
