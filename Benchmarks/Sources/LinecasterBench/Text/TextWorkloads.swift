import BenchMeasurement
import Foundation
import Linecaster

/// The modes of text that peers have too.
@MainActor
struct TextWorkloads {
  let corpus: TextCorpus
  let engine: TextEngine

  init(corpus: TextCorpus) throws {
    self.corpus = corpus
    engine = try TextEngine(corpus)
  }

  /// Every workload; those for the first time come before those they would warm.
  var all: [Workload] {
    [first, warm, repeated, rewidth, natural, drawFirst, drawWarm]
      + (ProcessInfo.processInfo.activeProcessorCount > 1 ? [threads, threadsWarm] : [])
  }

  /// The narrower width of `rewidth`, in layout points.
  private static let narrowWidth = 260.0
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

  /// Two widths are timed and their mean is the sample, so units count once.
  private var rewidth: Workload {
    workload("rewidth") { engine in
      engine.keep()
      return {
        let stopwatch = Stopwatch(.thread)
        blackHole(engine.layOutKept(width: Self.narrowWidth))
        let total = engine.layOutKept(width: TextEngine.width)
        return .init(facts: total.facts, nanoseconds: stopwatch.nanoseconds / 2)
      }
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

  /// The glyphs are in the cache and so is, after two passes more, what the processor needs.
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
