package import LinecasterBase
public import LinecasterFonts

/// Prepares paragraphs with the fonts of a collection.
///
/// Thread-safe: each call borrows its single-threaded working state from a pool.
///
///     let typesetter = Typesetter(fonts: fonts)
///     let prepared = typesetter.prepare(Paragraph("What is shaped once is broken often."))
///     let layout = prepared.layout(width: 320)
///     print(layout.lines.count, layout.size.height, typesetter.statistics.glyphs)
public final class Typesetter: Sendable {
  /// The fonts for the text.
  public let fonts: FontCollection

  let workers: WorkerPool
  /// The paragraph cache; `nil` for none.
  private let known: ShardedCache<ParagraphKey, PreparedParagraph>?

  /// Creates a typesetter for a collection of fonts.
  ///
  /// Caches never change results.
  ///
  /// - Parameters:
  ///   - fonts: The fonts for the text.
  ///   - shapeCacheBytes: The limit of the cache for glyphs of words, in bytes, shared evenly by as
  ///     many threads as there are processors; 0 disables the cache.
  ///   - paragraphCacheBytes: The limit of the cache for prepared paragraphs, in bytes; 0 disables
  ///     the cache.
  ///   - hyphenation: The dictionaries for automatic hyphenation, each read when text first needs
  ///     it.
  ///   - measuresTime: Whether the statistics time each stage, which takes a few tenths of a
  ///     microsecond per paragraph.
  public init(
    fonts: FontCollection, shapeCacheBytes: Int = 16 << 20, paragraphCacheBytes: Int = 8 << 20,
    hyphenation: HyphenationDictionaries = .system, measuresTime: Bool = false
  ) {
    self.fonts = fonts
    workers = WorkerPool(
      fonts: fonts, shapeCacheBytes: shapeCacheBytes, hyphenation: hyphenation,
      measuresTime: measuresTime)
    known = paragraphCacheBytes > 0 ? ShardedCache(byteLimit: paragraphCacheBytes) : nil
  }

  /// Prepares a paragraph, or returns it from the cache.
  ///
  /// Any text is accepted; ``PreparedParagraph/missingCharacters`` reports characters that no font
  /// has.
  ///
  /// - Complexity: O(units) for analysis, and that of `hb_shape`. May run on any thread.
  public func prepare(_ paragraph: Paragraph) -> PreparedParagraph {
    WorkScope.finish { scope throws(CancellationError) in try prepare(paragraph, scope) }
  }

  /// Prepares a paragraph, or returns it from the cache, unless cancelled.
  ///
  /// The call returns within a millisecond after `isCancelled` becomes true, regardless of the
  /// length of the text. Cancelled work is not cached and does not affect later calls.
  ///
  /// - Parameters:
  ///   - paragraph: The paragraph.
  ///   - isCancelled: Called at once and then, if the text is long, twice a millisecond or more
  ///     often; always on this thread.
  /// - Throws: `CancellationError` if `isCancelled` returns true.
  /// - Complexity: That of `prepare(_:)`. Texts of 16,384 UTF-16 units and more are prepared on a
  ///   separate thread; the calling thread waits for it, and stops waiting if cancelled.
  public func prepare(
    _ paragraph: Paragraph, isCancelled: () -> Bool
  ) throws(CancellationError) -> PreparedParagraph {
    try WorkScope.run(isCancelled) { scope throws(CancellationError) in
      if WorkScope.isShort(paragraph.text.utf16Count) { return prepare(paragraph) }
      return try prepare(paragraph, in: scope)
    }
  }

  /// Prepares a paragraph, or returns it from the cache, as part of other work.
  ///
  /// - Throws: As `prepare(_:isCancelled:)`.
  package func prepare(
    _ paragraph: Paragraph, in scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    let count = paragraph.text.utf16Count
    if try scope.isBrief(count) { return prepare(paragraph) }
    return try scope.run(over: count) { scope throws(CancellationError) in
      try self.prepare(paragraph, scope)
    }
  }

  /// Prepares a paragraph, or returns it from the cache, unless the scope is cancelled.
  func prepare(
    _ paragraph: Paragraph, _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    guard let known else { return try workers.prepare(paragraph, scope) }
    let key = ParagraphKey(paragraph)
    if let found = known.value(for: key) { return found }
    let prepared = try workers.prepare(paragraph, scope)
    known.insert(prepared, for: key, cost: key.cost(of: prepared))
    return prepared
  }

  /// Removes cached words and paragraphs, for example under memory pressure. Objects that other
  /// threads are using stay.
  ///
  /// - Complexity: O(removed entries).
  public func removeAll() {
    workers.forget()
    known?.removeAll()
  }

  /// The work of the typesetter so far, summed over all threads.
  ///
  /// - Complexity: O(threads).
  public var statistics: TextStatistics {
    var statistics = workers.statistics
    if let kept = known?.statistics {
      statistics.paragraphHits = kept.hits
      statistics.paragraphBytes = kept.bytes
    }
    return statistics
  }

