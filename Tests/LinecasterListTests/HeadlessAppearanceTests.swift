import LinecasterBase
import LinecasterCells
import LinecasterDisplay
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterList

/// A host without a screen shows rows in their resting state: z-order, opacity and transform.
@Suite(.timeLimit(.minutes(60))) @MainActor struct HeadlessAppearanceTests {
  private func image(_ items: [TableItem], scale: Double = 1) throws -> Bitmap {
    let bench = try Workbench(HeadlessHost(), width: 40)
    try bench.list.setEnvironment(LayoutEnvironment(width: 40, scale: PixelScale(scale)))
    try bench.list.update(with: TableModel(items: items))
    try bench.settle()
    return try #require(try bench.host.composition()?.bitmap())
  }

  private func plate(_ number: Int, _ resting: CellAttributes = CellAttributes()) -> TableItem {
    TableItem(.number(number), cell: PlateCell(number: number))
      .appearance(CellAppearance(resting: resting))
  }

  private func reds(_ image: Bitmap, x: Int) -> [UInt8] {
    (0..<image.height).map { image.color(atX: x, y: $0)?.red ?? 0 }
  }

  @Test func alphaLetsTheGroundThrough() throws {
    let image = try image([plate(100), plate(200, CellAttributes(alpha: 0.5))])
    let reds = reds(image, x: 20)
    #expect(reds[0..<10].allSatisfy { $0 == 100 })
    // The average of 200 and the white background.
    #expect(reds[10..<20].allSatisfy { abs(Int($0) - 228) <= 1 })
    #expect(image.color(atX: 20, y: 15)?.alpha == 255)
    let hidden = try self.image([plate(100), plate(200, CellAttributes(alpha: 0))])
    #expect(self.reds(hidden, x: 20)[10..<20].allSatisfy { $0 == 255 })
  }

  @Test(arguments: [1.0, 2])
  func transformsMoveAndScaleAboutTheCentre(scale: Double) throws {
    let down = CellAttributes(transform: DisplayTransform(y: 10))
    let image = try image([plate(100, down), plate(200), plate(50)], scale: scale)
    let rows = Int(saturating: scale) * 10
    // The first row has moved behind the second, which is in front because it is later.
    #expect(reds(image, x: 20)[0..<rows].allSatisfy { $0 == 255 })
    #expect(reds(image, x: 20)[rows..<2 * rows].allSatisfy { $0 == 200 })
    let half = CellAttributes(transform: DisplayTransform(a: 0.5, d: 0.5))
    let small = try self.image([plate(100, half)], scale: scale)
    #expect(
      small.color(atX: Int(saturating: scale) * 20, y: Int(saturating: scale) * 5)?.red == 100)
    for (x, y) in [(2, 5), (38, 5), (20, 1), (20, 9)] {
      #expect(small.color(atX: Int(saturating: scale) * x, y: Int(saturating: scale) * y) == .white)
    }
  }

  @Test func greaterNumbersAreInFront() throws {
    let up = DisplayTransform(y: -10)
    for (zIndex, expected) in [(-1, UInt8(100)), (0, 200), (1, 200)] {
      let image = try image([
        plate(100), plate(200, CellAttributes(zIndex: zIndex, transform: up)),
      ])
      #expect(reds(image, x: 20)[0..<10].allSatisfy { $0 == expected })
      #expect(reds(image, x: 20)[10..<20].allSatisfy { $0 == 255 })
    }
  }

  /// Singular transforms, and places beyond any image, draw nothing and do not trap.
  @Test func strangeMapsDrawNothing() throws {
    let maps = [
      DisplayTransform(a: 0, d: 0), DisplayTransform(a: .nan), DisplayTransform(x: .infinity),
      DisplayTransform(x: 1e300), DisplayTransform(y: -1e300), DisplayTransform(a: 1e300, d: 1e300),
    ]
    for map in maps.dropLast() {
      let image = try image([plate(100, CellAttributes(transform: map))])
      #expect(reds(image, x: 20).allSatisfy { $0 == 255 }, "\(map)")
    }
    _ = try image([plate(100, CellAttributes(transform: maps[5]))])
  }

  /// A rotation by 90° about the centre moves pixels exactly as a quarter turn of the grid does.
  @Test func quarterTurnsAreExact() throws {
    let seed = TestSettings.seed
    var random = SeededGenerator(seed: seed)
    let side = 8
    var source = try Bitmap(width: side, height: side, background: .white)
    for y in 0..<side {
      for x in 0..<side {
        let color = Color(rgb: UInt32.random(in: 0...0xFFFFFF, using: &random))
        source.draw(try Bitmap(width: 1, height: 1, background: color), atX: x, y: y)
      }
    }
    var target = try Bitmap(width: side, height: side, background: .black)
    target.blend(
      source, opacity: 1,
      through: DisplayTransform(a: 0, b: 1, c: -1, d: 0, x: Double(side), y: 0))
    for y in 0..<side {
      for x in 0..<side {
        #expect(
          target.color(atX: side - 1 - y, y: x) == source.color(atX: x, y: y),
          "LINECASTER_SEED=\(seed)")
      }
    }
  }
}
