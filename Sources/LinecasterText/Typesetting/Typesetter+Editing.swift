import LinecasterBase
import LinecasterFonts

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
    let source = try source(of: paragraph, scope)
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

  /// Returns the whole paragraph with its newly prepared part.
  private func finish(
    _ part: EditedPart, _ new: Shaper.Result, _ paragraph: Paragraph, _ scope: WorkScope
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
        marks, paragraph, source, analysis, shaped, nested: NestedParagraphs(),
        tied: splice.places(edit.old.flow?.tied ?? [], part.tied), worker: worker)
    }
    if let flow { shaped.place(flow.attachments) }
    return try PreparedParagraph(
      paragraph, source: source, analysis: analysis, shaped: shaped, faces: faces,
      firstFaces: worker.faces(for: source.runs).first, by: worker, missing: missing, flow: flow,
      hyphenation: hyphenation(part, splice),
      truncationToken: token(of: paragraph, analysis, scope), workers: workers)
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

/// Splices the prepared part of an edited text into an older prepared paragraph.
///
/// - Complexity: O(units + glyphs) for each array, to copy it.
struct ParagraphSplice {
  private let edit: TextEdit

  private var old: PreparedParagraph { edit.old }
  /// The first unit of the prepared part.
  private var start: Int { edit.prepared.lowerBound }

  init(_ edit: TextEdit) { self.edit = edit }

  /// Returns one entry per unit: the ones before, the new ones, the ones after.
  private func splice<Element>(_ old: [Element], _ new: [Element]) -> [Element] {
    var spliced: [Element] = []
    spliced.reserveCapacity(edit.source.units.count + 1)
    spliced += old[..<edit.units.lowerBound]
    spliced += new[edit.lead..<edit.prepared.count]
    spliced += old[edit.oldUnits.upperBound...]
    return spliced
  }

  /// Returns the flags of the whole text. The last new flag is that of the text's end, or of the
  /// next unit, which is known.
  func boundaries(_ new: [BoundaryFlags]) -> [BoundaryFlags] {
    guard edit.reachesEnd else { return splice(old.boundaries, new) }
    return Array(old.boundaries[..<edit.units.lowerBound]) + new[edit.lead...]
  }

  /// Places in ascending order; none is the start of a paragraph.
  func places(_ known: [Int], _ new: [Int]) -> [Int] {
    let before = known.prefix { $0 < edit.units.lowerBound }
    let behind = known.drop { $0 < edit.oldUnits.upperBound }
    return Array(before) + new.filter { $0 >= edit.lead }.map { $0 + start }
      + behind.map { $0 + edit.shift }
  }

  /// Returns the paragraphs of the bidirectional algorithm.
  func paragraphs(_ new: [BidiParagraph]) -> [BidiParagraph] {
    var spliced: [BidiParagraph] = []
    func add(_ end: Int, _ level: UInt8) {
      guard end > spliced.last?.end ?? 0 else { return }
      spliced.append(BidiParagraph(end: end, level: level))
    }
    for paragraph in old.bidiParagraphs {
      // A join continues its paragraph.
      if edit.join != nil, paragraph.end > edit.units.lowerBound { break }
      add(min(paragraph.end, edit.units.lowerBound), paragraph.level)
    }
    for paragraph in new {
      let end = min(paragraph.end, edit.prepared.count) + start
      if end > edit.units.lowerBound { add(end, paragraph.level) }
    }
    for paragraph in old.bidiParagraphs where paragraph.end > edit.oldUnits.upperBound {
      add(min(paragraph.end, old.count) + edit.shift, paragraph.level)
    }
    return spliced
  }

  /// Returns the characters that no font has.
  func missing(_ new: [MissingCharacter]) -> [MissingCharacter] {
    let before = old.missingInText.prefix { $0.unit < edit.units.lowerBound }
    let behind = old.missingInText.drop { $0.unit < edit.oldUnits.upperBound }
    return Array(before) + new.map { $0.moved(by: start) }
      + behind.map { $0.moved(by: edit.shift) }
  }

  /// Whether the context of a join was shaped as before, up to a word that is not tied to it.
  func joins(_ new: Shaper.Result, _ boundaries: [BoundaryFlags]) -> Bool {
    guard let join = edit.join else { return true }
    guard let first = new.runs.first, first.end >= edit.lead else { return false }
    let run = old.runs[join.run]
    let known = old.glyphs(of: join.start..<join.unit, in: run)
    let shaped = contextGlyphs(new, in: first)
    guard known.count == shaped.count,
      zip(old.glyphs[known], new.glyphs[shaped]).allSatisfy({ $0 == $1.moved(by: start) })
    else { return false }
    return !boundaries[edit.lead].contains(.unsafe)
      && boundaries[1..<edit.lead] == old.boundaries[join.start + 1..<join.unit]
  }

  /// Returns the glyphs of a join's context.
  private func contextGlyphs(_ new: Shaper.Result, in first: ShapedRun) -> Range<Int> {
    let glyphs = first.glyphs
    if first.item.isRightToLeft {
      let place = new.glyphs.bisect(in: glyphs) { Int($0.cluster) < edit.lead }
      return place..<glyphs.upperBound
    }
    return glyphs.lowerBound..<new.glyphs.bisect(in: glyphs) { Int($0.cluster) >= edit.lead }
  }

