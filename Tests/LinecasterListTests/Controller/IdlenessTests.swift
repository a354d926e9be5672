import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterListSupport
import LinecasterRaster
import LinecasterText
import Testing

@testable import LinecasterList

/// A list is idle only if everything requested before has ended.
@Suite(.timeLimit(.minutes(60))) @MainActor struct IdlenessTests {
  private func bench() throws -> SimulatedBench<RecordingHost> {
    let host = RecordingHost()
    host.length = 60
    var options = AutoDiffController.Options()
    options.measuresIdly = false
    let bench = try SimulatedBench(host, seed: 4, options: options)
    bench.list.update(with: plates(0..<2_000) { Double(8 + $0 % 31) })
    bench.settle()
    return bench
  }

  @Test func aScrollThatIsLeftIsNotIdle() throws {
    let bench = try bench()
    let log = Log<String>()
    bench.list.scroll(to: RowIdentity(1_500)) { log.add("scrolled \($0)") }
    #expect(!bench.list.isIdle)
    bench.list.whenIdle { log.add("idle") }
    bench.settle()
    #expect(log.entries == ["scrolled true", "idle"] && bench.list.isIdle)
    #expect(bench.list.snapshot.geometry.row(at: bench.host.offset) == 1_500)
  }

  /// The scroll ends between two updates of an endless stream.
  @Test func aStreamOfUpdatesKeepsNobodyWaitingForTheScrollBefore() throws {
    let bench = try bench()
    let log = Log<String>()
    for number in 0..<40 {
      var model = plates(0..<2_000) { Double(8 + $0 % 31) }
      model.sections[0].items[2].cell = AnyCell(PlateCell(number: 5_000 + number))
      let update = bench.list.update(with: model)
      if number == 3 {
        bench.list.scroll(to: RowIdentity(300)) { _ in log.add("scrolled") }
        bench.list.whenIdle { log.add("idle") }
      }
      while bench.list.updates.state.running != update.generation, bench.machine.step() {}
    }
    #expect(log.entries == ["scrolled", "idle"] && !bench.list.isIdle)
  }

  @Test func aScrollThatAnotherReplacesIsNotAwaited() throws {
    let bench = try bench()
    let log = Log<String>()
    bench.list.scroll(to: RowIdentity(1_500)) { log.add("first \($0)") }
    bench.list.whenIdle { log.add("idle") }
    bench.list.scroll(to: RowIdentity(7)) { log.add("second \($0)") }
    bench.settle()
    #expect(log.entries == ["first false", "second true", "idle"])
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func imagesThatHaveArrivedAreShownBeforeTheListIsIdle(seed: UInt64) throws {
    let (album, host, machine) = (LateAlbum(), RecordingHost(), SimulatedMachine(seed: seed))
    host.length = 40
    let list = AutoDiffController(
      pipeline: PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled()), images: album),
        rasterizer: DisplayRasterizer(images: album), machine: machine),
      environment: LayoutEnvironment(width: 100), host: host, delivery: machine.delivery)
    list.update(
      with: TableModel(
        items: (0..<300).map { TableItem(.number($0), cell: PortraitCell(number: $0)) }))
    machine.run()
    let shown = Log<Int>()
    for image in [2, 3] {
      host.forgetDisplayed()
      album.add([ImageReference("\(image)")])
      #expect(!list.isIdle && !list.isSettled)
      list.whenIdle { shown.add(host.displayedIdentities.count) }
      machine.run()
      #expect(list.isIdle)
    }
    #expect(shown.entries == [1, 1])
    // No row waits for these images.
    album.add([ImageReference("299"), ImageReference("nowhere")])
    #expect(list.isIdle)
  }
}
