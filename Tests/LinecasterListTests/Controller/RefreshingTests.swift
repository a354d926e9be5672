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

/// Redrawing without a new model, and new models that are held back (C7, C11).
@Suite(.timeLimit(.minutes(60))) @MainActor struct RefreshingTests {
  private let album = Album()
  private let host = RecordingHost()
  private let machine = SimulatedMachine(seed: 11)

  private func list(
    _ numbers: Range<Int>, length: Double? = nil
  ) throws -> (AutoDiffController, PrecomputePipeline) {
    host.length = length
    let pipeline = PrecomputePipeline(
      arranger: CellArranger(
        typesetter: Typesetter(fonts: try .bundled()), images: album),
      rasterizer: DisplayRasterizer(images: album), machine: machine)
    let list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host,
      delivery: machine.delivery)
    list.update(with: model(numbers))
    machine.run()
    host.forgetDisplayed()
    return (list, pipeline)
  }

  private func model(_ numbers: Range<Int>) -> TableModel {
    TableModel(items: numbers.map { TableItem(.number($0), cell: ImageCell(number: $0)) })
  }

  private func identities(_ numbers: Range<Int>) -> Set<RowIdentity> {
    Set(numbers.map { RowIdentity(.number($0)) })
  }

  /// Seed row C7: only visible rows are redrawn, without a batch or a new model.
  @Test func showsAgainWhatCanBeSeenAndNothingElse() throws {
    let (list, pipeline) = try list(0..<100, length: 40)
    host.scroll(to: 200)
    list.viewportDidChange()
    machine.run()
    host.forgetDisplayed()
    let drawn = pipeline.statistics.rowsRasterized
    list.refreshVisible()
    #expect(!list.isIdle && host.displayed.isEmpty)
    machine.run()
    #expect(list.isIdle)
    #expect(Set(host.displayedIdentities) == identities(20..<24))
    #expect(host.displayedIdentities.count == 4)
    #expect(pipeline.statistics.rowsRasterized == drawn + 4)
    #expect(host.generations == [1] && host.offset == 200)
  }

  /// Seed row C7: redraws go by identity, which inserts do not shift.
  @Test func refreshesTheRowsThatAnUpdatePutsIntoSight() throws {
    let (list, _) = try list(10..<60, length: 40)
    list.update(with: model(7..<60), anchor: .none)
    list.refreshVisible()
    machine.run()
    #expect(host.generations == [1, 2])
    // Once as new rows, and once more for the refresh.
    #expect(host.displayedIdentities.filter { $0 == RowIdentity(8) }.count == 2)
    #expect(host.displayedIdentities.filter { $0 == RowIdentity(10) }.count == 1)
    #expect(host.faults.isEmpty)
  }

  @Test func imagesThatHaveComeAreDrawnAtTheirHeights() throws {
    let (list, _) = try list(0..<50, length: 40)
    host.scroll(to: 300)
    list.viewportDidChange()
    machine.run()
    let top = list.snapshot.geometry.row(at: 300)
    let before = host.pixels[RowIdentity(30)]?.image?.size.height
    album.add(ImageReference("30"), height: 25)
    list.refreshVisible()
    machine.run()
    #expect(before == 10 && host.pixels[RowIdentity(30)]?.image?.size.height == 25)
    #expect(list.frame(of: 30)?.height == 25)
    #expect(list.snapshot.geometry.totalHeight == 515)
    #expect(list.snapshot.geometry.row(at: host.offset) == top)
  }

  /// An update that began before carries over the heights that were known then.
  @Test(arguments: 0..<40)
  func heightsOutliveUpdatesUnderWay(seed: UInt64) throws {
    let machine = SimulatedMachine(seed: seed)
    let pipeline = PrecomputePipeline(
      arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled()), images: album),
      rasterizer: DisplayRasterizer(images: album), machine: machine)
    let list = AutoDiffController(
      pipeline: pipeline, environment: LayoutEnvironment(width: 100), host: host,
      delivery: machine.delivery)
    list.update(with: model(0..<9))
    machine.run()
    album.add(ImageReference("3"), height: 31)
    list.refreshVisible()
    for _ in 0..<seed % 8 { machine.step() }
    list.update(with: model(0..<12))
    machine.run()
    #expect(list.frame(of: 3)?.height == 31 && list.isIdle)
    #expect(host.pixels[RowIdentity(3)]?.image?.size.height == 31)
    #expect(host.shown == model(0..<12) && host.faults.isEmpty)
  }

  @Test func whatCouldNotBeDrawnIsTriedAgain() throws {
    album.add(ImageReference("1"), height: 2e6)
    let (list, _) = try list(0..<3, length: 5)
    host.length = nil
    list.viewportDidChange()
    machine.run()
    #expect(host.failures.count == 1 && host.pixels[RowIdentity(1)] == nil)
    album.add(ImageReference("1"), height: 12)
    list.refreshVisible()
    machine.run()
    #expect(host.failures.count == 1)
    #expect(host.pixels[RowIdentity(1)]?.image?.size.height == 12)
  }

  @Test func nothingIsRefreshedWithoutAHost() throws {
    let (list, _) = try list(0..<3)
    list.refreshVisible()
    list.detach()
    #expect(list.isIdle)
    list.refreshVisible()
    machine.run()
    #expect(list.isIdle && host.displayed.isEmpty)
  }

  /// Seed row C11: held models are accepted without rendering; then the newest is rendered, once.
  @Test func modelsAreTakenInWithoutBeingShown() throws {
    let (list, pipeline) = try list(0..<3)
    let before = pipeline.statistics
    list.holdsUpdates = true
    let handles = (4..<9).map { list.update(with: model(0..<$0)) }
    machine.run()
    #expect(host.generations == [1] && host.displayed.isEmpty)
    #expect(pipeline.statistics.rowsRasterized == before.rowsRasterized)
    #expect(handles.last?.currentOutcome == nil && !list.isIdle)
    list.holdsUpdates = false
    machine.run()
    #expect(handles.dropLast().allSatisfy { $0.currentOutcome?.name.hasPrefix("supers") == true })
    #expect(handles.last?.currentOutcome?.name == "applied 6")
    #expect(host.generations == [1, 6] && host.shown == model(0..<8))
    #expect(Set(host.displayedIdentities) == identities(3..<8))
    #expect(host.faults.isEmpty)
  }

  /// Seed row C11: an update with equal content is accepted without a batch for the host.
  @Test func newActionsAreNothingToTheHost() throws {
    let (list, pipeline) = try list(0..<3)
    let drawn = pipeline.statistics.rowsRasterized
    let taps = Log<Int>()
    var new = model(0..<3)
    new.sections[0].items[1] = new.sections[0].items[1].onTap { taps.add(1) }
    let handle = list.update(with: new)
    machine.run()
    #expect(handle.currentOutcome?.name == "applied 2" && host.generations == [1])
    #expect(host.displayed.isEmpty && pipeline.statistics.rowsRasterized == drawn)
    #expect(list.tap(RowIdentity(1)) && taps.entries == [1])
  }

  @Test func rowsThatScrollIntoSightAreShownWhileUpdatesWait() throws {
    let (list, _) = try list(0..<100, length: 40)
    list.holdsUpdates = true
    list.update(with: model(50..<60))
    host.scroll(to: 600)
    list.viewportDidChange()
    list.refreshVisible()
    machine.run()
    #expect(host.generations == [1])
    #expect(identities(60..<64).isSubset(of: Set(host.pixels.keys)))
    list.holdsUpdates = false
    machine.run()
    #expect(host.shown == model(50..<60) && list.isIdle)
  }

  /// Work in progress may have seen the old state.
  @Test(arguments: 0..<24) func askingAgainMeanwhileShowsTheNewestState(steps: Int) throws {
    let (list, _) = try list(0..<9)
    list.refreshVisible()
    for _ in 0..<steps { machine.step() }
    album.add(ImageReference("3"), height: 31)
    list.refreshVisible()
    machine.run()
    #expect(list.frame(of: 3)?.height == 31 && list.isIdle)
    #expect(host.pixels[RowIdentity(3)]?.image?.size.height == 31)
  }

  /// A refresh that has begun is shown before the next one begins.
  @Test func askingAgainAndAgainKeepsNothingFromBeingShown() throws {
    let (list, _) = try list(0..<20)
    for _ in 0..<40 {
      list.refreshVisible()
      machine.step()
    }
    #expect(host.displayedIdentities.count >= 20)
    machine.run()
    #expect(list.isIdle && host.faults.isEmpty)
  }
}
