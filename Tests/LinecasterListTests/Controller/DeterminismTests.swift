import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite(.timeLimit(.minutes(2))) @MainActor struct DeterminismTests {
  /// What a host and the machine have gone through.
  private struct History: Hashable {
    var steps: [SimulatedMachine.Step]
    var generations: [Int]
    var displayed: [[RowIdentity]]
    var offsets: [Double]
    var outcomes: [String]
  }

  /// Updates, scrolls, resizes, cancels and trims at random times.
  private func history(seed: UInt64) throws -> History {
    var generator = ModelGenerator(seed: seed) { number in
      AnyCell(PlateCell(number: number, height: Double(8 + number % 23)))
    }
    let host = RecordingHost()
    host.length = 60
    let bench = try SimulatedBench(host, seed: seed)
    var model = generator.model()
    var handles: [UpdateHandle] = []
    for _ in 0..<12 {
      handles.append(bench.list.update(with: model))
      model = generator.successor(of: model)
      for _ in 0..<Int.random(in: 0...6, using: &generator.random) { bench.machine.step() }
      switch Int.random(in: 0..<6, using: &generator.random) {
      case 0: handles.last?.cancel()
      case 1:
        host.scroll(to: Double.random(in: 0...80, using: &generator.random))
        bench.list.viewportDidChange()
      case 2:
        bench.list.setEnvironment(
          LayoutEnvironment(width: [80, 100].randomElement(using: &generator.random) ?? 80))
      case 3: bench.pipeline.trimMemory(to: 10_000)
      default: break
      }
    }
    bench.settle()
    #expect(host.faults.isEmpty, "LINECASTER_SEED=\(seed)")
    #expect(bench.list.isSettled, "LINECASTER_SEED=\(seed)")
    return History(
      steps: bench.machine.steps, generations: host.generations,
      displayed: host.displayed.map { $0.map(\.identity) }, offsets: host.offsets,
      outcomes: handles.map { $0.currentOutcome?.name ?? "open" })
  }

  @Test func theSameSeedGivesTheSameHistory() async throws {
    let seed = TestSettings.seed
    let seeds = UInt64(min(500, TestSettings.transitions(usually: 20)))
    var different: Set<History> = []
    for round in 0..<2 * seeds {
      // The main actor is for others too.
      await Task.yield()
      let first = try history(seed: seed &+ round % seeds)
      if !different.insert(first).inserted { continue }
      #expect(round < seeds, "LINECASTER_SEED=\(seed &+ round % seeds): two histories")
      #expect(!first.outcomes.contains("open"), "LINECASTER_SEED=\(seed &+ round)")
    }
    #expect(different.count == Int(seeds))
  }
}
