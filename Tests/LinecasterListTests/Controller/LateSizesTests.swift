import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterListSupport
import LinecasterRaster
import LinecasterText
import Testing

@testable import LinecasterList

/// Images of unknown size that arrive for rows in sight.
@Suite(.timeLimit(.minutes(60))) @MainActor struct LateSizesTests {
  private let album = LateAlbum()
  private let host = RecordingHost()

  /// An image in a box that is eight points high and grows with the image.
  private struct FrameCell: Cell {
    let number: Int

    func body(in environment: LayoutEnvironment) -> LayoutNode {
      Row {
        Box(.black, size: Size(width: 4, height: 10))
        Image(ImageReference("\(number)")).frame(minWidth: 12, minHeight: 8)
      }.node
    }
  }

  /// Creates a list of fifty rows of ten points, of which the rows 20..<24 are visible.
  private func bench(
    seed: UInt64 = 3, output: PrecomputePipeline.Output = .bitmaps, keepsHeights: Bool = true
  ) throws -> (list: AutoDiffController, machine: SimulatedMachine) {
    let machine = SimulatedMachine(seed: seed)
    var options = AutoDiffController.Options()
    options.output = output
    options.keepsPlaceholderHeights = keepsHeights
    host.length = 40
    let list = AutoDiffController(
      pipeline: PrecomputePipeline(
        arranger: CellArranger(typesetter: Typesetter(fonts: try .bundled()), images: album),
        rasterizer: DisplayRasterizer(images: album), machine: machine),
      environment: LayoutEnvironment(width: 100), host: host, delivery: machine.delivery,
      options: options)
    list.update(
      with: TableModel(
        items: (0..<50).map { TableItem(.number($0), cell: FrameCell(number: $0)) }))
    machine.run()
    host.scroll(to: 200)
    list.viewportDidChange()
    machine.run()
    host.forgetDisplayed()
    return (list, machine)
  }

  private func height(_ number: Int, _ list: AutoDiffController) -> Double? {
    list.frame(of: .number(number))?.height
  }

  private func image(_ number: Int) -> CellImage? {
    host.pixels[RowIdentity(.number(number))]?.image
  }

  private func images(_ numbers: Range<Int>) -> [ImageReference] {
    numbers.map { ImageReference("\($0)") }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func rowsInSightKeepTheirHeightAndShowTheImage(seed: UInt64) throws {
    let (list, machine) = try bench(seed: seed)
    let before = try #require(image(21)).bitmap()
    album.add(images(18..<26), height: 30)
    machine.run()
    #expect((20..<24).allSatisfy { height($0, list) == 10 } && list.isIdle)
    #expect(height(19, list) == 30 && height(24, list) == 30)
    #expect(list.frame(of: 20)?.minY == host.offset)
    let after = try #require(image(21))
    #expect(try after.size.height == 10 && after.bitmap().pixels != before.pixels)
    let inSight = (20..<24).map { RowIdentity(.number($0)) }
    #expect(Set(host.displayedIdentities).isSuperset(of: inSight))
  }

  @Test func scrollingGivesThemTheirHeight() throws {
    let (list, machine) = try bench()
    album.add(images(21..<23), height: 30)
    machine.run()
    host.scroll(to: host.offset + 0.4)
    list.viewportDidChange()
    machine.run()
    #expect(height(21, list) == 10)
    host.scroll(to: host.offset + 5)
    list.viewportDidChange()
    machine.run()
    #expect(height(21, list) == 30 && height(22, list) == 30)
    #expect(image(21)?.size.height == 30 && list.isIdle && host.faults.isEmpty)
  }

  /// After an update moves them out of sight, rows may grow.
  @Test func rowsOutOfSightGetTheirHeight() throws {
    let (list, machine) = try bench()
    album.add(images(23..<24), height: 30)
    machine.run()
    #expect(height(23, list) == 10)
    var items = (0..<50).map { TableItem(.number($0), cell: FrameCell(number: $0)) }
    items.insert(
      contentsOf: (100..<104).map { TableItem(.number($0), cell: PlateCell(number: $0)) }, at: 21)
    list.update(with: TableModel(items: items))
    machine.run()
    #expect(height(23, list) == 30 && list.frame(of: 20)?.minY == host.offset)
  }

  @Test func imagesThatFollowAreShownToo() throws {
    let (list, machine) = try bench()
    album.add(images(21..<22), height: 30)
    machine.run()
    let first = try #require(image(21)).bitmap()
    list.refreshVisible()
    machine.run()
    // On request, the row takes its height.
    #expect(height(21, list) == 30 && image(21)?.size.height == 30)
    album.add(images(20..<21), height: 50)
    machine.run()
    #expect(height(20, list) == 10 && first.height == 10 && list.isIdle)
  }

  @Test func hostsThatDrawThemselvesAreHandedTheOldLayout() throws {
    let (list, machine) = try bench(output: .arrangements)
    album.add(images(21..<22), height: 30)
    machine.run()
    #expect(host.displayedIdentities.last == RowIdentity(21) && height(21, list) == 10)
    guard case .arrangement(let layout)? = host.pixels[RowIdentity(21)]?.content else {
      Issue.record("nothing is shown")
      return
    }
    #expect(layout.size.height == 10)
  }

  @Test func withoutTheOptionRowsGrowAtOnce() throws {
    let (list, machine) = try bench(keepsHeights: false)
    album.add(images(21..<22), height: 30)
    machine.run()
    #expect(height(21, list) == 30 && image(21)?.size.height == 30)
  }
}
