import LinecasterGeometry
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
