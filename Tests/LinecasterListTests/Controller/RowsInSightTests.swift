import LinecasterBase
import LinecasterCells
@testable import LinecasterList
import LinecasterListSupport
import Testing

@Suite(.timeLimit(.minutes(60))) @MainActor struct RowsInSightTests {
  private func bench() throws -> Workbench<RecordingHost> { try Workbench(RecordingHost()) }

  @Test func displaysWhatCanBeSeen() throws {
    let bench = try bench()
    let list = try bench.list
    list.rangeMode = .visibleOnly
    bench.host.length = 20
    list.update(with: boxes(1, 2, 3, 4, 5, 6))
    try bench.settle()
    #expect(Set(bench.host.displayedIdentities) == [.init(1), .init(2)])
    bench.host.forgetDisplayed()
    bench.host.scroll(to: 5)
    list.viewportDidChange()
    try bench.settle()
    #expect(bench.host.displayedIdentities == [.init(3)])
    bench.host.forgetDisplayed()
    list.viewportDidChange()
    #expect(list.isIdle)
    #expect(bench.host.displayed.isEmpty)
  }

  /// Rows that are being measured in advance, or have equal neighbours that are being drawn, come
  /// into sight in the meantime.
  @Test(arguments: [false, true], 0..<40)
  func displaysWhatComesIntoSightWhateverIsUnderWay(areEqual: Bool, steps: Int) throws {
    let host = RecordingHost()
    host.length = 40
    let bench = try SimulatedBench(host, seed: UInt64(steps / 4))
    bench.list.update(
      with: TableModel(
        items: (0..<200).map {
          TableItem(.number($0), cell: PlateCell(number: areEqual ? 0 : $0))
        }))
    while host.generations.isEmpty { bench.machine.step() }
    for offset in [60.0, 110, 20] {
      for _ in 0..<steps { bench.machine.step() }
      host.scroll(to: offset)
      bench.list.viewportDidChange()
    }
    bench.settle()
    #expect((2..<6).allSatisfy { host.pixels[RowIdentity(.number($0))] != nil })
    #expect(host.faults.isEmpty)
  }

  /// Rows around the viewport are displayed once all visible ones are, without scrolling.
  @Test func displaysMoreOnceTheFirstRowsAreShown() throws {
    let host = RecordingHost()
    host.length = 40
    let bench = try SimulatedBench(host, seed: 2)
    bench.list.update(with: plates(0..<200))
    bench.settle()
    #expect(bench.list.rangeMode == .full)
    #expect(Set(host.pixels.keys) == Set((0..<8).map { RowIdentity(.number($0)) }))
  }

  @Test func displaysARowThatComesBack() throws {
    let bench = try bench()
    let list = try bench.list
    for model in [boxes(1, 2), boxes(2), boxes(1, 2)] {
      bench.host.forgetDisplayed()
      list.update(with: model)
      try bench.settle()
    }
    #expect(bench.host.displayedIdentities == [.init(1)])
  }

  @Test func displaysOnlyWhatChanged() throws {
    let bench = try bench()
    let list = try bench.list
    list.update(with: boxes(1, 2, 3))
    try bench.settle()
    bench.host.forgetDisplayed()
    var model = boxes(3, 2, 1)
    model.sections[0].items[1].cell = AnyCell(BoxCell(number: 9))
    list.update(with: model)
    try bench.settle()
    #expect(bench.host.displayedIdentities == [.init(2)])
  }

  @Test func displaysEverythingInAnotherEnvironment() throws {
    let bench = try bench()
    let list = try bench.list
    list.update(with: boxes(1, 2))
    try bench.settle()
    bench.host.forgetDisplayed()
    let measured = bench.pipeline.statistics.sizes.misses
    let handle = list.setEnvironment(LayoutEnvironment(width: 80, theme: .dark))
    try bench.settle()
    #expect(handle.currentOutcome?.name == "applied 2")
    #expect(bench.pipeline.statistics.sizes.misses == measured + 2)
    #expect(Set(bench.host.displayedIdentities) == [.init(1), .init(2)])
    #expect(bench.host.generations == [1, 2])
  }

  @Test func newEnvironmentsTakeTheUpdateUnderWay() throws {
    let bench = try bench()
    let list = try bench.list
    let handle = list.update(with: boxes(1, 2))
    list.setEnvironment(LayoutEnvironment(width: 80))
    try bench.settle()
    #expect(handle.currentOutcome?.name == "superseded by 2")
    #expect(bench.host.shown == boxes(1, 2))
    #expect(list.snapshot.environment.width == 80)
  }

  @Test func reportsRowsThatCannotBeDrawnAndDrawsTheOthers() throws {
    let bench = try bench()
    var model = boxes(1, 2, 3)
    model.sections[0].items[1].cell = AnyCell(BoxCell(isUndrawable: true))
    try bench.list.update(with: model)
    try bench.settle()
    #expect(Set(bench.host.displayedIdentities) == [.init(1), .init(3)])
    #expect(bench.host.failures.count == 1)
    #expect(bench.host.failures.first.map { "\($0)".contains("Row 2") } == true)
  }

  @Test func mayReleaseTheControllerWhileItDisplays() throws {
    for model in [boxes(1), TableModel(items: [.init("bad", cell: BoxCell(isUndrawable: true))])] {
      let bench = try bench()
      bench.host.whenDisplayed = { bench.releaseController() }
      weak let controller = bench.controller
      try bench.list.update(with: model)
      try bench.run { controller?.isIdle ?? true }
      bench.host.whenDisplayed = nil
      bench.releaseController()
      #expect(controller == nil)
    }
  }

  /// An update carries over the heights that were known when it began: rows that came into sight
  /// since are shown, with an estimate that is too high until they are measured again.
  @Test(arguments: [RangeMode.visibleOnly, .full])
  func displaysWhatCorrectionsBringIntoSight(mode: RangeMode) throws {
    let host = RecordingHost()
    host.length = 600
    let bench = try SimulatedBench(host, seed: 4)
    let height = { (number: Int) in number < 20 ? 80.0 : 8 }
    bench.list.update(with: plates(0..<3_000, height: height))
    while host.generations.isEmpty { bench.machine.step() }
    bench.list.rangeMode = mode
    let update = bench.list.update(with: plates(0..<3_001, height: height))
    host.scroll(to: 100_000)
    bench.list.viewportDidChange()
    let row = RowIdentity(.number(bench.list.snapshot.geometry.row(at: 100_000) ?? 0))
    while host.pixels[row] == nil, bench.machine.step() {}
    #expect(update.currentOutcome == nil)
    bench.settle()
    let snapshot = bench.list.snapshot
    let visible = snapshot.geometry.rows(in: host.offset..<host.offset + 600)
    #expect(visible.count > 70 && bench.list.isSettled)
    let blank = visible.filter {
      snapshot.identity(ofRow: $0).map { host.pixels[$0] == nil } ?? true
    }
    #expect(blank.isEmpty && host.faults.isEmpty)
  }

  /// An update has an anchor that is out of sight afterwards, or none; visible rows stay while the
  /// rows between are measured.
  @Test(arguments: [Anchor.item(3), .none])
  func correctionsHoldOnToWhatIsInSight(anchor: Anchor) throws {
    let host = RecordingHost()
    host.length = 100
    let bench = try SimulatedBench(host, seed: 4)
    bench.list.update(with: plates(0..<20))
    bench.settle()
    bench.list.update(with: plates(0..<3_000) { Double(10 + $0 % 17) }, anchor: anchor)
    while host.generations.count < 2 { bench.machine.step() }
    host.scroll(to: 20_000)
    bench.list.viewportDidChange()
    while bench.list.isIdle == false { bench.machine.step() }
    let before = bench.list.snapshot.geometry
    let top = before.rows(in: host.offset..<host.offset + 100).lowerBound
    let distance = before.offset(ofRow: top) - host.offset
    bench.settle()
    let after = bench.list.snapshot.geometry
    #expect(after.measuredCount == 3_000 && before.measuredCount < 3_000)
    #expect(abs(after.offset(ofRow: top) - host.offset - distance) < 0.5)
  }
}
