import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// What lists are made of goes with them; LeakSanitizer looks for the rest in `.ci/stress address`.
@Suite("Stress: leaks", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct StressLeakTests {
  private let seed = StressSettings.seed
  private let cells = LiveCount()
  private let closures = LiveCount()

  /// Lists come, are updated and go in all ways and at any time; what is left is what the caches
  /// keep, and nothing once they are trimmed.
  @Test func nothingOutlivesItsList() async throws {
    var random = SeededGenerator(seed: seed)
    let pipeline = try StressSettings.pipeline()
    let tally = OutcomeTally()
    let cycles = StressSettings.count(300, long: 1_000)
    for cycle in 0..<cycles {
      weak var oldList: AutoDiffController?
      weak var oldHost: StressHost?
      do {
        let host = StressHost()
        let list = AutoDiffController(
          pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
        (oldList, oldHost) = (list, host)
        for _ in 0..<3 { tally.count(update(list, &random)) }
        try await leave(list, cycle)
      }
      #expect(oldList == nil && oldHost == nil, "LINECASTER_SEED=\(seed): cycle \(cycle)")
    }
    #expect(tally.counts.total == 3 * cycles && tally.counts.failed == 0)
    try await expectNothingLives(pipeline)
  }

  /// Whoever goes first, list, host or pipeline: nothing of them is left.
  @Test func nothingOutlivesItsPipeline() async throws {
    var random = SeededGenerator(seed: seed, salt: 1)
    for cycle in 0..<StressSettings.count(60, long: 300) {
      weak var old: PrecomputePipeline?
      do {
        let pipeline = try StressSettings.pipeline()
        old = pipeline
        let host = StressHost()
        let list = AutoDiffController(
          pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
        for _ in 0..<3 { update(list, &random) }
        try await leave(list, cycle)
      }
      try await wait { old == nil && cells.value == 0 && closures.value == 0 }
      #expect(old == nil, "LINECASTER_SEED=\(seed): cycle \(cycle)")
      #expect(cells.value == 0 && closures.value == 0, "LINECASTER_SEED=\(seed): cycle \(cycle)")
    }
  }

  /// Lists that go while workers report to them go at once: only the main actor ever holds one.
  @Test func noWorkerTakesHoldOfAList() throws {
    var random = SeededGenerator(seed: seed, salt: 2)
    let pipeline = try StressSettings.pipeline()
    var held = 0
    let host = StressHost()
    for _ in 0..<StressSettings.count(10_000, long: 100_000) {
      weak var old: AutoDiffController?
      do {
        let list = AutoDiffController(
          pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host,
          delivery: .manual(DeliveryMailbox()))
        old = list
        list.applyNow(StressModel.make(&random))
        let end = ContinuousClock.now + .microseconds(Int.random(in: 0..<60, using: &random))
        while ContinuousClock.now < end {}
      }
      if old != nil { held += 1 }
    }
    #expect(held == 0, "LINECASTER_SEED=\(seed)")
  }

  @discardableResult
  private func update(
    _ list: AutoDiffController, _ random: inout SeededGenerator
  ) -> UpdateHandle {
    let (closure, cells) = (closures.token(), cells)
    var model = StressModel.make(&random)
    for section in model.sections.indices {
      for index in model.sections[section].items.indices {
        let item = model.sections[section].items[index]
        guard let cell = item.cell.cell(as: StressCell.self) else { continue }
        model.sections[section].items[index] = TableItem(
          item.identifier, cell: CountedCell(cell: cell, token: cells.token())
        ).onTap { withExtendedLifetime(closure) {} }
      }
    }
    let made = model
    return list.update { withExtendedLifetime(closure) { made } }
  }

  /// Lets a list be as far as chance and the number of the cycle have it.
  private func leave(_ list: AutoDiffController, _ cycle: Int) async throws {
    if cycle % 3 == 0 {
      await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    }
    if cycle % 3 == 1 { list.tearDown() }
    if cycle % 5 == 0 { list.detach() }
    if cycle % 7 == 0 { try await Task.sleep(for: .microseconds(700)) }
  }

  private func expectNothingLives(_ pipeline: PrecomputePipeline) async throws {
    try await wait {
      pipeline.trimMemory(to: 0)
      return pipeline.work.pendingCount == 0 && cells.value == 0 && closures.value == 0
    }
    #expect(cells.value == 0 && closures.value == 0, "LINECASTER_SEED=\(seed)")
    #expect(pipeline.cachedByteCount == 0 && pipeline.bands.bands.isEmpty)
  }

  /// Waits for what workers and the main queue still have to do.
  private func wait(until isDone: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isDone(), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
