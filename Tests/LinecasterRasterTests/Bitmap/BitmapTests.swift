import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct BitmapTests {
  @Test(arguments: [
    Color.clear, .white, .black, Color(rgb: 0x123456),
    Color(red: 10, green: 200, blue: 30, alpha: 128),
  ])
  func backgroundFillsEveryPixel(color: Color) throws {
    let bitmap = try Bitmap(width: 7, height: 3, background: color)
    let pixel = PremultipliedPixel(color)
    let expected = [[UInt8]](
      repeating: [pixel.red, pixel.green, pixel.blue, pixel.alpha], count: 21)
    #expect(bitmap.pixels == expected.flatMap(\.self))
  }

  @Test(arguments: [
    (-1, 4), (4, -1), (Bitmap.maximumSide + 1, 1), (1, .max), (100_000, 100_000),
    (.max, .max), (.min, .min),
  ])
  func sizesOverTheLimitAreErrors(width: Int, height: Int) {
    let error = #expect(throws: RasterError.self) { try Bitmap(width: width, height: height) }
    #expect(error?.code == .tooLarge)
  }

  @Test func byteCountMustFit() {
    let error = #expect(throws: RasterError.self) {
      try Bitmap(width: 2, height: 2, pixels: [UInt8](repeating: 0, count: 15))
    }
    #expect(error?.code == .wrongByteCount)
  }

  @Test func copiesKeepTheirPixels() throws {
    let original = try Bitmap(width: 4, height: 4)
    var copy = original
    copy.draw(try Bitmap(width: 1, height: 1, background: .white), atX: 2, y: 1)
    #expect(original.color(atX: 2, y: 1) == .clear)
    #expect(copy.color(atX: 2, y: 1) == .white)
    #expect(copy.color(atX: 4, y: 0) == nil)
  }

  @Test func croppingAndDrawingMatchPixelByPixelCopies() throws {
    var random = SeededGenerator()
    let target = try Bitmap(width: 9, height: 8, pixels: random.pixels(72))
    let other = try Bitmap(width: 5, height: 6, pixels: random.pixels(30))
    for y in -8...9 {
      for x in -7...10 {
        var drawn = target
        drawn.draw(other, atX: x, y: y)
        for row in 0..<8 {
          for column in 0..<9 {
            let expected =
              other.color(atX: column - x, y: row - y) ?? target.color(atX: column, y: row)
            #expect(drawn.color(atX: column, y: row) == expected, "seed \(random.seed)")
          }
        }
      }
    }
    let part = target.cropped(x: -2, y: 5, width: 6, height: 20)
    #expect((part.width, part.height) == (4, 3))
    #expect(part.color(atX: 3, y: 2) == target.color(atX: 3, y: 7))
  }

  @Test(arguments: [Int.min, -1_000_000, 1_000_000, .max])
  func farPlacesDrawNothing(place: Int) throws {
    var bitmap = try Bitmap(width: 2, height: 2)
    bitmap.draw(try Bitmap(width: 3, height: 3, background: .white), atX: place, y: place)
    #expect(bitmap.pixels.allSatisfy { $0 == 0 })
    #expect(bitmap.cropped(x: place, y: 0, width: 5, height: .max).pixels.isEmpty)
  }
}

@Suite struct BitmapFormatsTests {
  @Test func bytesChangeTheirOrder() throws {
    var random = SeededGenerator()
    let bitmap = try Bitmap(width: 13, height: 7, pixels: random.pixels(91))
    #expect(bitmap.bytes(in: .rgba) == bitmap.pixels)
    let expected = stride(from: 0, to: bitmap.pixels.count, by: 4).flatMap { start in
      [2, 1, 0, 3].map { bitmap.pixels[start + $0] }
    }
    #expect(bitmap.bytes(in: .bgra) == expected, "seed \(random.seed)")
    #expect(try Bitmap(width: 0, height: 3).bytes(in: .bgra).isEmpty)
  }
}

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
