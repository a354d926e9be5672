import Synchronization

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
