import LinecasterCaches
import LinecasterCells
import LinecasterGeometry
import LinecasterList
import LinecasterListSupport
import Testing

@Suite(.timeLimit(.minutes(1))) @MainActor struct RowPresenterTests {
  private func bench() throws -> Workbench<RecordingHost> { try Workbench(RecordingHost()) }

  @Test func displaysWhatCanBeSeen() async throws {
    let bench = try bench()
    let list = try bench.list
    list.rangeMode = .visibleOnly
    bench.host.length = 20
    list.update(with: boxes(1, 2, 3, 4, 5, 6))
    try await bench.settle()
    #expect(Set(bench.host.displayedIdentities) == [.init(1), .init(2)])
    bench.host.forgetDisplayed()
    bench.host.scroll(to: 5)
    list.viewportDidChange()
    try await bench.settle()
    #expect(bench.host.displayedIdentities == [.init(3)])
    bench.host.forgetDisplayed()
    list.viewportDidChange()
    #expect(list.isIdle)
    #expect(bench.host.displayed.isEmpty)
  }

  @Test func displaysARowThatComesBack() async throws {
    let bench = try bench()
    let list = try bench.list
    for model in [boxes(1, 2), boxes(2), boxes(1, 2)] {
      bench.host.forgetDisplayed()
      list.update(with: model)
      try await bench.settle()
    }
    #expect(bench.host.displayedIdentities == [.init(1)])
  }

  @Test func displaysOnlyWhatChanged() async throws {
    let bench = try bench()
    let list = try bench.list
    list.update(with: boxes(1, 2, 3))
    try await bench.settle()
    bench.host.forgetDisplayed()
    var model = boxes(3, 2, 1)
    model.sections[0].items[1].cell = AnyCell(BoxCell(number: 9))
    list.update(with: model)
    try await bench.settle()
    #expect(bench.host.displayedIdentities == [.init(2)])
  }

  @Test func displaysEverythingInAnotherEnvironment() async throws {
    let bench = try bench()
    let list = try bench.list
    list.update(with: boxes(1, 2))
    try await bench.settle()
    bench.host.forgetDisplayed()
    let measured = bench.pipeline.statistics.sizes.misses
    let handle = list.setEnvironment(LayoutEnvironment(width: 80, theme: .dark))
    try await bench.settle()
    #expect(handle.currentOutcome?.name == "applied 2")
    #expect(bench.pipeline.statistics.sizes.misses == measured + 2)
    #expect(Set(bench.host.displayedIdentities) == [.init(1), .init(2)])
    #expect(bench.host.generations == [1, 2])
  }

  @Test func newEnvironmentsTakeTheUpdateUnderWay() async throws {
    let bench = try bench()
    let list = try bench.list
    let handle = list.update(with: boxes(1, 2))
    list.setEnvironment(LayoutEnvironment(width: 80))
    try await bench.settle()
    #expect(handle.currentOutcome?.name == "superseded by 2")
    #expect(bench.host.shown == boxes(1, 2))
    #expect(list.snapshot.environment.width == 80)
  }

  @Test func reportsRowsThatCannotBeDrawnAndDrawsTheOthers() async throws {
    let bench = try bench()
    var model = boxes(1, 2, 3)
    model.sections[0].items[1].cell = AnyCell(BoxCell(isUndrawable: true))
    try bench.list.update(with: model)
    try await bench.settle()
    #expect(Set(bench.host.displayedIdentities) == [.init(1), .init(3)])
    #expect(bench.host.failures.count == 1)
    #expect(bench.host.failures.first.map { "\($0)".contains("Row 2") } == true)
  }

  @Test func mayReleaseTheControllerWhileItDisplays() async throws {
    for model in [boxes(1), TableModel(items: [.init("bad", cell: BoxCell(isUndrawable: true))])] {
      let bench = try bench()
      bench.host.whenDisplayed = { bench.releaseController() }
      weak let controller = bench.controller
      try bench.list.update(with: model)
      try await bench.drain { controller?.isIdle ?? true }
      bench.host.whenDisplayed = nil
      bench.releaseController()
      #expect(controller == nil)
    }
  }
}
