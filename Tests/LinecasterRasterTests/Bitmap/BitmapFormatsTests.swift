import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

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