  /// The font issues so far, each once, sorted for display: missing families, weights, widths,
  /// slants and axes, and synthesized bold and slanted letters.
  ///
  /// There are at most 256. Families are checked only if text was drawn with them.
  ///
  /// - Complexity: O(issues · log issues), on each access.
  public var fontIssues: [FontIssue] {
    workers.notes.issues.map(fonts.completed).map { ($0.description, $0) }
      .sorted { ExactText($0.0) < ExactText($1.0) }.map(\.1)
  }
}

extension WorkerPool {
  /// Prepares a paragraph unless the scope is cancelled.
  func prepare(
    _ paragraph: Paragraph, _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    try withWorker { worker throws(CancellationError) in
      let calls = worker.tools.buffer.calls
      do throws(CancellationError) {
        return try prepare(paragraph, with: worker, scope)
      } catch {
        worker.count(paragraphs: 0, glyphs: 0, shapeCalls: calls)
        worker.releaseExcess()
        throw error
      }
    }
  }

  /// Analyzes, itemizes and shapes a paragraph: everything that does not depend on a width.
  private func prepare(
    _ paragraph: Paragraph, with worker: TextWorker, _ scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    let initialCount = paragraph.initialLetterCount
    let source = try source(of: paragraph, behind: initialCount, with: worker, scope)
    // First, because a worker holds the items of one paragraph only.
    let combined = try combinedText(
      of: paragraph, source.marks, behind: initialCount, with: worker, scope)
    let faces = worker.faces(for: source.runs)
    let calls = worker.tools.buffer.calls
    var clock = StageClock(worker.counters)
    try scope.checkCancellation()
    var style = paragraph.style
    if let marks = source.marks { style.whiteSpace = marks.whiteSpace(in: style) }
    var analysis = try worker.analyzer.analyze(source, style: style, scope)
    for unit in source.joins { analysis.boundaries[unit].remove([.grapheme, .softBreak]) }
    let hyphenation = try Hyphenator(dictionaries: dictionaries)
      .mark(source, &analysis.boundaries, style, scope)
    let tied = source.marks?.mark(source.units, &analysis.boundaries, paragraph.style) ?? []
    let rubies = try rubies(of: source.marks, in: paragraph.style, &analysis, scope)
    let initial = try initialLetter(of: paragraph, initialCount, with: worker, scope)
    clock.finish(.analyze)
    try scope.checkCancellation()
    let items = try Itemizer(
      worker: worker, styles: source.runs, faces: faces.fallback,
      isVertical: paragraph.style.writingMode.isVertical
    )
    .itemize(source.units, analysis, scope)
    clock.finish(.itemize)
    try scope.checkCancellation()
    var shaper = Shaper(
      worker: worker, styles: source.runs, firstFaces: faces.first,
      paragraphStyle: paragraph.style,
      spacing: SpacingContext(
        source.runs, edges: source.marks?.edges ?? [], language: paragraph.ownStyle.language,
        paragraph.style))
    var shaped = try shaper.shape(source.units, items, &analysis, scope)
    var flow: InlineFlow?
    if let marks = source.marks {
      let known = InlineFlow(
        marks, paragraph, source, analysis, shaped, rubies: rubies, initial: initial, tied: tied,
        combined: combined, worker: worker)
      shaped.place(known.attachments)
      flow = known
    }
    clock.finish(.shape)
    worker.count(paragraphs: 1, glyphs: shaped.glyphs.count, shapeCalls: calls)

    let token = try token(of: paragraph, analysis, scope)
    let strut = paragraph.strutStyle
    let strutFace = strut.map { worker.fallback(for: $0).cascade.primary } ?? faces.first[0]
    let prepared = PreparedParagraph(
      source: consume source, analysis: consume analysis, shaped: consume shaped,
      style: paragraph.style, faces: items.keptFaces, firstFaces: faces.first,
      strutStyle: strut, tabStops: paragraph.tabStops, strutFace: strutFace,
      missing: items.missing, flow: flow, hyphenation: hyphenation, truncationToken: token,
      workers: self)
    items.releaseExcess()
    return prepared
  }
}

// Apart from `prepare`: a function that makes closures copies what they capture, even if they are
// not called.
extension WorkerPool {
  /// Returns the ruby pairs of a text with marks; their annotations are laid out separately.
  @inline(never)
  private func rubies(
    of marks: InlineMarks?, in style: ParagraphStyle, _ analysis: inout TextAnalysis,
    _ scope: WorkScope
  ) throws(CancellationError) -> RubyParts? {
    guard let marks else { return nil }
    return try RubyParts(of: marks, in: style, &analysis.boundaries) {
      annotation throws(CancellationError) in try prepare(annotation, scope)
    }
  }

