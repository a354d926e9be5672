import LinecasterBase
import LinecasterFonts
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

  /// Sizes below, between, equal to and above the strikes of 20 and 40 pixels.
  @Test(arguments: [10, 20, 30, 40, 100] as [UInt32])
  func imagesAreScaledToTheEm(size: UInt32) throws {
    let drawn = try bitmap(size)
    #expect(drawn.content == .color)
    #expect((drawn.left, drawn.top) == (Int32(size) / 10, Int32(size) * 4 / 5))
    #expect((drawn.width, drawn.height) == (Int32(size) * 4 / 5, Int32(size) * 4 / 5))
    // Two quarters of a row, each in the middle of its half: red, and premultiplied blue. The outer
    // rows are faint if the image is enlarged.
    for row in 1..<Int(drawn.height) - 1 {
      let quarters = [1, 3].map { row * drawn.rowBytes + Int(drawn.width) * $0 / 4 * 4 }
      #expect(Array(drawn.bytes[quarters[0]..<quarters[0] + 4]) == [255, 0, 0, 255])
      #expect(Array(drawn.bytes[quarters[1]..<quarters[1] + 4]) == [0, 0, 128, 128])
    }
  }

  /// Hinting, subpixels and gamma curves apply to outlines only.
  @Test func imagesLookTheSameWithEveryRendering() throws {
    let plain = try bitmap(17)
    for hinting in GlyphRendering.Hinting.allCases {
      for antialiasing in GlyphRendering.Antialiasing.allCases {
        let rendering = GlyphRendering(hinting: hinting, antialiasing: antialiasing, contrast: 1)
        #expect(try bitmap(17, rendering) == plain)
      }
    }
  }

  /// The same at the size of a strike.
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

  /// FreeType with libpng is the witness.
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

@Suite struct PaletteImageTests {
  /// A PNG file whose packed pixels are the pixels themselves.
  private struct File {
    var header: [UInt8] = [8, 3, 0, 0, 0]
    var width: UInt8 = 3
    var height: UInt8 = 2
    var colors: [UInt8] = [255, 0, 0, 0, 200, 100]
    var alphas: [UInt8] = [255, 51]
    var rows: [UInt8] = [0, 0, 1, 2, 0, 1, 0, 0]
    var chunksAfterPixels: [String] = []

    var bytes: [UInt8] {
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
        + chunk("IHDR", [0, 0, 0, width, 0, 0, 0, height] + header)
        + chunk("PLTE", colors) + chunk("tRNS", alphas) + chunk("IDAT", rows)
        + chunksAfterPixels.flatMap { chunk($0, [1, 2, 3]) } + chunk("IEND", [])
    }

    private func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(bytes.count)] + Array(name.utf8) + bytes + [0, 0, 0, 0]
    }
  }

  private func read(_ bytes: [UInt8], maximumSide: Int = 100) -> PaletteImage? {
    bytes.withUnsafeBytes { file in
      PaletteImage(file, maximumSide: maximumSide) { data, count in
        data.count == count ? Array(data) : nil
      }
    }
  }

  private func colors(_ image: PaletteImage) -> [SIMD4<Float>] {
    image.withRows { rows in
      [1 as Float].withUnsafeBufferPointer { weights in
        (0..<image.height * image.width).map {
          rows.sum(row: $0 / image.width, from: $0 % image.width, weights)
        }
      }
    } ?? []
  }

  @Test func colorsAreMultipliedByTheirAlpha() throws {
    let image = try #require(read(File().bytes))
    #expect((image.width, image.height) == (3, 2))
    let red = SIMD4<Float>(255, 0, 0, 255)
    let faint = SIMD4<Float>(0, 40, 20, 51)
    // The last colour of the first row is not in the palette.
    #expect(colors(image) == [red, faint, SIMD4(0, 0, 0, 255), faint, red, red])
  }

  @Test func sumsAreWeighted() throws {
    let image = try #require(read(File().bytes))
    let sum = image.withRows { rows in
      [0.5, 0.25].withUnsafeBufferPointer { rows.sum(row: 1, from: 0, $0) }
    }
    #expect(sum == SIMD4(63.75, 20, 10, 89.25))
  }

  @Test func otherKindsAreLeftToOthers() {
    #expect(read(File(header: [4, 3, 0, 0, 0]).bytes) == nil)
    #expect(read(File(header: [8, 6, 0, 0, 0]).bytes) == nil)
    #expect(read(File(header: [8, 3, 0, 0, 1]).bytes) == nil)
    #expect(read(File(chunksAfterPixels: ["IDAT"]).bytes) == nil)
    #expect(read(File(rows: [0, 0, 1, 2, 1, 1, 0, 0]).bytes) == nil, "a filtered row")
  }

  @Test func brokenFilesAreNone() {
    #expect(read(File(width: 0).bytes) == nil)
    #expect(read(File(width: 4).bytes) == nil, "rows too short")
    #expect(read(File().bytes, maximumSide: 2) == nil)
    #expect(read(File(colors: [1, 2]).bytes) == nil)
    let bytes = File().bytes
    for count in bytes.indices { #expect(read(Array(bytes[..<count])) == nil) }
  }

  @Test func changedBytesReadNothingOutside() {
    var random = SeededGenerator()
    let bytes = File().bytes
    for _ in 0..<TestSettings.transitions(usually: 2000) {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        changed[Int.random(in: changed.indices, using: &random)] =
          UInt8.random(in: 0...255, using: &random)
      }
      guard let image = read(changed) else { continue }
      let isWithin = colors(image).allSatisfy { (0...255).contains($0.max()) && $0.min() >= 0 }
      #expect(isWithin, "seed \(random.seed)")
    }
  }
}
