import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct ShelfPackerTests {
  private let face: Result<GlyphKey, any Error> = Result {
    GlyphKey(face: try SampleFonts.sans(), glyph: 1, size: 64)
  }

  /// A reserved place with the texels around it that must stay empty.
  private struct Taken {
    let rect: PixelRect
    let shelf: Int
    let frame: Int
    let key: AtlasKey
  }

  /// The witness compares each place with every other one.
  @Test(arguments: [64, 200])
  func placesNeitherTouchNorLeaveThePage(side: Int) throws {
    let glyph = try face.get()
    var random = SeededGenerator()
    var packer = ShelfPacker(side: side)
    var taken: [Taken] = []
    var frame = 1
    var dropped = 0
    for number in 0..<1500 {
      if random.oneIn(20) { frame += 1 }
      let (width, height) = (
        Int.random(in: 1...side / 4, using: &random), Int.random(in: 1...side / 4, using: &random)
      )
      let key = AtlasKey(glyph, column: number)
      guard let place = place(width, height, &packer, frame, &taken, &dropped) else { continue }
      packer.add(key, to: place.shelf, frame: frame)
      let rect = PixelRect(x: place.x, y: place.y, width: width, height: height)
      #expect(rect.widened(by: (1, 1)).clipped(to: page(side)) == rect.widened(by: (1, 1)))
      for other in taken {
        #expect(
          other.rect.widened(by: (1, 1)).clipped(to: rect).isEmpty,
          "\(rect) by \(other.rect), seed \(random.seed)")
      }
      taken.append(Taken(rect: rect, shelf: place.shelf, frame: frame, key: key))
    }
    #expect(dropped > 500 && frame > 30)
  }

  private func page(_ side: Int) -> PixelRect { PixelRect(x: 0, y: 0, width: side, height: side) }

  /// Reserves a place, if necessary by evicting glyphs of earlier frames, which leave the list.
  private func place(
    _ width: Int, _ height: Int, _ packer: inout ShelfPacker, _ frame: Int,
    _ taken: inout [Taken], _ dropped: inout Int
  ) -> ShelfPacker.Place? {
    if let place = packer.place(width: width, height: height) { return place }
    guard let run = packer.oldestRun(height: height, before: frame) else {
      return packer.placeAnywhere(width: width, height: height)
    }
    let keys = Set(packer.replace(run, height: height))
    #expect(taken.allSatisfy { !keys.contains($0.key) || $0.frame < frame })
    #expect(taken.count { keys.contains($0.key) } == keys.count)
    taken.removeAll { keys.contains($0.key) }
    dropped += keys.count
    let place = packer.place(width: width, height: height)
    #expect(place != nil)
    return place
  }

  @Test func theShelfUsedLongestAgoGoesFirst() throws {
    let glyph = try face.get()
    var packer = ShelfPacker(side: 64)
    for number in 0..<3 {
      let next = packer.place(width: 60, height: 19)
      let place = try #require(next)
      packer.add(AtlasKey(glyph, column: number), to: place.shelf, frame: number + 1)
    }
    let none = packer.place(width: 60, height: 19)
    #expect(none == nil)
    packer.use(0, frame: 4)
    let run = try #require(packer.oldestRun(height: 19, before: 5))
    #expect(run == ShelfPacker.Run(range: 1..<2, lastUse: 2))
    #expect(packer.oldestRun(height: 19, before: 2) == nil)
    #expect(packer.oldestRun(height: 25, before: 5)?.range == 1..<3)
    let dropped = packer.replace(run, height: 9)
    #expect(dropped == [AtlasKey(glyph, column: 1)])
    #expect(packer.order.map { packer.shelves[$0].height } == [20, 10, 10, 20])
    #expect(packer.lastUse == 4)
  }

  /// The share of ink on a page, for the glyph sizes of running text.
  @Test func pagesAreWellFilled() {
    var random = SeededGenerator()
    var packer = ShelfPacker(side: 1024)
    var area = 0
    while true {
      let height =
        Int.random(in: 1...4, using: &random) == 1 ? 4 : Int.random(in: 9...18, using: &random)
      let width = Int.random(in: 3...15, using: &random)
      guard packer.place(width: width, height: height) != nil else { break }
      area += width * height
    }
    #expect(Double(area) / Double(1 << 20) > 0.7)
  }
}