  /// Returns the first letters of a paragraph, laid out separately; `nil` for none.
  @inline(never)
  private func initialLetter(
    of paragraph: Paragraph, _ count: Int, with worker: TextWorker,
    _ scope: WorkScope
  ) throws(CancellationError) -> InitialLetterBox? {
    try InitialLetterBox(of: paragraph, count, worker: worker) {
      letter throws(CancellationError) in try prepare(letter, scope)
    }
  }

  /// Returns the truncation token of a paragraph, laid out separately; `nil` for none.
  @inline(never)
  func token(
    of paragraph: Paragraph, _ analysis: TextAnalysis, _ scope: WorkScope
  ) throws(CancellationError) -> TruncationToken? {
    guard paragraph.truncationToken != nil else { return nil }
    return try TruncationToken(of: paragraph, analysis) { text throws(CancellationError) in
      try prepare(text, scope)
    }
  }

  /// Returns the text of a paragraph without its first units, which are laid out separately.
  func source(
    of paragraph: Paragraph, behind count: Int, with worker: TextWorker,
    _ scope: WorkScope
  ) throws(CancellationError) -> SourceText {
    let style = paragraph.style
    func source(_ text: AttributedText) throws(CancellationError) -> SourceText {
      try SourceText(
        text, whiteSpace: style.whiteSpace, isVertical: style.writingMode.isVertical,
        worker: worker, scope)
    }
    guard count > 0 else { return try source(paragraph.text) }
    let rest = paragraph.text.slice(utf16: count..<paragraph.text.utf16Count)
    return try source(rest).behind(count)
  }

  /// Returns the layouts of combined upright text, by unit, not counting those before `start`;
  /// scaled down if wider than the letter's space.
  private func combinedText(
    of paragraph: Paragraph, _ marks: InlineMarks?, behind start: Int, with worker: TextWorker,
    _ scope: WorkScope
  ) throws(CancellationError) -> [Int: TextLayout] {
    var layouts: [Int: TextLayout] = [:]
    for placed in marks?.attachments ?? [] {
      guard let range = placed.text else { continue }
      var text = paragraph.text.slice(
        utf16: range.lowerBound + start..<range.upperBound + start)
      text.inline = nil
      text.updateStyle { style in
        style.decorations = []
        style.background = nil
      }
      let lines = ParagraphStyle(whiteSpace: .nowrap)
      let room = placed.attachment.size.width
      var layout = try prepare(Paragraph(text, style: lines), with: worker, scope).layout()
      if layout.size.width > room {
        let factor = room / layout.size.width
        text.updateStyle { $0.size *= factor }
        layout = try prepare(Paragraph(text, style: lines), with: worker, scope).layout()
      }
      layouts[placed.offset] = layout
    }
    return layouts
  }
}

/// A paragraph as a cache key: equal only if all code units and styles are.
struct ParagraphKey: CacheKey {
  let paragraph: Paragraph
  let cacheHash: UInt64

  init(_ paragraph: Paragraph) {
    self.paragraph = paragraph
    let style = paragraph.text.runs[0].style
    var hash = UInt64(paragraph.text.runs.count) ^ style.size.bitPattern
    hash = UnitHash.mixed(hash ^ UInt64(style.weight.value) << 32)
    var string = paragraph.text.string
    cacheHash = string.withUTF8 { UnitHash.hash(UnsafeRawBufferPointer($0), from: hash) }
  }

  /// Returns the memory cost of keeping a paragraph under this key, in bytes.
  ///
  /// An eighth is added, because blocks of other paragraphs leave gaps that only some sizes fit in.
  func cost(of prepared: PreparedParagraph) -> Int {
    let token = paragraph.truncationToken?.byteCount ?? 0
    return (paragraph.text.byteCount + token + prepared.byteCountWhenKept) * 9 / 8
  }

  static func == (left: ParagraphKey, right: ParagraphKey) -> Bool {
    left.cacheHash == right.cacheHash && left.paragraph == right.paragraph
  }

  func hash(into hasher: inout Hasher) { hasher.combine(cacheHash) }
}

/// A hash of code units for caches, eight bytes per step.
enum UnitHash {
  /// Returns the hash of bytes; `start` is the hash of the rest of the key.
  static func hash(_ bytes: UnsafeRawBufferPointer, from start: UInt64) -> UInt64 {
    var hash = start ^ UInt64(bytes.count)
    var offset = 0
    while offset + 8 <= bytes.count {
      hash = mixed(hash ^ bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset + 2 <= bytes.count {
      rest = rest << 16 | UInt64(bytes.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
      offset += 2
    }
    if offset < bytes.count { rest = rest << 8 | UInt64(bytes[offset]) }
    return mixed(hash ^ rest)
  }

  /// Returns a number whose bits all depend on all bits of another.
  static func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* 0xFF51_AFD7_ED55_8CCD
    return product ^ product >> 32
  }
}
