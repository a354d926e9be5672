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
        var (one, two) = (Quickest(), Quickest())
        for _ in 0..<Self.threadPasses {
          one.take(engine.layOut(by: makeTypesetter(engine)).run(threads: 1))
          two.take(engine.layOut(by: makeTypesetter(engine)).run(threads: 2))
        }
        let facts: [Sample.Fact] = [
          .init("threads", 2), .init("cpu_ns", two.processor), .init("one_thread_ns", one.wall),
          .init("one_thread_cpu_ns", one.processor),
          .init("speedup_percent", one.wall * 100 / max(two.wall, 1)),
        ]
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

  /// The least costs so far.
  private struct Quickest {
    private(set) var wall = Int.max
    private(set) var processor = Int.max

    mutating func take(_ cost: SharedWork.Cost) {
      wall = min(wall, cost.wall)
      processor = min(processor, cost.processor)
    }
  }
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
