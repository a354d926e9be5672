import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// The amount of text a typesetter has prepared, and the time of each stage.
///
///     let typesetter = Typesetter(fonts: fonts, measuresTime: true)
///     _ = typesetter.prepare(Paragraph(string)).layout(width: 320)
///     let statistics = typesetter.statistics
///     print(statistics.glyphs, statistics.nanoseconds[.shape] ?? 0)
public struct TextStatistics: Hashable, Sendable {
  /// The stages of laying out a paragraph.
  public enum Stage: Int, Hashable, Sendable, CaseIterable {
    /// Finds bidirectional levels, scripts, line-break opportunities and graphemes.
    case analyze
    /// Divides the text into items of one font, script, level and style.
    case itemize
    /// Turns text into glyphs, by HarfBuzz.
    case shape
    /// Breaks the paragraph into lines at a width, including the reshaping at breaks.
    case breakLines
  }

  /// The number of paragraphs prepared.
  public var paragraphs = 0
  /// The number of glyphs in prepared paragraphs and in text reshaped at breaks.
  public var glyphs = 0
  /// The number of glyphs in text reshaped at breaks.
  public var reshapedGlyphs = 0
  /// The number of calls of HarfBuzz's `hb_shape`.
  public var shapeCalls = 0
  /// The number of words found in the cache.
  public var wordHits = 0
  /// The number of words that were shaped and added to the cache.
  public var wordMisses = 0
  /// The memory of the cached words, in bytes.
  public var wordBytes = 0
  /// The number of paragraphs found in the cache, which other counts do not include.
  public var paragraphHits = 0
  /// The memory of the cached paragraphs, in bytes.
  public var paragraphBytes = 0
  /// The time spent in each stage, in nanoseconds, summed over threads; empty unless times are
  /// measured.
  public var nanoseconds: [Stage: Int] = [:]

  /// Creates the statistics of an unused typesetter.
  public init() {}

  /// Adds the counts of another part.
  static func += (total: inout TextStatistics, part: TextStatistics) {
    total.paragraphs += part.paragraphs
    total.glyphs += part.glyphs
    total.reshapedGlyphs += part.reshapedGlyphs
    total.shapeCalls += part.shapeCalls
    total.wordHits += part.wordHits
    total.wordMisses += part.wordMisses
    total.wordBytes += part.wordBytes
    total.nanoseconds.merge(part.nanoseconds, uniquingKeysWith: +)
  }
}

/// The counters behind `TextStatistics`; each is exact, but reading all of them is not atomic.
final class TextCounters: Sendable {
  /// Whether stages are timed, which costs some tenths of a microsecond per paragraph.
  let measuresTime: Bool
  private let paragraphs = Atomic<Int>(0)
  private let glyphs = Atomic<Int>(0)
  private let reshapedGlyphs = Atomic<Int>(0)
  private let shapeCalls = Atomic<Int>(0)
  private let wordHits = Atomic<Int>(0)
  private let wordMisses = Atomic<Int>(0)
  private let wordBytes = Atomic<Int>(0)
  private let analyze = Atomic<Int>(0)
  private let itemize = Atomic<Int>(0)
  private let shape = Atomic<Int>(0)
  private let breakLines = Atomic<Int>(0)

  init(measuresTime: Bool) {
    self.measuresTime = measuresTime
  }

  func add(paragraphs: Int, glyphs: Int, shapeCalls: Int) {
    add(paragraphs, to: self.paragraphs)
    add(glyphs, to: self.glyphs)
    add(shapeCalls, to: self.shapeCalls)
  }

  func add(reshapedGlyphs: Int) { add(reshapedGlyphs, to: self.reshapedGlyphs) }

  /// Stores the counts of a worker's words; others may read them concurrently.
  func set(words: WordCache) {
    wordHits.store(words.hits, ordering: .relaxed)
    wordMisses.store(words.misses, ordering: .relaxed)
    wordBytes.store(words.byteCount, ordering: .relaxed)
  }

  func add(nanoseconds: Int, to stage: TextStatistics.Stage) {
    switch stage {
    case .analyze: add(nanoseconds, to: analyze)
    case .itemize: add(nanoseconds, to: itemize)
    case .shape: add(nanoseconds, to: shape)
    case .breakLines: add(nanoseconds, to: breakLines)
    }
  }

  private func add(_ count: Int, to counter: borrowing Atomic<Int>) {
    if count != 0 { counter.wrappingAdd(count, ordering: .relaxed) }
  }

  var statistics: TextStatistics {
    var statistics = TextStatistics()
    statistics.paragraphs = paragraphs.load(ordering: .relaxed)
    statistics.glyphs = glyphs.load(ordering: .relaxed)
    statistics.reshapedGlyphs = reshapedGlyphs.load(ordering: .relaxed)
    statistics.shapeCalls = shapeCalls.load(ordering: .relaxed)
    statistics.wordHits = wordHits.load(ordering: .relaxed)
    statistics.wordMisses = wordMisses.load(ordering: .relaxed)
    statistics.wordBytes = wordBytes.load(ordering: .relaxed)
    statistics.nanoseconds = [
      .analyze: analyze.load(ordering: .relaxed), .itemize: itemize.load(ordering: .relaxed),
      .shape: shape.load(ordering: .relaxed), .breakLines: breakLines.load(ordering: .relaxed),
    ]
    return statistics
  }
}

/// Adds the time since the last stage to the stage that ends now, if time is measured.
struct StageClock {
  private let counters: TextCounters
  /// In nanoseconds; 0 if time is not measured.
  private var start: Int

  init(_ counters: TextCounters) {
    self.counters = counters
    start = counters.measuresTime ? Self.now : 0
  }

  mutating func finish(_ stage: TextStatistics.Stage) {
    guard start != 0 else { return }
    let now = Self.now
    counters.add(nanoseconds: now - start, to: stage)
    start = now
  }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
