import LinecasterGeometry

/// The lines of a paragraph at a width, and their extent.
struct PlacedLines: Sendable {
  let size: Size
  let lines: [Line]

  /// Breaks a paragraph into lines and places them in a width; in that of the widest line where
  /// it is infinite.
  init(of paragraph: ShapedParagraph, limit: Double) {
    self = paragraph.withView { view in
      let breaker = LineBreaker(paragraph: paragraph, view: view, limit: limit)
      guard limit.isFinite else { return Self(placing: breaker) }
      var placer = LinePlacer(paragraph: paragraph, view: view, width: limit)
      breaker.breakLines { placer.place($0) }
      return Self(placer)
    }
  }

  /// Places the lines of a breaker in the width of the widest.
  private init(placing breaker: LineBreaker) {
    var spans: [LineSpan] = []
    breaker.breakLines { spans.append($0) }
    let widest = spans.reduce(0) { max($0, LinePlacer.width(of: $1, in: breaker.paragraph)) }
    var placer = LinePlacer(paragraph: breaker.paragraph, view: breaker.view, width: widest)
    for span in spans { placer.place(span) }
    self.init(placer)
  }

  private init(_ placer: LinePlacer) {
    size = Size(
      width: placer.hasJustified ? placer.width : placer.widest, height: placer.top)
    lines = placer.lines
  }
}
