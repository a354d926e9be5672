import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct GlyphRasterizerTests {
  private func overlap(_ pixel: Int, _ start: Double, _ end: Double) -> Double {
    max(0, min(Double(pixel + 1), end) - max(Double(pixel), start))
  }

  /// The letter l of this face is a rectangle, whose coverage follows from its box.
  @Test(arguments: [11, 16, 24.5, 60], 0..<4)
  func rectangularLetterHasTheCoverageOfItsBox(size: Double, bin: Int) throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("l", of: face)
    let key = GlyphKey(face: face, glyph: glyph, size: UInt32(size * 64), x: bin * 16)
    let bitmap = try GlyphRasterizer().rasterize(key, of: face)
    let box = SampleFonts.extents(glyph, of: face)
    let (start, end) = (box.left * size + Double(bin) / 4, box.right * size + Double(bin) / 4)
    for row in 0..<Int(bitmap.height) {
      let y = Int(bitmap.top) - row - 1
      for column in 0..<Int(bitmap.width) {
        let share =
          overlap(Int(bitmap.left) + column, start, end)
          * overlap(y, box.bottom * size, box.top * size)
        let level = Double(bitmap.bytes[row * bitmap.rowBytes + column])
        // Outlines are in 64ths of a pixel: each of the four edges is off by up to 1/128.
        #expect(abs(level - share * 255) <= 255 * 4 / 128.0)
      }
    }
    #expect(bitmap.content == .mask && bitmap.width > 0)
  }

  @Test func rowsArePaddedWithZeros() throws {
    let face = try SampleFonts.sans()
    let rasterizer = try GlyphRasterizer()
    for glyph in UInt32(30)..<130 {
      let key = GlyphKey(face: face, glyph: glyph, size: 19 * 64, x: 2 * 16)
      let bitmap = try rasterizer.rasterize(key, of: face)
      #expect(bitmap.bytes.count == bitmap.rowBytes * Int(bitmap.height))
      for row in 0..<Int(bitmap.height) {
        let padding = bitmap.bytes[(row * bitmap.rowBytes)...].prefix(bitmap.rowBytes)
          .dropFirst(Int(bitmap.width))
        #expect(padding.count < 4 && padding.allSatisfy { $0 == 0 })
      }
    }
  }

  @Test(arguments: [8, 16, 24, 48, 109, 200])
  func imagesHaveTheSizeOfTheEm(size: Int) throws {
    let face = try SampleFonts.emoji()
    let glyph = try SampleFonts.glyph("\u{1F600}", of: face)
    let key = GlyphKey(face: face, glyph: glyph, size: UInt32(size * 64), x: 0 * 16)
    let bitmap = try GlyphRasterizer().rasterize(key, of: face)
    let box = SampleFonts.extents(glyph, of: face)
    #expect(bitmap.content == .color)
    #expect(abs(Double(bitmap.width) - (box.right - box.left) * Double(size)) < 2)
    #expect(abs(Double(bitmap.height) - (box.top - box.bottom) * Double(size)) < 2)
    #expect(abs(Double(bitmap.top) - box.top * Double(size)) < 2)
    let pixels = stride(from: 0, to: bitmap.bytes.count, by: 4).map { bitmap.bytes[$0..<$0 + 4] }
    #expect(pixels.allSatisfy { pixel in pixel.allSatisfy { $0 <= pixel[pixel.startIndex + 3] } })
    // The middle of a grinning face is yellow: red and green, little blue.
    let middle = pixels[Int(bitmap.height) / 2 * bitmap.rowBytes / 4 + Int(bitmap.width) / 2]
    #expect(middle[middle.startIndex] > 200 && middle[middle.startIndex + 2] < 120)
  }

  @Test func glyphsThatDoNotExistAreEmpty() throws {
    let rasterizer = try GlyphRasterizer()
    for face in [try SampleFonts.sans(), try SampleFonts.emoji()] {
      for glyph in [65_535, UInt32.max] {
        let key = GlyphKey(face: face, glyph: glyph, size: 1024, x: 0 * 16)
        #expect(try rasterizer.rasterize(key, of: face) == .empty)
      }
    }
  }

  @Test func rasterizersAgreeWhateverTheyDrewBefore() throws {
    let faces = [try SampleFonts.sans(), try SampleFonts.emoji()]
    let used = try GlyphRasterizer()
    var random = SeededGenerator()
    for _ in 0..<60 {
      let face = faces[Int.random(in: 0...1, using: &random)]
      let key = GlyphKey(
        face: face, glyph: .random(in: 0..<900, using: &random),
        size: .random(in: 200..<2000, using: &random), x: .random(in: 0...63, using: &random))
      let fresh = try GlyphRasterizer().rasterize(key, of: face)
      #expect(try used.rasterize(key, of: face) == fresh, "seed \(random.seed)")
    }
  }
}
