import LinecasterCaches
public import LinecasterFonts

/// Prepares paragraphs with the fonts of a collection.
///
/// One typesetter serves any number of threads: what may be used by one thread at a time is lent
/// from a pool for the time of a call.
public final class Typesetter: Sendable {
  /// The fonts that text is drawn with.
  public let fonts: FontCollection

  private let workers: WorkerPool
  /// What is counted outside of workers.
  let counters: TextCounters
  /// The paragraphs prepared before; nil keeps none.
  private let known: Known?

  /// Paragraphs, and the typesetter they are prepared by.
  ///
  /// Paragraphs keep their typesetter alive for lines to come, so it must not be the one that keeps
  /// them: it is one with the same workers that keeps none.
  private struct Known {
    let paragraphs: ShardedCache<ParagraphKey, PreparedParagraph>
    let typesetter: Typesetter
  }

  /// Makes a typesetter for a collection of fonts.
  ///
  /// What caches hold never changes a result.
  ///
  /// - Parameters:
  ///   - fonts: What text is drawn with.
  ///   - shapeCacheBytes: The most memory for the glyphs of words shaped before, in bytes, shared
  ///     evenly by as many threads as there are processors; 0 remembers none.
  ///   - paragraphCacheBytes: The most memory for paragraphs prepared before, in bytes; 0 remembers
  ///     none.
  ///   - measuresTime: Whether the statistics say how long each stage took, which costs some tenths
  ///     of a microsecond a paragraph.
  public convenience init(
    fonts: FontCollection, shapeCacheBytes: Int = 16 << 20, paragraphCacheBytes: Int = 8 << 20,
    measuresTime: Bool = false
  ) {
    self.init(
      fonts: fonts, counters: TextCounters(measuresTime: measuresTime),
      workers: WorkerPool(
        fonts: fonts, shapeCacheBytes: shapeCacheBytes, measuresTime: measuresTime),
      paragraphBytes: paragraphCacheBytes)
  }

  private init(
    fonts: FontCollection, counters: TextCounters, workers: WorkerPool, paragraphBytes: Int
  ) {
    self.fonts = fonts
    self.counters = counters
    self.workers = workers
    known =
      paragraphBytes > 0
      ? Known(
        paragraphs: ShardedCache(byteLimit: paragraphBytes),
        typesetter: Typesetter(
          fonts: fonts, counters: counters, workers: workers, paragraphBytes: 0))
      : nil
  }

  /// Prepares a paragraph, or finds it among those prepared before.
  ///
  /// Any text is accepted; characters no font has are reported by the result.
  ///
  /// - Complexity: O(units) for analysis, and that of `hb_shape`. May run on any thread.
  public func prepare(_ paragraph: Paragraph) -> PreparedParagraph {
    prepare(paragraph, .never)
  }

  /// Prepares a paragraph, or finds it, as long as that is wanted.
  func prepare<Failure>(
    _ paragraph: Paragraph, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> PreparedParagraph {
    guard let known else { return try prepareUncached(paragraph, checkpoint) }
    let key = ParagraphKey(paragraph)
    if let found = known.paragraphs.value(for: key) { return found }
    let prepared = try known.typesetter.prepareUncached(paragraph, checkpoint)
    known.paragraphs.insert(prepared, for: key, cost: key.cost(of: prepared.storage))
    return prepared
  }

  private func prepareUncached<Failure>(
    _ paragraph: Paragraph, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> PreparedParagraph {
    try workers.withWorker { worker throws(Failure) in
      let calls = worker.tools.buffer.calls
      do throws(Failure) {
        return try prepareUncached(paragraph, with: worker, checkpoint)
      } catch {
        worker.count(paragraphs: 0, glyphs: 0, shapeCalls: calls)
        worker.giveBackMuch()
        throw error
      }
    }
  }

  /// Analyzes, itemizes and shapes a paragraph: everything that does not depend on a width.
  private func prepareUncached<Failure>(
    _ paragraph: Paragraph, with worker: TextWorker, _ checkpoint: Checkpoint<Failure>
  ) throws(Failure) -> PreparedParagraph {
    let source = try SourceText(
      paragraph.text, whiteSpace: paragraph.style.whiteSpace, checkpoint)
    let faces = worker.faces(for: source.runs)
    let calls = worker.tools.buffer.calls
    var clock = StageClock(worker.counters)

    try checkpoint.ask()
    var analysis = try TextAnalyzer(unicode: worker.unicode, memory: worker.analysisMemory)
      .analyze(source, style: paragraph.style, checkpoint)
    clock.finish(.analyze)
    try checkpoint.ask()
    let items = try Itemizer(worker: worker, styles: source.runs, faces: faces.memos)
      .itemize(source.units, analysis, checkpoint)
    clock.finish(.itemize)
    try checkpoint.ask()
    let shaped = try Shaper(
      worker: worker, styles: source.runs, firstFaces: faces.first,
      lineHeight: paragraph.style.lineHeight
    ).shape(source.units, items, &analysis, checkpoint)
    clock.finish(.shape)
    worker.count(paragraphs: 1, glyphs: shaped.glyphs.count, shapeCalls: calls)

    let storage = ShapedParagraph(
      source: source, analysis: analysis, shaped: shaped, style: paragraph.style,
      faces: items.keptFaces, firstFaces: faces.first, missing: items.missing,
      typesetter: self)
    items.giveBackMuch()
    return PreparedParagraph(storage: storage)
  }

  /// What has been done so far, summed over all threads.
  public var statistics: TextStatistics {
    var statistics = workers.statistics
    statistics += counters.statistics
    if let kept = known?.paragraphs.statistics {
      statistics.paragraphHits = kept.hits
      statistics.paragraphBytes = kept.bytes
    }
    return statistics
  }

  /// Shapes part of a run by itself, as if the text outside `context` were not there.
  func reshape(
    _ range: Range<Int>, of run: ShapedRun, within context: Range<Int>,
    in paragraph: ShapedParagraph
  ) -> [ShapedGlyph] {
    workers.withWorker { worker in
      let calls = worker.tools.buffer.calls
      let glyphs = RunReshaper(worker: worker, paragraph: paragraph, run: run)
        .glyphs(of: range, within: context)
      worker.count(paragraphs: 0, glyphs: glyphs.count, shapeCalls: calls)
      worker.counters.add(reshapedGlyphs: glyphs.count)
      return glyphs
    }
  }

  /// Lends what one thread at a time needs to `body`.
  func withWorker<Result>(_ body: (TextWorker) -> Result) -> Result {
    workers.withWorker(body)
  }
}
