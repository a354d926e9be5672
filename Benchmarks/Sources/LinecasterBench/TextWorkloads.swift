import BenchMeasurement
import Foundation
import Linecaster

/// The text modes that peers also have.
@MainActor
struct TextWorkloads {
  let corpus: TextCorpus
  let engine: TextEngine

  init(corpus: TextCorpus) throws {
    self.corpus = corpus
    engine = try TextEngine(corpus)
  }

  /// Every workload; first-time modes come before the modes that would warm their caches.
  var all: [Workload] {
    [first, warm, repeated, rewidth, natural, drawFirst, drawWarm]
      + (ProcessInfo.processInfo.activeProcessorCount > 1 ? [threads, threadsWarm] : [])
  }

  static let passes = 3

  func workload(
    _ mode: String, prepare: @escaping @MainActor (TextEngine) throws -> Workload.Part
  ) -> Workload {
    let engine = engine
    return Workload(mode: mode, corpus: corpus.name, unit: "char", units: corpus.characters) {
      try prepare(engine)
    }
  }

  private var first: Workload {
    let record = PassRecord(engine)
    return workload("first") { engine in
      record.start()
      return {
        .init(facts: engine.layOut(width: TextEngine.width, finishItem: record.finishItem).facts)
      }
    }
    .with {
      $0.isFirstTime = true
      $0.afterwards = { record.shapingFacts + record.itemFacts }
    }
  }

  private var warm: Workload {
    let record = PassRecord(engine)
    return workload("warm") { engine in
      engine.warmUp()
      record.start()
      return { .init(facts: engine.layOut(width: TextEngine.width).facts) }
    }
    .with {
      $0.passes = Self.passes
      $0.afterwards = { record.shapingFacts }
    }
  }

  private var repeated: Workload {
    workload("repeat") { engine in
      engine.warmUp()
      return { .init(nanoseconds: engine.layOutTwice()) }
    }
    .with { $0.isCountable = false }
  }

  /// Times two widths; the sample is their mean, so units count once.
  private var rewidth: Workload {
    workload("rewidth") { engine in
      engine.keep()
      return { engine.layOutAtTwoWidths() }
    }
    .with { $0.isCountable = false }
  }

  private var natural: Workload {
    workload("natural") { engine in
      engine.warmUp()
      return { .init(facts: engine.layOut(width: .infinity).facts) }
    }
    .with { $0.passes = Self.passes }
  }
}

// MARK: - Drawing

extension TextWorkloads {
  private var drawFirst: Workload {
    drawing("draw-first") { _ in }.with { $0.isFirstTime = true }
  }

  /// Draws with glyphs in the cache, and with warm processor caches after two more passes.
  private var drawWarm: Workload {
    drawing("draw-warm") { try $0.warmUpDrawing() }.with { $0.passes = Self.passes }
  }

  private func drawing(
    _ mode: String, prepare: @escaping @MainActor (TextEngine) throws -> Void
  ) -> Workload {
    let engine = engine
    return Workload(
      mode: mode, corpus: corpus.name, unit: "item", units: corpus.paragraphs.count
    ) {
      engine.keep()
      var canvas = try engine.canvas()
      let facts = engine.drawingFacts()
      try prepare(engine)
      return {
        try engine.draw(on: &canvas)
        return .init(facts: facts)
      }
    }
  }
}

// One thread against two: how much a second processor helps.

extension TextWorkloads {
  /// Starts with empty word caches, so each of two threads shapes the words that both meet.
  var threads: Workload {
    sharing("threads") { $0.makeTypesetter() }
  }

  /// Starts with all words in the caches of both threads.
  var threadsWarm: Workload {
    sharing("threads-warm") { engine in
      let typesetter = engine.makeTypesetter()
      let alone = engine.layOut(by: typesetter)
      let everything = SharedWork { _, _ in alone.run(threads: 1) }
      for _ in 0..<Self.passes { everything.run(threads: 2) }
      return typesetter
    }
  }

  /// Makes a workload whose sample is the time of two threads; facts give the time of one. Each is
  /// the quickest of some passes.
  private func sharing(
    _ mode: String, makeTypesetter: @escaping @MainActor (TextEngine) -> Typesetter
  ) -> Workload {
    workload(mode) { engine in
      {
        var (one, two) = (QuickestCost(), QuickestCost())
        for _ in 0..<Self.threadPasses {
          one.take(engine.layOut(by: makeTypesetter(engine)).run(threads: 1))
          two.take(engine.layOut(by: makeTypesetter(engine)).run(threads: 2))
        }
        let facts = QuickestCost.facts(one: one, two: two)
        return .init(facts: facts, nanoseconds: two.wall)
      }
    }
    .with {
      $0.clock = .wall
      $0.isCountable = false
    }
  }

  /// The kernel often leaves two new threads on one processor; some of these passes have two.
  private static let threadPasses = 15
}

extension TextEngine {
  /// Returns the work of laying out every paragraph, shared among threads.
  func layOut(by typesetter: Typesetter) -> SharedWork {
    let paragraphs = corpus.paragraphs
    let width = Self.width
    return SharedWork { part, parts in
      for index in stride(from: part, to: paragraphs.count, by: parts) {
        blackHole(typesetter.prepare(paragraphs[index]).layout(width: width))
      }
    }
  }
}

/// A record of an engine's work since a start.
@MainActor
final class PassRecord {
  private let engine: TextEngine
  private var before = TextStatistics()
  private var times = ItemTimes(capacity: 0)

  init(_ engine: TextEngine) {
    self.engine = engine
  }

  /// Starts a new record.
  func start() {
    before = engine.statistics
    times = ItemTimes(capacity: engine.corpus.paragraphs.count)
  }

  /// Ends an item and starts the next.
  func finishItem() { times.finishItem() }

  /// The longest times of items; 0 without calls of `finishItem`.
  var itemFacts: [Sample.Fact] { times.facts }

  /// The numbers of `hb_shape` calls, and of hits and misses in the word cache.
  var shapingFacts: [Sample.Fact] {
    let now = engine.statistics
    return [
      .init("shape_calls", now.shapeCalls - before.shapeCalls),
      .init("word_hits", now.wordHits - before.wordHits),
      .init("word_misses", now.wordMisses - before.wordMisses),
    ]
  }
}
