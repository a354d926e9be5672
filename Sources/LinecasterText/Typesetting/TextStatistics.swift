import Synchronization

#if canImport(Glibc)
  import Glibc
#endif

/// How much text a typesetter has prepared, and where the time went.
///
///     let typesetter = Typesetter(fonts: fonts, measuresTime: true)
///     _ = typesetter.prepare(Paragraph(string)).layout(width: 320)
///     let statistics = typesetter.statistics
///     print(statistics.glyphs, statistics.nanoseconds[.shape] ?? 0)
public struct TextStatistics: Hashable, Sendable {
  /// The stages of laying out a paragraph.
  public enum Stage: Int, Hashable, Sendable, CaseIterable {
    /// Bidirectional levels, scripts, line opportunities, graphemes.
    case analyze
    /// Items of one font, script, level and style.
    case itemize
    /// Glyphs, by HarfBuzz.
    case shape
    /// Lines at a width, with what a break makes the shaper do again.
    case breakLines
  }

  /// The number of paragraphs prepared.
  public var paragraphs = 0
  /// The number of glyphs of prepared paragraphs, and of stretches that a break made again.
  public var glyphs = 0
  /// The number of glyphs that a break made again.
  public var reshapedGlyphs = 0
  /// The number of calls of `hb_shape`.
  public var shapeCalls = 0
  /// The number of words whose glyphs were known.
  public var wordHits = 0
  /// The number of words that were shaped, to be known from then on.
  public var wordMisses = 0
  /// The memory of the words known, in bytes.
  public var wordBytes = 0
  /// The number of paragraphs found among those prepared before; these are counted here only.
  public var paragraphHits = 0
  /// The memory of the paragraphs kept, in bytes.
  public var paragraphBytes = 0
  /// The time in each stage in nanoseconds, summed over threads; only where it is measured.
  public var nanoseconds: [Stage: Int] = [:]

  /// The statistics of a typesetter that has done nothing.
  public init() {}

  /// Adds what others did.
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

/// The counters behind `TextStatistics`; each is exact, a reading of all of them is not a moment's.
final class TextCounters: Sendable {
  /// Whether stages are timed, which costs some tenths of a microsecond a paragraph.
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

  /// Takes the sums of a worker's words; others may read them while it works.
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

/// Gives the time since the last stage ended to the stage that ends now, where time is measured.
struct StageClock {
  private let counters: TextCounters
  /// In nanoseconds; 0 where time is not measured.
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
