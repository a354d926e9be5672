import LinecasterBase
import LinecasterFonts

/// Prepares paragraphs with a worker: analyzes, itemizes and shapes everything that does not depend
/// on a width.
struct ParagraphPreparer {
  /// The pool of the worker, which lends others for the paragraphs inside a paragraph.
  let workers: WorkerPool
  let worker: TextWorker

  /// Prepares a paragraph unless the scope is cancelled.
  func prepare(
    _ paragraph: Paragraph, _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    let calls = worker.tools.buffer.calls
    let source = try source(of: paragraph, scope)
    let faces = worker.faces(for: source.runs)
    var clock = StageClock(worker.counters)
    try scope.checkCancellation()
    var text = try analyze(source, of: paragraph, scope)
    clock.finish(.analyze)
    try scope.checkCancellation()
    let items = try itemize(source, text.analysis, of: paragraph, faces, scope)
    clock.finish(.itemize)
    try scope.checkCancellation()
    var shaped = try shape(source, items, &text.analysis, of: paragraph, faces, scope)
    let flow = text.flow(of: source, &shaped, in: paragraph, worker)
    clock.finish(.shape)
    worker.count(paragraphs: 1, glyphs: shaped.glyphs.count, shapeCalls: calls)
    let prepared = PreparedParagraph(
      paragraph, styles: source.runs, map: source.map, hasJoins: !source.joins.isEmpty,
      text: ShapedText(source.units, text.analysis.boundaries, shaped),
      customaryBreaks: text.analysis.customaryBreaks, bidiParagraphs: text.analysis.paragraphs,
      faces: items.keptFaces, firstFaces: faces.first, by: worker, missing: items.missing,
      flow: flow, hyphenation: text.hyphenation, truncationToken: text.nested.token,
      workers: workers)
    items.releaseExcess()
    return prepared
  }

  /// Returns the text of a paragraph, without an initial letter, which is laid out separately.
  func source(
    of paragraph: Paragraph, _ scope: WorkScope
  ) throws(CancellationError) -> SourceText {
    let style = paragraph.style
    func source(_ text: AttributedText) throws(CancellationError) -> SourceText {
      try SourceText(
        text, whiteSpace: style.whiteSpace, isVertical: style.writingMode.isVertical,
        worker: worker, scope)
    }
    let count = paragraph.initialLetterCount
    guard count > 0 else { return try source(paragraph.text) }
    let rest = paragraph.text.slice(utf16: count..<paragraph.text.utf16Count)
    return try source(rest).behind(count)
  }
}

// MARK: - Stages

extension ParagraphPreparer {
  /// A text after its analysis, and the paragraphs inside it.
  private struct AnalyzedText {
    var analysis: TextAnalysis
    let hyphenation: Hyphenator.Result?
    /// The units of attachments that stay with the text before them.
    let tied: [Int]
    let nested: NestedParagraphs

    /// Returns the boxes and attachments of a shaped text, and places their glyphs; `nil` if the
    /// text has none.
    func flow(
      of source: SourceText, _ shaped: inout Shaper.Result, in paragraph: Paragraph,
      _ worker: TextWorker
    ) -> InlineFlow? {
      guard let marks = source.marks else { return nil }
      let flow = InlineFlow(
        marks, paragraph, source, analysis, shaped, nested: nested, tied: tied, worker: worker)
      shaped.place(flow.attachments)
      return flow
    }
  }

  /// Finds the levels and boundaries of a text, and prepares the paragraphs inside it.
  private func analyze(
    _ source: SourceText, of paragraph: Paragraph, _ scope: WorkScope
  ) throws(CancellationError) -> AnalyzedText {
    var style = paragraph.style
    if let marks = source.marks { style.whiteSpace = marks.whiteSpace(in: style) }
    var analysis = try worker.analyzer.analyze(source, style: style, scope)
    for unit in source.joins { analysis.boundaries[unit].remove([.grapheme, .softBreak]) }
    let hyphenation = try Hyphenator(dictionaries: workers.dictionaries)
      .mark(source, &analysis.boundaries, style, scope)
    let tied = source.marks?.mark(source.units, &analysis.boundaries, paragraph.style) ?? []
    var nested = NestedParagraphs()
    if NestedParagraphs.isNeeded(in: paragraph, source.marks) {
      nested = try NestedParagraphs(of: paragraph, source.marks, &analysis, by: self, scope)
    }
    return AnalyzedText(
      analysis: analysis, hyphenation: hyphenation, tied: tied, nested: nested)
  }

