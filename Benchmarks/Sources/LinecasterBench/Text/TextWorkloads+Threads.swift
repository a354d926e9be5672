import BenchMeasurement
import Linecaster

// One thread against two: how much a second processor helps.

extension TextWorkloads {
  /// Words are unknown, so each of two threads shapes for itself what both of them meet.
  var threads: Workload {
    sharing("threads") { $0.makeTypesetter() }
  }

  /// Words are known to both threads.
  var threadsWarm: Workload {
    sharing("threads-warm") { engine in
      let typesetter = engine.makeTypesetter()
      let alone = engine.layOut(by: typesetter)
      let everything = SharedWork { _, _ in alone.run(threads: 1) }
      for _ in 0..<Self.passes { everything.run(threads: 2) }
      return typesetter
    }
  }

  /// The sample is the time that two threads take, facts tell that of one; each the quickest of
  /// some passes.
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
  /// Laying out every paragraph, each of several threads every so many.
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
