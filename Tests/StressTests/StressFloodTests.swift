import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite("Stress: floods", .serialized, .timeLimit(.minutes(30)))
@MainActor
struct StressFloodTests {
  private let seed = StressSettings.seed

  private func models(_ count: Int) -> [TableModel] {
    var random = SeededGenerator(seed: seed)
    return (0..<count).map { _ in StressModel.make(&random) }
  }

  /// Updates come far faster than workers can make them, and yet some are shown, the last among
  /// them, and no more work waits than may.
  @Test func aFloodOfUpdatesKeepsWithinItsBounds() async throws {
    let host = StressHost()
    let pipeline = try StressSettings.pipeline(workers: 2)
    let list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
    let tally = OutcomeTally()
    let models = models(64)
    let end = ContinuousClock.now + .seconds(StressSettings.count(2, long: 60))
    var count = 0
    while ContinuousClock.now < end {
      for _ in 0..<10 {
        let model = models[count % models.count]
        tally.count(list.update { model })
        count += 1
      }
      await Task.yield()
    }
    tally.count(list.update(with: models[0]))
    await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    let counts = tally.counts
    #expect(counts.total == count + 1 && counts.failed == 0, "LINECASTER_SEED=\(seed)")
    #expect(counts.applied.count > 1 && counts.applied.count < count / 2)
    #expect(host.ascends && host.shown == models[0])
    #expect(pipeline.work.mostPending <= pipeline.work.maxPending)
    print(
      "flood: \(count) updates, \(counts.applied.count) shown,",
      "at most \(pipeline.work.mostPending) pieces of work waited")
  }

  /// After launch nothing is made, compared, laid out or drawn on the main thread.
  @Test func theMainThreadOnlyTakesWhatIsDone() async throws {
    var options = PrecomputePipeline.Options()
    options.trace = PipelineTrace()
    let host = StressHost()
    let pipeline = try StressSettings.pipeline(options)
    let list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host)
    for (index, model) in models(StressSettings.count(100, long: 2_000)).enumerated() {
      list.update(with: model)
      host.offset = Double(index % 90)
      list.viewportDidChange()
      if index % 7 == 0 { list.setEnvironment(LayoutEnvironment(width: Double(60 + index % 50))) }
      await withCheckedContinuation { done in list.whenIdle { done.resume() } }
    }
    let spans = try #require(options.trace).spans
    let main = Set(spans.filter { $0.track == 0 }.map(\.name))
    #expect(main == [.apply, .deliver])
    #expect(Set(spans.map(\.name)).isSuperset(of: [.build, .diff, .snapshot, .measure, .layOut]))
  }
}
