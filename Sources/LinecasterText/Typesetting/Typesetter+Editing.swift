import LinecasterBase
import LinecasterFonts

extension Typesetter {
  /// Prepares an edited paragraph, reusing the analysis, items and glyphs of an earlier version for
  /// unchanged text.
  ///
  /// The result equals that of `prepare(_:)`. Only the text from a word before the edits to the
  /// next line terminator is prepared again, or from the line terminator before the edits if no
  /// such word is found. Lines before the edits are kept at the last requested width. The whole
  /// text is prepared in these cases:
  ///
  /// - The paragraph styles or the typesetters differ.
  /// - One of the paragraphs has annotations, an initial letter or combined upright text.
  /// - Case conversion turned a character into several.
  ///
  /// The result is not cached, because versions of a text would evict other paragraphs.
  ///
  ///     var log = Paragraph("started\n", style: TextStyle(size: 15))
  ///     var prepared = typesetter.prepare(log)
  ///     for step in ["read", "shaped", "drawn"] {
  ///       log.text.append("\(step)\n", style: TextStyle(size: 15))
  ///       prepared = typesetter.prepare(log, reusing: prepared)
  ///     }
  ///     print(prepared.layout(width: 320).lines.count)  // 4
  ///
  /// - Parameters:
  ///   - paragraph: The edited paragraph.
  ///   - prepared: The paragraph as prepared before the edits. Any other prepared paragraph is
  ///     valid, but nothing of it is reused.
  /// - Complexity: That of `prepare(_:)` for the text that is prepared again. Text appended by
  ///   `AttributedText.append` costs no more, amortized; other edits take O(units + glyphs) for
  ///   comparing and copying. May run on any thread.
  public func prepare(
    _ paragraph: Paragraph, reusing prepared: PreparedParagraph
  ) -> PreparedParagraph {
    WorkScope.finish { scope throws(CancellationError) in
      try workers.prepare(paragraph, reusing: prepared, scope)
    }
  }
}

extension WorkerPool {
  /// Prepares a paragraph where it differs from a prepared one.
  func prepare(
    _ paragraph: Paragraph, reusing old: PreparedParagraph, _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    guard old.workers === self, old.style == paragraph.style, old.isReusable,
      paragraph.initialLetterCount == 0,
      !old.style.autospaces || old.strutStyle.language == paragraph.ownStyle.language
    else { return try prepare(paragraph, scope) }
    let edited = try withWorker { worker throws(CancellationError) in
      try ParagraphPreparer(workers: self, worker: worker).prepare(paragraph, reusing: old, scope)
    }
    if let edited { return edited }
    return try prepare(paragraph, scope)
  }
}

