import LinecasterBase

extension Typesetter {
  /// Prepares an edited paragraph, reusing the analysis, items and glyphs of an earlier version for
  /// unchanged text.
  ///
  /// The result equals that of `prepare(_:)`. Only the text from a word before the edits to the
  /// next line terminator is prepared again, or from the line terminator before the edits if no
  /// such word is found. The whole text is prepared in these cases:
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
  /// - Complexity: O(units + glyphs) for comparing and copying, and that of `prepare(_:)` for the
  ///   text that is prepared again. May run on any thread.
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
      try prepare(paragraph, reusing: old, with: worker, scope)
    }
    if let edited { return edited }
    return try prepare(paragraph, scope)
  }

  /// Prepares such a paragraph with a worker; returns `nil` if nothing can be reused.
  private func prepare(
    _ paragraph: Paragraph, reusing old: PreparedParagraph, with worker: TextWorker,
    _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph? {
    let source = try source(of: paragraph, behind: 0, with: worker, scope)
    var style = paragraph.style
    guard source.joins.isEmpty, (source.marks == nil) == (old.flow == nil) else { return nil }
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
          edit, paragraph.style, style, with: worker, dictionaries, scope),
        part.hyphenation?.failures.isEmpty ?? true
      else { return nil }
      clock.finish(.itemize)
      let shaped = try part.shape(with: worker, paragraph, scope)
      clock.finish(.shape)
      if ParagraphSplice(part.edit).joins(shaped, part.analysis.boundaries) {
        worker.count(paragraphs: 1, glyphs: shaped.glyphs.count, shapeCalls: calls)
        return try finish(part, shaped, paragraph, with: worker, scope)
      }
      edit = part.edit
      guard edit.grow() else { return nil }
    }
  }

  /// Returns the whole paragraph with its newly prepared part.
  private func finish(
    _ part: EditedPart, _ new: Shaper.Result, _ paragraph: Paragraph, with worker: TextWorker,
    _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    let (edit, source) = (part.edit, part.edit.source)
    let splice = ParagraphSplice(edit)
    var analysis = part.analysis
    analysis.boundaries = splice.boundaries(analysis.boundaries)
    analysis.paragraphs = splice.paragraphs(analysis.paragraphs)
    let missing = splice.missing(part.items.missing)
    var (shaped, faces) = splice.shaped(new, faces: part.items.faces)
    part.items.releaseExcess()
    let flow = source.marks.map { marks in
      InlineFlow(
        marks, paragraph, source, analysis, shaped, rubies: nil, initial: nil,
        tied: splice.places(edit.old.flow?.tied ?? [], part.tied), combined: [:], worker: worker)
    }
    if let flow { shaped.place(flow.attachments) }
    let first = worker.faces(for: source.runs).first
    return try PreparedParagraph(
      source: source, analysis: analysis, shaped: shaped, style: paragraph.style, faces: faces,
      firstFaces: first, strutStyle: paragraph.strutStyle, tabStops: paragraph.tabStops,
      strutFace: paragraph.strutStyle.map { worker.fallback(for: $0).cascade.primary } ?? first[0],
      missing: missing, flow: flow, hyphenation: hyphenation(part, splice),
      truncationToken: token(of: paragraph, analysis, scope), workers: self)
  }

  /// Returns the hyphenation of the whole text.
  private func hyphenation(_ part: EditedPart, _ splice: ParagraphSplice) -> Hyphenator.Result? {
    let (edit, style) = (part.edit, part.style)
    guard Hyphenator.marks(edit.source, style) else { return nil }
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
