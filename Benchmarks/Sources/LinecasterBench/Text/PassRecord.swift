import BenchMeasurement
import Linecaster

/// What an engine does from one moment on.
@MainActor
final class PassRecord {
  private let engine: TextEngine
  private var before = TextStatistics()
  private var times = ItemTimes(capacity: 0)

  init(_ engine: TextEngine) {
    self.engine = engine
  }

  /// Forgets what was before.
  func start() {
    before = engine.statistics
    times = ItemTimes(capacity: engine.corpus.paragraphs.count)
  }

  /// Ends an item and starts the next.
  func finishItem() { times.finishItem() }

  /// The longest times of items, which are told where `finishItem` was called.
  var itemFacts: [Sample.Fact] { times.facts }

  /// How often `hb_shape` was called, and how often it was not since a word was known.
  var shapingFacts: [Sample.Fact] {
    let now = engine.statistics
    return [
      .init("shape_calls", now.shapeCalls - before.shapeCalls),
      .init("word_hits", now.wordHits - before.wordHits),
      .init("word_misses", now.wordMisses - before.wordMisses),
    ]
  }
}
