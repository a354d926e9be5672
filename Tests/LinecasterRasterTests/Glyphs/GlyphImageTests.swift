import LinecasterFonts
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// The image of the letter A is described in `make_images.py`.
@Suite struct GlyphImageTests {
  private let face: FontFace
  private let rasterizer: GlyphRasterizer

  init() throws {
    face = try FontFace(path: FontFixtures.strikes)
    rasterizer = try GlyphRasterizer()
  }

  private func bitmap(_ size: UInt32, _ rendering: GlyphRendering = .plain) throws -> GlyphBitmap {
    let key = GlyphKey(
      face: face, glyph: try SampleFonts.glyph("A", of: face), size: size * 64,
      style: GlyphStyle(rendering))
    return try rasterizer.rasterize(key, of: face)
  }

  /// Smaller than, between, as large as and larger than the strikes of 20 and 40 pixels.
  @Test(arguments: [10, 20, 30, 40, 100] as [UInt32])
  func imagesAreScaledToTheEm(size: UInt32) throws {
    let drawn = try bitmap(size)
    #expect(drawn.content == .color)
    #expect((drawn.left, drawn.top) == (Int32(size) / 10, Int32(size) * 4 / 5))
    #expect((drawn.width, drawn.height) == (Int32(size) * 4 / 5, Int32(size) * 4 / 5))
    // The quarters of a row, each in the middle of its half: red, and premultiplied blue. The
    // outer rows are faint where the image is enlarged.
    for row in 1..<Int(drawn.height) - 1 {
      let quarters = [1, 3].map { row * drawn.rowBytes + Int(drawn.width) * $0 / 4 * 4 }
      #expect(Array(drawn.bytes[quarters[0]..<quarters[0] + 4]) == [255, 0, 0, 255])
      #expect(Array(drawn.bytes[quarters[1]..<quarters[1] + 4]) == [0, 0, 128, 128])
    }
  }

  /// Hinting, stripes and curves are for outlines.
  @Test func imagesLookTheSameWithEveryRendering() throws {
    let plain = try bitmap(17)
    for hinting in GlyphRendering.Hinting.allCases {
      for antialiasing in GlyphRendering.Antialiasing.allCases {
        let rendering = GlyphRendering(hinting: hinting, antialiasing: antialiasing, contrast: 1)
        #expect(try bitmap(17, rendering) == plain)
      }
    }
  }

  /// Also where the size is that of a strike.
  @Test(arguments: [20, 100] as [Int32])
  func otherGlyphsOfTheFontAreOutlines(size: Int32) throws {
    let key = GlyphKey(
      face: face, glyph: try SampleFonts.glyph("l", of: face), size: UInt32(size) * 64)
    for _ in 0..<2 {
      let drawn = try rasterizer.rasterize(key, of: face)
      #expect(drawn.content == .mask)
      #expect(drawn.bytes.allSatisfy { $0 == 0 || $0 == 255 })
      let box = (drawn.left, drawn.top, drawn.width, drawn.height)
      #expect(box == (size / 10, size * 7 / 10, size / 5, size * 7 / 10))
      #expect(try bitmap(UInt32(size)).content == .color)
    }
  }

  /// FreeType and libpng are the witness.
  @Test func imagesWithPalettesAreFreeTypes() throws {
    let emoji = try SampleFonts.emoji()
    let opened = try FreeTypeFace(emoji, library: FreeTypeLibrary())
    var random = SeededGenerator()
    var count = 0
    for _ in 0..<TestSettings.transitions(usually: 40) {
      let glyph = UInt32.random(in: 0..<3000, using: &random)
      let key = GlyphKey(
        face: emoji, glyph: glyph, size: .random(in: 64 * 8...64 * 200, using: &random))
      let region =
        Bool.random(using: &random) ? nil : PixelRect(x: 3, y: -12, width: 9, height: 20)
      let read = opened.image(of: key, in: region)
      let isSame = read == opened.image(of: key, in: region, readsPalettes: false)
      #expect(isSame, "glyph \(glyph), seed \(random.seed)")
      count += read == nil ? 0 : 1
    }
    #expect(count > 0)
  }
}
