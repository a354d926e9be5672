import LinecasterCells
import LinecasterTestSupport
import Testing

@testable import LinecasterList

@Suite("Stress: the main thread", .serialized, .timeLimit(.minutes(60)))
@MainActor
struct StressMainThreadTests {
  private let seed = StressSettings.seed
  private let trace = PipelineTrace()
  private let host = StressHost()

  /// After launch nothing is built, compared, laid out or drawn on the main thread, for any
  /// operations on the list (A8, A61).
  @Test func theMainThreadOnlyTakesWhatIsDone() async throws {
    var options = PrecomputePipeline.Options()
    options.trace = trace
    let list = AutoDiffController(
      pipeline: try StressSettings.pipeline(options), environment: LayoutEnvironment(width: 100),
      host: host)
    var random = SeededGenerator(seed: seed)
    list.applyNow(StressModel.make(&random))
    await idle(list)
    let launch = trace.spans.count
    let (elements, source) = AsyncStream.makeStream(of: TableModel.self)
    let binding = list.bind(elements) { $0 }
    var loads = 0
    list.onNearEnd { [host, weak list] done in
      loads += 1
      var model = host.shown
      model.loadState = .idle
      model.sections.append(
        TableSection("more", items: [.init("m", cell: StressCell(number: loads))]))
      list?.update(with: model)
      done(nil)
    }
    for index in 0..<StressSettings.count(120, long: 2_000) {
      let model = StressModel.make(&random)
      try await step(index, list, model, source)
      host.offset = Double(index % 90)
      list.viewportDidChange()
      await idle(list)
    }
    binding.cancel()
    #expect(loads > 0)
    let spans = trace.spans.dropFirst(launch)
    #expect(Set(spans.filter { $0.track == 0 }.map(\.name)) == [.apply, .deliver])
    #expect(Set(spans.map(\.name)) == Set(TraceSpan.Name.allCases) && trace.droppedCount == 0)
    // The shown rows change on the main thread only (E12).
    #expect(spans.allSatisfy { $0.name != .apply || $0.track == 0 })
  }

  private func step(
    _ index: Int, _ list: AutoDiffController, _ model: TableModel,
    _ source: AsyncStream<TableModel>.Continuation
  ) async throws {
    switch index % 6 {
    case 0: list.update(with: model)
    case 1: list.setEnvironment(LayoutEnvironment(width: Double(60 + index % 50)))
    case 2:
      source.yield(model)
      while host.shown != model { try await Task.sleep(for: .milliseconds(1)) }
    case 3:
      let rows = list.snapshot.rowCount
      if rows > 0, let identity = list.snapshot.identity(ofRow: index % rows) {
        list.scroll(to: identity, at: .center) { _ in }
      }
    case 4: list.refreshVisible()
    default:
      var growing = model
      growing.loadState = .ready
      list.update(with: growing)
    }
  }

  private func idle(_ list: AutoDiffController) async {
    await withCheckedContinuation { done in list.whenIdle { done.resume() } }
  }
}
