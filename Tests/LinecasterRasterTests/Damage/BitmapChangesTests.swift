import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct BitmapChangesTests {
  private let red = Color(rgb: 0xFF0000)

  private func square(_ side: Int) throws -> Bitmap {
    try Bitmap(width: side, height: side, background: red)
  }

  @Test func pixelsThatDifferAreInRectanglesAndOthersMostlyNot() throws {
    var random = SeededGenerator()
    for _ in 0..<60 {
      let (width, height) = (
        Int.random(in: 1...90, using: &random), Int.random(in: 1...70, using: &random)
      )
      let old = try Bitmap(width: width, height: height)
      var new = old
      var places: [(x: Int, y: Int)] = []
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        let (x, y) = (
          Int.random(in: 0..<width, using: &random), Int.random(in: 0..<height, using: &random)
        )
        new.draw(try square(1), atX: x, y: y)
        places.append((x, y))
      }
      let rects = new.changes(since: old)
      for (x, y) in places {
        let isFound = rects.contains {
          $0.left <= x && x < $0.right && $0.top <= y && y < $0.bottom
        }
        #expect(isFound, "seed \(random.seed)")
      }
      #expect(rects.count <= PixelRegion.maximumCount)
      #expect(rects.allSatisfy { !$0.isEmpty && $0.clipped(to: old.bounds) == $0 })
      #expect(places.isEmpty == rects.isEmpty, "seed \(random.seed)")
    }
  }

  @Test func oneChangeIsItsOwnRectangle() throws {
    let old = try Bitmap(width: 100, height: 80)
    var new = old
    new.draw(try square(5), atX: 40, y: 33)
    #expect(new.changes(since: old) == [PixelRect(x: 40, y: 33, width: 5, height: 5)])
    new.draw(try square(3), atX: 2, y: 70)
    let two = new.changes(since: old)
    #expect(Set(two).count == 2 && two.contains(PixelRect(x: 2, y: 70, width: 3, height: 3)))
  }

  @Test func otherSizesAreAllNew() throws {
    let old = try Bitmap(width: 10, height: 8)
    #expect(old.changes(since: old).isEmpty)
    let new = try Bitmap(width: 9, height: 8)
    #expect(new.changes(since: old) == [new.bounds])
    #expect(try Bitmap(width: 0, height: 8).changes(since: old).isEmpty)
  }
}