  /// Cuts a text into items of one font, script, level and style.
  private func itemize(
    _ source: SourceText, _ analysis: TextAnalysis, of paragraph: Paragraph,
    _ faces: TextWorker.Faces, _ scope: WorkScope
  ) throws(CancellationError) -> ItemList {
    try Itemizer(
      worker: worker, styles: source.runs, faces: faces.fallback,
      isVertical: paragraph.style.writingMode.isVertical
    )
    .itemize(source.units, analysis, scope)
  }

  /// Turns items into glyphs.
  private func shape(
    _ source: SourceText, _ items: ItemList, _ analysis: inout TextAnalysis,
    of paragraph: Paragraph, _ faces: TextWorker.Faces, _ scope: WorkScope
  ) throws(CancellationError) -> Shaper.Result {
    var shaper = Shaper(
      worker: worker, styles: source.runs, firstFaces: faces.first,
      paragraphStyle: paragraph.style,
      spacing: SpacingContext(
        source.runs, edges: source.marks?.edges ?? [], language: paragraph.ownStyle.language,
        paragraph.style))
    return try shaper.shape(source.units, items, &analysis, scope)
  }
}

// MARK: - Nested paragraphs

/// The paragraphs inside another one, each prepared by a worker of its own.
struct NestedParagraphs {
  /// The layouts of combined upright text, by unit; scaled down if wider than the letter's space.
  private(set) var combined: [Int: TextLayout] = [:]
  /// The annotations of ruby; `nil` for text without marks.
  private(set) var rubies: RubyParts?
  /// The first letters of the paragraph; `nil` for none.
  private(set) var initial: InitialLetterBox?
  /// The text that replaces hidden text; `nil` for an ellipsis.
  private(set) var token: TruncationToken?

  /// Creates the value for a paragraph without other ones.
  init() {}

  /// Returns whether a paragraph may have others inside it.
  static func isNeeded(in paragraph: Paragraph, _ marks: InlineMarks?) -> Bool {
    marks != nil || paragraph.initialLetterCount > 0 || paragraph.truncationToken != nil
  }

  /// Prepares the paragraphs inside an analyzed one, and removes the line opportunities inside
  /// pairs of ruby.
  ///
  /// Apart from `ParagraphPreparer.prepare`: a function that makes closures copies what they
  /// capture, even if they are not called.
  @inline(never)
  init(
    of paragraph: Paragraph, _ marks: InlineMarks?, _ analysis: inout TextAnalysis,
    by preparer: ParagraphPreparer, _ scope: WorkScope
  ) throws(CancellationError) {
    let (workers, worker) = (preparer.workers, preparer.worker)
    let prepare = { (paragraph: Paragraph) throws(CancellationError) in
      try workers.prepare(paragraph, scope)
    }
    let initialCount = paragraph.initialLetterCount
    if let marks {
      combined = try marks.combinedText(of: paragraph.text, behind: initialCount, prepare)
      rubies = try RubyParts(of: marks, in: paragraph.style, &analysis.boundaries, prepare)
    }
    initial = try InitialLetterBox(of: paragraph, initialCount, worker: worker, prepare)
    token = try TruncationToken(of: paragraph, analysis, prepare)
  }
}

extension InlineMarks {
  /// Returns the layouts of combined upright text, by unit, not counting those before `start`.
  fileprivate func combinedText(
    of whole: AttributedText, behind start: Int,
    _ prepare: (Paragraph) throws(CancellationError) -> PreparedParagraph
  ) throws(CancellationError) -> [Int: TextLayout] {
    var layouts: [Int: TextLayout] = [:]
    for placed in attachments {
      guard let range = placed.text else { continue }
      var text = whole.slice(utf16: range.lowerBound + start..<range.upperBound + start)
      text.inline = nil
      text.updateStyle { style in
        style.decorations = []
        style.background = nil
      }
      let lines = ParagraphStyle(whiteSpace: .nowrap)
      let room = placed.attachment.size.width
      var layout = try prepare(Paragraph(text, style: lines)).layout()
      if layout.size.width > room {
        let factor = room / layout.size.width
        text.updateStyle { $0.size *= factor }
        layout = try prepare(Paragraph(text, style: lines)).layout()
      }
      layouts[placed.offset] = layout
    }
    return layouts
  }
}
