import LinecasterGeometry
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterImages

@Suite struct PNGRoundTripTests {
  @Test(arguments: [PNGEncoder.Compression.fast, .small])
  func pixelsComeBack(compression: PNGEncoder.Compression) throws {
    var random = SeededGenerator()
    for (width, height) in [(1, 1), (3, 5), (64, 2), (17, 31)] {
      let bitmap = try Bitmap(
        width: width, height: height, pixels: random.pixels(width * height))
      let bytes = try PNGEncoder(compression: compression).encode(bitmap)
      #expect(try PNGDecoder().decode(bytes) == bitmap, "seed \(random.seed)")
      let size = try PNGDecoder().size(of: Array(bytes.prefix(26)))
      #expect(size == (width, height))
    }
  }

  @Test func opaquePicturesAreWrittenAsRGB() throws {
    for (alpha, colorType) in [(255, 2), (254, 6)] as [(UInt8, UInt8)] {
      let color = Color(red: 200, green: 100, blue: 50, alpha: alpha)
      let bitmap = try Bitmap(width: 5, height: 3, background: color)
      let bytes = try PNGEncoder().encode(bitmap)
      #expect(bytes[25] == colorType)
      #expect(try PNGDecoder().decode(bytes) == bitmap)
    }
  }

  @Test func onlyTheLastPixelBeingTransparentCounts() throws {
    for count in 1..<12 {
      var pixels = [UInt8](repeating: 255, count: count * 4)
      #expect(AlphaMultiplication.isOpaque(pixels))
      pixels[count * 4 - 1] = 0
      #expect(!AlphaMultiplication.isOpaque(pixels))
    }
  }

  @Test func straightAlphaIsTheRoundedQuotient() {
    for alpha in 1...UInt8(255) {
      for channel in 0...alpha {
        let straight = AlphaMultiplication.straight([channel, 0, alpha, alpha])
        let expected = UInt8((Double(channel) * 255 / Double(alpha)).rounded())
        if straight != [expected, 0, 255, alpha] { Issue.record("\(channel) of \(alpha)") }
      }
    }
    #expect(AlphaMultiplication.straight([0, 0, 0, 0]) == [0, 0, 0, 0])
  }

  @Test func samePixelsGiveTheSameFile() throws {
    let bitmap = try Bitmap(width: 9, height: 9, background: Color(rgb: 0x449922))
    #expect(try PNGEncoder().encode(bitmap) == PNGEncoder().encode(bitmap))
  }

  @Test func emptyPicturesAreErrors() throws {
    let error = #expect(throws: ImageError.self) {
      try PNGEncoder().encode(Bitmap(width: 0, height: 4))
    }
    #expect(error?.code == .empty)
  }
}
