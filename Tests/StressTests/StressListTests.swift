import LinecasterBase
import LinecasterCells
@testable import LinecasterList
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@Suite("Stress: lists", .serialized, .timeLimit(.minutes(60)))
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
    var random = SeededGenerator(seed: seed, salt: 99)
    let last = StressModel.make(&random)
    tally.count(list.update(with: last))
    await idle(list)
    let counts = tally.counts
    #expect(counts.total == storm.count + 1, "LINECASTER_SEED=\(seed)")
    // Updates without a difference for the host are applied without a batch.
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
}
