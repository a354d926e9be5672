import LinecasterCells
import LinecasterListSupport
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// Updates from many tasks while the host breaks its contract (A36, A59, A61).
@Suite("Stress: hosts", .serialized, .timeLimit(.minutes(60)))
@MainActor
struct StressHostTests {
  private let seed = StressSettings.seed

  @Test(arguments: HostFault.allCases)
  func updatesEndOnceWhateverTheHostDoes(fault: HostFault) async throws {
    let disturber = try await storm([fault])
    let count = disturber.counts[fault] ?? 0
    #expect(count > 0, "LINECASTER_SEED=\(seed)")
    #expect(
      disturber.forgottenCount == count * fault.forgottenReports, "LINECASTER_SEED=\(seed)")
    #expect(disturber.repeatedCount == count * fault.repeatedReports, "LINECASTER_SEED=\(seed)")
  }

  @Test func updatesEndOnceWhateverTheHostsDoInTurns() async throws {
    let disturber = try await storm(HostFault.allCases)
    #expect(disturber.counts.count > 2, "LINECASTER_SEED=\(seed)")
  }

  /// Floods a list whose hosts have these faults, lets them behave, and checks the shown rows.
  private func storm(_ faults: [HostFault]) async throws -> HostDisturber {
    var options = AutoDiffController.Options()
    // The watchdog is for hosts that never finish; others may be slow on a busy machine.
    options.pace.hostTimeout = faults == [.kept] ? .milliseconds(5) : .seconds(120)
    if faults.count > 1 { options.pace.hostTimeout = .milliseconds(50) }
    let list = AutoDiffController(
      pipeline: try StressSettings.pipeline(), environment: LayoutEnvironment(width: 100),
      options: options)
    let disturber = HostDisturber(
      list, faults, stalls: StressSettings.isLong ? [0.02, 5, 0.02, 5] : [0.02, 0.2], seed: seed)
    let tally = OutcomeTally()
    let storm = UpdateStorm(
      list: list, tally: tally, seed: seed, tasks: 8,
      updates: StressSettings.count(400, long: 10_000) / 8,
      scroll: { disturber.host?.scroll(to: $0) })
    var storms = 0
    repeat {
      await storm.rage()
      storms += 1
    } while disturber.counts.values.reduce(0, +) < StressSettings.count(8, long: 100)
    try await disturber.calmDown()
    var random = SeededGenerator(seed: seed, salt: 99)
    let last = StressModel.make(&random)
    tally.count(list.update(with: last))
    await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    // A host that stopped at the end of a list has no pixels of rows far above.
    disturber.host?.scroll(to: 0)
    list.viewportDidChange()
    await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    check(disturber, list, last)
    let counts = tally.counts
    #expect(counts.total == storms * storm.count + 1, "LINECASTER_SEED=\(seed)")
    #expect(Set(counts.applied).count == counts.applied.count, "LINECASTER_SEED=\(seed)")
    #expect(disturber.tally.counts.total == disturber.counts[.resized] ?? 0)
    return disturber
  }

  private func check(
    _ disturber: HostDisturber, _ list: AutoDiffController, _ last: TableModel
  ) {
    let generations = disturber.generations
    #expect(
      zip(generations, generations.dropFirst()).allSatisfy { $0 < $1 }, "LINECASTER_SEED=\(seed)")
    #expect(disturber.hosts.flatMap(\.faults) == [], "LINECASTER_SEED=\(seed)")
    #expect(disturber.host?.shown == last, "LINECASTER_SEED=\(seed)")
    let rows = (0..<list.snapshot.rowCount).compactMap { list.snapshot.identity(ofRow: $0) }
    #expect(disturber.host.map { Set($0.pixels.keys) } == Set(rows), "LINECASTER_SEED=\(seed)")
  }
}
