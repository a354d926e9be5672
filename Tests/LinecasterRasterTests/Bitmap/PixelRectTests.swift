import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct PixelRegionTests {
  /// The witness is a grid of pixels.
  @Test func everyPixelPutInIsCovered() {
    var random = SeededGenerator()
    for _ in 0..<60 {
      var region = PixelRegion()
      var pixels: Set<[Int]> = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        let rect = PixelRect(
          x: .random(in: -20...80, using: &random), y: .random(in: -20...80, using: &random),
          width: .random(in: -1...12, using: &random), height: .random(in: 0...9, using: &random))
        region.insert(rect)
        guard !rect.isEmpty else { continue }
        for y in rect.top..<rect.bottom {
          for x in rect.left..<rect.right { pixels.insert([x, y]) }
        }
      }
      #expect(region.rects.count <= PixelRegion.maximumCount)
      #expect(region.rects.allSatisfy { !$0.isEmpty })
      #expect(
        pixels.allSatisfy { pixel in region.rects.contains { $0.contains(pixel[0], pixel[1]) } },
        "seed \(random.seed)")
      #expect(region.isEmpty == pixels.isEmpty)
    }
  }

  @Test func neighboursBecomeOne() {
    var region = PixelRegion()
    for column in [0, 20, 10] {
      region.insert(PixelRect(x: column, y: 4, width: 10, height: 8))
    }
    #expect(region.rects == [PixelRect(x: 0, y: 4, width: 30, height: 8)])
    #expect(region.bounds == region.rects[0])
  }

  @Test func farRectanglesStayApart() {
    var region = PixelRegion()
    let corners = [0, 1000].flatMap { x in
      [0, 1000].map { PixelRect(x: x, y: $0, width: 5, height: 5) }
    }
    for corner in corners { region.insert(corner) }
    #expect(Set(region.rects) == Set(corners))
    #expect(region.bounds == PixelRect(x: 0, y: 0, width: 1005, height: 1005))
  }
}

extension PixelRect {
  fileprivate func contains(_ x: Int, _ y: Int) -> Bool {
    left..<right ~= x && top..<bottom ~= y
  }
}
