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
    let tasks = 8
    let updates = StressSettings.count(1600, long: 10_000) / tasks
    await withTaskGroup { group in
      for task in 0..<tasks {
        group.addTask { await run(task, updates: updates, list: list, host: host, tally) }
      }
    }
    var random = Self.generator(seed, 99)
    let last = StressModel.make(&random)
    tally.count(list.update(with: last))
    await idle(list)
    let counts = tally.counts
    #expect(counts.total == tasks * updates + 1, "LINECASTER_SEED=\(seed)")
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

  /// One of many tasks: updates, most of all, and whatever else can happen to a list.
  private nonisolated func run(
    _ task: Int, updates: Int, list: AutoDiffController, host: StressHost, _ tally: OutcomeTally
  ) async {
    var random = SeededGenerator(seed: seed &+ UInt64(task))
    for _ in 0..<updates {
      let model = StressModel.make(&random)
      let draw = Int.random(in: 0..<12, using: &random)
      let width = Double.random(in: 40...160, using: &random)
      let handle = await MainActor.run {
        if draw == 2 {
          host.offset = width
          list.viewportDidChange()
        }
        return switch draw {
        case 0: list.setEnvironment(LayoutEnvironment(width: width))
        case 1: list.update { throw Refusal() }
        default: list.update { model }
        }
      }
      tally.count(handle)
      if draw == 3 { handle.cancel() }
      if draw == 4 { await list.pipeline.trimMemory(to: Int(width) * 1000) }
      if draw > 6 { try? await Task.sleep(for: .microseconds(Int(width) * 20)) }
    }
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

  private struct Refusal: Error {}
}
