import LinecasterBase
import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// The memory of lists is freed with them; `.ci/stress address` finds other leaks by LeakSanitizer.
@Suite("Stress: leaks", .serialized, .timeLimit(.minutes(60)))
@MainActor
struct StressLeakTests {
  private let seed = StressSettings.seed
  private let cells = LiveCount()
  private let closures = LiveCount()

  /// Lists are created, updated and released in all ways and at any time; the caches keep a rest,
  /// which trimming frees.
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

  /// List, host and pipeline are released in any order, and nothing of them is left.
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
      try await Self.wait { old == nil && cells.value == 0 && closures.value == 0 }
      #expect(old == nil, "LINECASTER_SEED=\(seed): cycle \(cycle)")
      #expect(cells.value == 0 && closures.value == 0, "LINECASTER_SEED=\(seed): cycle \(cycle)")
    }
  }

  /// Of the models of several updates, only the rows of the last one live on.
  @Test func formerModelsAreFreed() async throws {
    let (pipeline, host, rows) = (try StressSettings.pipeline(), StressHost(), 400)
    let list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
    for round in 0..<6 {
      list.update { [closures] in
        TableModel(
          items: (0..<rows + round).map { row in
            let token = closures.token()
            return TableItem(.number(row), cell: StressCell(number: row))
              .onTap { withExtendedLifetime(token) {} }
          })
      }
      // Edits that come before the update lands, and edits of what is shown.
      for edit in 0..<8 {
        let item = TableItem(.number(1_000 + edit), cell: StressCell(number: edit))
        list.update(with: [.append([item], to: "main")])
        if edit > 3 { await withCheckedContinuation { done in list.whenIdle { done.resume() } } }
      }
    }
    try await Self.wait { closures.value <= rows + 5 }
    #expect(closures.value == rows + 5)
    withExtendedLifetime((list, host)) {}
  }

  /// Fifty lists on one pipeline are created and released repeatedly, and their memory is freed. A
  /// process of its own, because other tests use memory too.
  @Test(.enabled(if: !Sanitizer.isOn, "sanitizers hold freed memory back"))
  func memoryGoesWithTheLists() async {
    await #expect(processExitsWith: .success) {
      let pages = try await Self.memoryAfterLists()
      let start = pages.first ?? 0
      #expect(start > 0 && pages.allSatisfy { Double($0) <= 1.2 * Double(start) }, "\(pages) pages")
    }
  }

  /// The memory without lists: before the first ones, and after each round.
  private static func memoryAfterLists() async throws -> [Int] {
    let pipeline = try StressSettings.pipeline(workers: 2)
    // Memory that is allocated once is not counted.
    try await showLists(5, rows: 300, on: pipeline, round: 0)
    try await Task.sleep(for: .seconds(1))
    let start = ResidentMemory.pages
    var pages = [start]
    for round in 1...3 {
      try await showLists(50, rows: 300, on: pipeline, round: round)
      try await wait { 5 * ResidentMemory.pages <= 6 * start }
      pages.append(ResidentMemory.pages)
    }
    return pages
  }

  private static func showLists(
    _ count: Int, rows: Int, on pipeline: PrecomputePipeline, round: Int
  ) async throws {
    do {
      let hosts = (0..<count).map { _ in StressHost() }
      let lists = hosts.map {
        AutoDiffController(
          pipeline: pipeline, environment: LayoutEnvironment(width: 300, scale: PixelScale(2)),
          host: $0)
      }
      for (number, list) in lists.enumerated() {
        list.update(
          with: TableModel(
            items: (0..<rows).map { row in
              TableItem(.number(row), cell: StressCell(number: row + 1_000 * number + round))
            }))
      }
      for list in lists {
        await withCheckedContinuation { done in list.whenIdle { done.resume() } }
      }
    }
    try await wait { pipeline.cachedByteCount < 1 << 20 }
  }

  /// Lists released while workers report to them are freed at once: only the main actor holds one.
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

  /// Leaves a list in a state that depends on the number of the cycle and on chance.
  private func leave(_ list: AutoDiffController, _ cycle: Int) async throws {
    if cycle % 3 == 0 {
      await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    }
    if cycle % 3 == 1 { list.tearDown() }
    if cycle % 5 == 0 { list.detach() }
    if cycle % 7 == 0 { try await Task.sleep(for: .microseconds(700)) }
  }

  private func expectNothingLives(_ pipeline: PrecomputePipeline) async throws {
    try await Self.wait {
      pipeline.trimMemory(to: 0)
      return pipeline.work.pendingCount == 0 && cells.value == 0 && closures.value == 0
    }
    #expect(cells.value == 0 && closures.value == 0, "LINECASTER_SEED=\(seed)")
    #expect(pipeline.cachedByteCount == 0 && pipeline.bands.bands.isEmpty)
  }

  /// Waits for pending work of workers and the main queue.
  private static func wait(until isDone: () -> Bool) async throws {
    let deadline = ContinuousClock.now + .seconds(300)
    while !isDone(), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
  }
}
