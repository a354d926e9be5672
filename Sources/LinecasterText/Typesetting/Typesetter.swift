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
  /// - Parameter earlier: An earlier version, whose parts are reused as by `prepare(_:reusing:)`;
  ///   `nil` for none.
  /// - Throws: As `prepare(_:isCancelled:)`.
  package func prepare(
    _ paragraph: Paragraph, reusing earlier: PreparedParagraph? = nil, in scope: WorkScope
  ) throws(CancellationError) -> PreparedParagraph {
    let count = paragraph.text.utf16Count
    if let earlier {
      if let found = known?.value(for: ParagraphKey(paragraph)) { return found }
      return try scope.run(over: count) { scope throws(CancellationError) in
        try self.workers.prepare(paragraph, reusing: earlier, scope)
      }
    }
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
        return try ParagraphPreparer(workers: self, worker: worker).prepare(paragraph, scope)
      } catch {
        worker.count(paragraphs: 0, glyphs: 0, shapeCalls: calls)
        worker.releaseExcess()
        throw error
      }
    }
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
