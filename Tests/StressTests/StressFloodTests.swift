import Testing

@testable import LinecasterList

@Suite("Stress: floods", .serialized, .timeLimit(.minutes(60)))
@MainActor
struct StressFloodTests {
  private let seed = StressSettings.seed

  /// Updates come far faster than workers can make them. Some are shown, the last among them, and
  /// the pending work stays within its limit.
  @Test func aFloodOfUpdatesKeepsWithinItsBounds() async throws {
    let flood = try Flood(seed: seed)
    let start = ContinuousClock.now
    await flood.run(seconds: Double(StressSettings.floodSeconds))
    let last = await flood.end()
    let took = ContinuousClock.now - start
    let counts = flood.tally.counts
    #expect(counts.total == flood.count && counts.failed == 0, "LINECASTER_SEED=\(seed)")
    // Updates without changes are applied without a batch, hence two bounds.
    let begun = 2 * (Int(took / UpdatePace().interval) + 1)
    #expect((2...begun).contains(counts.applied.count), "LINECASTER_SEED=\(seed)")
    // At the end of the flood, one update may wait, one be ready and one in progress; then the
    // last.
    let shown = flood.host.generations.count
    #expect((2...flood.count / 100 + 3).contains(shown), "LINECASTER_SEED=\(seed)")
    #expect(flood.host.ascends && flood.host.shown == last)
    let work = flood.pipeline.work
    #expect(work.mostPending <= work.maxPending)
    print(
      "flood: \(flood.count) updates, \(shown) shown,",
      "at most \(work.mostPending) pieces of work waited")
  }

  /// A process of its own, because other tests use memory too; not under sanitizers, which hold
  /// freed memory back.
  @Test(.enabled(if: !Sanitizer.isOn, "sanitizers hold freed memory back"))
  func residentMemoryStaysFlatInAFlood() async {
    await #expect(processExitsWith: .success) {
      let medians = try await Self.mediansOfMemory()
      let (least, most) = (medians.min() ?? 0, medians.max() ?? 0)
      #expect(least > 0 && Double(most - least) <= 0.05 * Double(least), "\(medians) pages")
    }
  }

  /// The memory of a process in a flood after a warm-up: medians of four stretches.
  private static func mediansOfMemory() async throws -> [Int] {
    let flood = try Flood(seed: StressSettings.seed)
    let seconds = Double(StressSettings.floodSeconds)
    // On a busy machine, time alone does not fill the caches.
    await flood.run(seconds: max(1, seconds / 4), shown: Flood.shownToFillCaches)
    var memory = ResidentMemory()
    await flood.run(seconds: seconds) { memory.sample() }
    _ = await flood.end()
    return memory.medians(of: 4)
  }
}
