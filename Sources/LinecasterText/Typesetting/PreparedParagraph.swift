/// Everything about a paragraph that does not depend on a width: analyzed, itemized and shaped.
///
/// An immutable value that shares its storage; any thread may lay it out, at many widths at once.
public struct PreparedParagraph: Sendable {
  let storage: ShapedParagraph

  /// Breaks the paragraph into lines at most `width` layout points wide.
  ///
  /// Widths that are not numbers, and infinite ones, leave every line as long as it is; negative
  /// ones count as 0. Shapes only what an unsafe break changes.
  ///
  /// - Complexity: O(lines · log units), plus the glyphs that are shaped again; O(1) for the width
  ///   that was asked for last.
  public func layout(width: Double = .infinity) -> TextLayout {
    layout(width: width, .never)
  }

  /// Breaks the paragraph into lines as long as that is wanted.
  func layout<Failure>(
    width: Double, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> TextLayout {
    var clock = StageClock(storage.typesetter.counters)
    defer { clock.finish(.breakLines) }
    let limit = width.isNaN ? .infinity : max(0, width)
    if let known = storage.knownLines(at: limit) { return TextLayout(storage, lines: known) }
    let lines = try PlacedLines(of: storage, limit: limit, checkpoint)
    storage.keep(lines, at: limit)
    return TextLayout(storage, lines: lines)
  }

  /// The width of the widest line if lines end only where they must, in layout points.
  ///
  /// - Complexity: O(units · log runs).
  public var maxContentWidth: Double { IntrinsicWidths.maximum(of: storage, .never) }

  /// The width of the widest piece between line opportunities, in layout points.
  ///
  /// Pieces are measured as lines of their own: at this width no word is broken.
  ///
  /// - Complexity: O(units · log runs), plus the glyphs that are shaped again.
  public var minContentWidth: Double { IntrinsicWidths.minimum(of: storage, .never) }

  /// The characters drawn as missing, each once for every place, in text order: no font has them,
  /// or none has all of their grapheme.
  public var missingCharacters: [Unicode.Scalar] { storage.missing }

  /// The memory the value keeps alive by itself, in bytes: 7 a UTF-16 unit, 16 a glyph and 64 a
  /// stretch of one font, size and direction, as far as arrays are no larger than they need be.
  ///
  /// Fonts, the typesetter and layouts are not counted.
  public var byteCount: Int { storage.byteCount }
}

extension PreparedParagraph {
  /// Breaks the paragraph into lines at most `width` layout points wide, unless that is called off.
  ///
  /// The calling thread is free within a millisecond after `isCancelled` has turned true, however
  /// long the text is.
  ///
  /// - Parameters:
  ///   - width: As for `layout(width:)`.
  ///   - isCancelled: Asked at once, and then, where the text is long, twice a millisecond or more
  ///     often; always on this thread.
  /// - Throws: `CancellationError` where `isCancelled` says so.
  /// - Complexity: That of `layout(width:)`; texts of 16,384 UTF-16 units and more have a thread of
  ///   their own for it.
  public func layout(
    width: Double, isCancelled: () -> Bool
  ) throws(CancellationError) -> TextLayout {
    guard isLong else {
      try Checkpoint.ask(isCancelled)
      return layout(width: width)
    }
    return try cancellable(isCancelled) { paragraph, checkpoint throws(CancellationError) in
      try paragraph.layout(width: width, checkpoint)
    }
  }

  /// The width of the widest line if lines end only where they must, in layout points, unless
  /// finding it is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked as by
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `maxContentWidth`.
  public func maxContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    guard isLong else {
      try Checkpoint.ask(isCancelled)
      return maxContentWidth
    }
    return try cancellable(isCancelled) { paragraph, checkpoint throws(CancellationError) in
      try IntrinsicWidths.maximum(of: paragraph.storage, checkpoint)
    }
  }

  /// The width of the widest piece between line opportunities, in layout points, unless finding it
  /// is called off.
  ///
  /// - Throws: `CancellationError` where `isCancelled` says so, which is asked as by
  ///   `layout(width:isCancelled:)`.
  /// - Complexity: That of `minContentWidth`.
  public func minContentWidth(isCancelled: () -> Bool) throws(CancellationError) -> Double {
    guard isLong else {
      try Checkpoint.ask(isCancelled)
      return minContentWidth
    }
    return try cancellable(isCancelled) { paragraph, checkpoint throws(CancellationError) in
      try IntrinsicWidths.minimum(of: paragraph.storage, checkpoint)
    }
  }

  /// Whether work on the text is worth asking more than once.
  private var isLong: Bool { storage.count >= Checkpoint<CancellationError>.leastUnits }

  /// Does work on this thread where the text is short, and else on one of its own.
  private func cancellable<Value: Sendable>(
    _ isCancelled: () -> Bool,
    _ work:
      @escaping @Sendable (
        PreparedParagraph, Checkpoint<CancellationError>
      ) throws(CancellationError) -> Value
  ) throws(CancellationError) -> Value {
    guard storage.count >= SideThread.leastUnits else {
      return try Checkpoint.run(isCancelled) { checkpoint throws(CancellationError) in
        try work(self, checkpoint)
      }
    }
    return try SideThread.run(isCancelled) { checkpoint throws(CancellationError) in
      try work(self, checkpoint)
    }
  }
}

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
