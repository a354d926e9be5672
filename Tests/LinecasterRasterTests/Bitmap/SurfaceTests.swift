import LinecasterBase
import LinecasterFonts
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct SurfaceTests {
  /// Groups of four may extend over the right edge into the next rows, but never behind the last
  /// pixel; counting pixels is the witness.
  @Test(arguments: 1...6, 1...4)
  func roomEndsWithTheLastPixel(width: Int, height: Int) throws {
    var bitmap = try Bitmap(width: width, height: height)
    for (originX, originY) in [(0, 0), (3, 2), (-5, -1)] {
      let whole = PixelRect(x: -originX, y: -originY, width: width, height: height)
      var visits = 0
      bitmap.withSurface(originX: originX, originY: originY, clip: whole) { surface in
        for row in whole.top..<whole.bottom {
          for right in whole.left..<whole.right + 4 {
            let end = (row + originY) * width + right + originX
            #expect(surface.hasRoom(toColumn: right, row: row) == (end <= width * height))
            visits += 1
          }
        }
      }
      #expect(visits == height * (width + 4))
    }
  }

  /// The same holds for a glyph whose padding is wider than the bitmap.
  @Test(arguments: 1...5)
  func narrowBitmapsShowTheirPartOfWideOnes(width: Int) throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("i", of: face)
    func drawn(_ width: Int) throws -> Bitmap {
      let bitmap = try Bitmap(width: width, height: 12, background: .white)
      var canvas = Canvas(bitmap: bitmap, scale: PixelScale(1), glyphs: GlyphSource())
      for x in stride(from: 0, to: 6, by: 0.75) {
        let origin = Point(x: x - 1, y: 10)
        try canvas.drawGlyph(glyph, of: face, size: 7, color: .black, at: origin)
      }
      return canvas.bitmap
    }
    #expect(try drawn(width) == drawn(40).cropped(x: 0, y: 0, width: width, height: 12))
  }
}

@Suite struct PremultipliedPixelTests {
  @Test func productsAreRoundedToTheNearest() {
    for left in UInt8.min...255 {
      for right in UInt8.min...255 {
        let exact = (Double(left) * Double(right) / 255).rounded()
        if Double(left.multiplied(by: right)) != exact { Issue.record("\(left) × \(right)") }
      }
    }
  }

  @Test func straightColoursMultiplyBackToTheSamePixel() {
    for alpha in UInt8.min...255 {
      for channel in 0...alpha {
        let pixel = PremultipliedPixel(red: channel, green: alpha, blue: 0, alpha: alpha)
        if PremultipliedPixel(pixel.color) != pixel { Issue.record("\(channel) of \(alpha)") }
      }
    }
  }
}
