import LinecasterCells
import LinecasterGeometry
@testable import LinecasterList
import LinecasterTestSupport
import Testing

@Suite("Stress: lists", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct StressListTests {
  private let seed = StressSettings.seed

  @Test(arguments: [false, true])
  func everyUpdateEndsOnceAndTheLastIsShown(isSlow: Bool) async throws {
    let host = StressHost()
    host.isSlow = isSlow
    let list = AutoDiffController(
      pipeline: try StressSettings.pipeline(), environment: LayoutEnvironment(width: 100),
      host: host)
    let tally = OutcomeTally()
    let storm = UpdateStorm(
      list: list, tally: tally, seed: seed, tasks: 8,
      updates: StressSettings.count(1600, long: 10_000) / 8, scroll: { host.offset = $0 })
    await storm.rage()
    var random = Self.generator(seed, 99)
    let last = StressModel.make(&random)
    tally.count(list.update(with: last))
    await idle(list)
    let counts = tally.counts
    #expect(counts.total == storm.count + 1, "LINECASTER_SEED=\(seed)")
    // What the host would see no difference in is applied without it.
    let applied = Set(counts.applied)
    #expect(applied.count == counts.applied.count, "LINECASTER_SEED=\(seed)")
    #expect(applied.isSuperset(of: host.generations), "LINECASTER_SEED=\(seed)")
    #expect(host.ascends, "LINECASTER_SEED=\(seed)")
    #expect(host.shown == last, "LINECASTER_SEED=\(seed)")
    #expect(
      host.rows.sections.map { $0.map(\.identifier) }
        == last.sections.map { $0.items.map(\.identifier) }, "LINECASTER_SEED=\(seed)")
  }

  private func idle(_ list: AutoDiffController) async {
    await withCheckedContinuation { done in list.whenIdle { done.resume() } }
  }

  private static func generator(_ seed: UInt64, _ stream: UInt64) -> SeededGenerator {
    SeededGenerator(seed: seed &+ stream)
  }

  @Test func controllersComeAndGo() async throws {
    var random = Self.generator(seed, 1)
    let pipeline = try StressSettings.pipeline()
    let tally = OutcomeTally()
    let cycles = StressSettings.count(200, long: 1000)
    for cycle in 0..<cycles {
      weak var oldList: AutoDiffController?
      weak var oldHost: StressHost?
      do {
        let host = StressHost()
        let list = AutoDiffController(
          pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
        (oldList, oldHost) = (list, host)
        for _ in 0..<3 {
          let model = StressModel.make(&random)
          tally.count(list.update(with: model))
        }
        if cycle % 3 == 0 { await idle(list) }
        if cycle % 3 == 1 { list.tearDown() }
        if cycle % 7 == 0 { try await Task.sleep(for: .microseconds(700)) }
      }
      #expect(oldList == nil && oldHost == nil, "LINECASTER_SEED=\(seed): cycle \(cycle)")
    }
    #expect(tally.counts.total == 3 * cycles, "LINECASTER_SEED=\(seed)")
    #expect(tally.counts.failed == 0)
  }

  @Test func pipelinesGoWhileTheyWork() async throws {
    for _ in 0..<StressSettings.count(30, long: 200) {
      var random = Self.generator(seed, 2)
      weak var old: PrecomputePipeline?
      do {
        let pipeline = try StressSettings.pipeline()
        old = pipeline
        let host = StressHost()
        let list = AutoDiffController(
          pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
        for _ in 0..<4 { list.update(with: StressModel.make(&random)) }
      }
      let deadline = ContinuousClock.now + .seconds(20)
      while old != nil, ContinuousClock.now < deadline {
        try await Task.sleep(for: .milliseconds(1))
      }
      #expect(old == nil)
    }
  }
}