  /// Returns the shaped result, and the faces of its runs.
  func shaped(
    _ new: Shaper.Result, faces: [FontFace]
  ) -> (shaped: Shaper.Result, faces: [FontFace]) {
    let behind = old.runs[old.runs.bisect { $0.start >= edit.oldUnits.upperBound }...]
    // The preceding terminator has no glyphs; the context of a join is part of its run.
    let added = new.runs[new.runs.bisect { $0.start >= edit.lead }...]
    let last = behind.first?.glyphs.lowerBound ?? old.glyphs.count

    var result = Shaper.Result()
    result.positions = splice(old.positions, new.positions)
    result.glyphs.reserveCapacity(old.glyphs.count + new.glyphs.count)
    var before = old.runs[..<old.runs.bisect { $0.start >= edit.units.lowerBound }]
    var left = 0
    if let join = edit.join, let first = new.runs.first {
      before = old.runs[..<join.run]
      result.glyphs += old.glyphs[..<old.runs[join.run].glyphs.lowerBound]
      before.append(joined(join, first, new, into: &result))
      left = first.glyphs.upperBound
    } else {
      result.glyphs += old.glyphs[..<(before.last?.glyphs.upperBound ?? 0)]
    }
    let shift = result.glyphs.count - left
    result.glyphs += new.glyphs[left...].lazy.map { $0.moved(by: start) }
    let moved = result.glyphs.count - last
    result.glyphs += old.glyphs[last...].lazy.map { $0.moved(by: edit.shift) }

    let style = styleShift
    var runs = RunSplicer(count: before.count + added.count + behind.count)
    runs.add(before, of: old.faces)
    runs.add(added, of: faces, units: start, styles: edit.styles.lowerBound, glyphs: shift)
    runs.add(behind, of: old.faces, units: edit.shift, styles: style, glyphs: moved)
    result.runs = runs.runs
    return (result, runs.faces)
  }

  /// Returns the run of a join with its earlier and its new text; adds its glyphs and moves its new
  /// positions.
  private func joined(
    _ join: RunJoin, _ first: ShapedRun, _ new: Shaper.Result, into result: inout Shaper.Result
  ) -> ShapedRun {
    let run = old.runs[join.run]
    let known = old.glyphs(of: run.start..<join.unit, in: run)
    let context = contextGlyphs(new, in: first)
    let start = result.glyphs.count
    if run.item.isRightToLeft {
      let shaped = new.glyphs[first.glyphs.lowerBound..<context.lowerBound]
      result.glyphs += shaped.lazy.map { $0.moved(by: self.start) }
      result.glyphs += old.glyphs[known]
    } else {
      result.glyphs += old.glyphs[known]
      let shaped = new.glyphs[context.upperBound..<first.glyphs.upperBound]
      result.glyphs += shaped.lazy.map { $0.moved(by: self.start) }
    }
    let inside = edit.lead < first.end ? Int(new.positions[edit.lead]) : first.advance
    let shift = old.position(join.unit, in: run) - inside
    for unit in edit.lead..<max(first.end, edit.lead) {
      let place = unit + self.start
      result.positions[place] = Int32(clamping: Int(result.positions[place]) + shift)
    }
    var item = run.item
    item.end = first.end + self.start
    item.foreignSpace = first.item.foreignSpace
    return ShapedRun(
      item, glyphs: start..<result.glyphs.count, advance: first.advance + shift,
      scale: run.scale, box: run.box)
  }

  /// The change in the number of styles before the text after the edit.
  private var styleShift: Int {
    guard !edit.reachesEnd else { return 0 }
    return edit.source.runs.bisect { edit.units.upperBound < $0.end }
      - old.styleIndex(at: edit.oldUnits.upperBound)
  }
}

extension ShapedGlyph {
  /// Returns the glyph moved by a number of units.
  fileprivate func moved(by units: Int) -> ShapedGlyph {
    var glyph = self
    glyph.cluster = UInt32(clamping: Int(cluster) + units)
    return glyph
  }
}

/// Joins runs of several paragraphs; faces are in the order of their first runs.
private struct RunSplicer {
  private(set) var runs: [ShapedRun] = []
  private(set) var faces: [FontFace] = []

  init(count: Int) { runs.reserveCapacity(count) }

  /// Adds runs, whose faces are indices in a list, moved by units, styles and glyphs.
  mutating func add(
    _ added: ArraySlice<ShapedRun>, of faces: [FontFace], units: Int = 0, styles: Int = 0,
    glyphs: Int = 0
  ) {
    var places = [Int?](repeating: nil, count: faces.count)
    for run in added {
      let item = run.item
      let place = places[item.face] ?? self.place(of: faces[item.face])
      places[item.face] = place
      runs.append(
        run.moved(
          as: item.moved(by: units, style: item.style + styles, face: place), glyphs: glyphs))
    }
  }

  private mutating func place(of face: FontFace) -> Int {
    if let known = faces.firstIndex(where: { $0 == face }) { return known }
    faces.append(face)
    return faces.count - 1
  }
}