extension ParagraphPreparer {
  /// Prepares a paragraph without an initial letter where it differs from a prepared one of equal
  /// style; returns `nil` if nothing can be reused.
  fileprivate func prepare(
    _ paragraph: Paragraph, reusing old: PreparedParagraph, _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph? {
    let source = try text(of: paragraph, editing: old, scope)
    var style = paragraph.style
    guard !source.hasJoins, (source.marks == nil) == (old.flow == nil) else { return nil }
    if let marks = source.marks, let flow = old.flow {
      style.whiteSpace = marks.whiteSpace(in: style)
      guard !marks.hasParts, !style.autospaces || marks.boxes.isEmpty,
        style.whiteSpace == flow.spaces.whiteSpace(in: old.style)
      else { return nil }
    }
    guard var edit = TextEdit(of: old, to: source) else { return nil }
    let calls = worker.tools.buffer.calls
    var clock = StageClock(worker.counters)
    while true {
      guard
        var part = try EditedPart(
          edit, paragraph.style, style, with: worker, workers.dictionaries, scope),
        part.hyphenation?.failures.isEmpty ?? true
      else { return nil }
      clock.finish(.itemize)
      let shaped = try part.shape(with: worker, paragraph, scope)
      clock.finish(.shape)
      if ParagraphSplice(part.edit).joins(shaped, part.analysis.boundaries) {
        worker.count(paragraphs: 1, glyphs: shaped.glyphs.count, shapeCalls: calls)
        return try finish(part, shaped, paragraph, scope)
      }
      edit = part.edit
      guard edit.grow() else { return nil }
    }
  }

  private func text(
    of paragraph: Paragraph, editing old: PreparedParagraph, _ scope: WorkScope
  ) throws(CancellationError) -> EditedText {
    if let text = try EditedText(of: paragraph, continuing: old, scope) { return text }
    return EditedText(try source(of: paragraph, scope))
  }

  /// Returns the whole paragraph with its newly prepared part.
  private func finish(
    _ part: EditedPart, _ new: Shaper.Result, _ paragraph: Paragraph, _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    let (edit, source) = (part.edit, part.edit.source)
    let splice = ParagraphSplice(edit)
    var analysis = part.analysis
    analysis.paragraphs = splice.paragraphs(analysis.paragraphs)
    let missing = splice.missing(part.items.missing)
    var flow: InlineFlow?
    var growth: Growth?
    let text: ShapedText
    let faces: [FontFace]
    if edit.reachesEnd, source.marks == nil {
      (text, faces, growth) = splice.grown(new, analysis.boundaries, faces: part.items.faces)
    } else {
      analysis.boundaries = splice.boundaries(analysis.boundaries)
      var shaped: Shaper.Result
      (shaped, faces) = splice.shaped(new, faces: part.items.faces)
      flow = source.marks.map { marks in
        InlineFlow(
          marks, paragraph, source.flat, analysis, shaped, nested: NestedParagraphs(),
          tied: splice.places(edit.old.flow?.tied ?? [], part.tied), worker: worker)
      }
      if let flow { shaped.place(flow.attachments) }
      text = ShapedText(source.units.flat, analysis.boundaries, shaped)
      if flow == nil { growth = splice.growth(to: text) }
    }
    part.items.releaseExcess()
    return try PreparedParagraph(
      paragraph, styles: source.runs, map: source.map, text: text,
      customaryBreaks: analysis.customaryBreaks, bidiParagraphs: analysis.paragraphs, faces: faces,
      firstFaces: worker.faces(for: source.runs).first, by: worker, missing: missing, flow: flow,
      hyphenation: hyphenation(part, splice),
      truncationToken: token(of: paragraph, analysis, scope), growth: growth, workers: workers)
  }

  private func token(
    of paragraph: Paragraph, _ analysis: TextAnalysis, _ scope: WorkScope
  ) throws(CancellationError) -> TruncationToken? {
    try TruncationToken(of: paragraph, analysis) { text throws(CancellationError) in
      try workers.prepare(text, scope)
    }
  }

  /// Returns the hyphenation of the whole text.
  private func hyphenation(_ part: EditedPart, _ splice: ParagraphSplice) -> Hyphenator.Result? {
    let (edit, style) = (part.edit, part.style)
    guard Hyphenator.marks(edit.source.runs, style) else { return nil }
    return Hyphenator.Result(
      places: splice.places(edit.old.hyphenPlaces, part.hyphenation?.places ?? []), failures: [])
  }
}

extension PreparedParagraph {
  /// Whether its lines between terminators are independent of other text.
  fileprivate var isReusable: Bool {
    guard !hasJoins, style.wordBreak != .autoPhrase, hyphenationFailures.isEmpty else {
      return false
    }
    guard let flow else { return true }
    // The room between ideographs and letters depends on the edges of boxes.
    guard !style.autospaces || flow.boxes.isEmpty else { return false }
    return !flow.hasRuby && flow.initial == nil && !flow.attachments.contains(where: \.isText)
  }
}

extension InlineMarks {
  /// Whether any text is prepared separately: annotations and combined upright text.
  fileprivate var hasParts: Bool {
    boxes.contains { $0.ruby != nil } || attachments.contains { $0.text != nil }
  }
}

/// The part of an edited text to prepare, analyzed and itemized.
private struct EditedPart {
  private(set) var edit: TextEdit
  /// The style for the analysis.
  let style: ParagraphStyle
  private(set) var analysis: TextAnalysis
  private(set) var hyphenation: Hyphenator.Result?
  /// The units of attachments that stay with the text before them.
  private(set) var tied: [Int]
  private(set) var items: ItemList
  private var text: SourceText
  private var faces: TextWorker.Faces

  /// Extends the part until the text after it takes the same script as before; returns `nil` if it
  /// becomes the whole text.
  init?(
    _ edit: TextEdit, _ paragraphStyle: ParagraphStyle, _ style: ParagraphStyle,
    with worker: TextWorker, _ dictionaries: HyphenationDictionaries,
    _ scope: WorkScope
  ) throws(CancellationError) {
    self.edit = edit
    self.style = style
    while true {
      let text = self.edit.text
      let join = self.edit.join
      var style = style
      if let join { style.baseDirection = join.level == 0 ? .leftToRight : .rightToLeft }
      var analysis = try worker.analyzer.analyze(text, style: style, scope)
      hyphenation = try Hyphenator(dictionaries: dictionaries)
        .mark(text, &analysis.boundaries, style, scope)
      tied = text.marks?.mark(text.units, &analysis.boundaries, paragraphStyle) ?? []
      faces = worker.faces(for: text.runs)
      let isExact = join?.isExact(text.units, analysis) ?? true
      items = try Itemizer(
        worker: worker, styles: text.runs, faces: faces.fallback,
        isVertical: style.writingMode.isVertical
      )
      .itemize(
        text.units, analysis, after: self.edit.scriptBefore,
        continuing: join.map { ($0.item, edit.old.faces[edit.old.runs[$0.run].item.face]) }, scope)
      self.text = text
      self.analysis = analysis
      if isExact, self.edit.reachesEnd || items.last?.script == self.edit.oldScriptBehind {
        return
      }
      guard self.edit.grow() else { return nil }
    }
  }

  mutating func shape(
    with worker: TextWorker, _ paragraph: Paragraph, _ scope: WorkScope
  ) throws(CancellationError) -> Shaper.Result {
    var shaper = Shaper(
      worker: worker, styles: text.runs, firstFaces: faces.first, paragraphStyle: paragraph.style,
      spacing: SpacingContext(
        text.runs, edges: [], language: paragraph.ownStyle.language, paragraph.style))
    return try shaper.shape(text.units, items, &analysis, scope)
  }
}
