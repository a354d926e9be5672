import LinecasterDisplay
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// What makes it possible to draw only what changed.
@Suite struct RedrawingTests {
  private struct Noise: ImageProvider {
    let image: Bitmap

    func bitmap(for image: ImageReference) -> Bitmap? {
      image == RandomDisplay.images[0] ? self.image : nil
    }
  }

  private func canvas(_ random: inout SeededGenerator, scale: Double, _ glyphs: GlyphSource) throws
    -> Canvas
  {
    let noise = try Bitmap(width: 23, height: 17, pixels: random.pixels(23 * 17))
    let scale = PixelScale(scale)
    let bitmap = try Bitmap(
      width: scale.pixels(RandomDisplay.size.width),
      height: scale.pixels(RandomDisplay.size.height),
      background: .white)
    return Canvas(bitmap: bitmap, scale: scale, glyphs: glyphs, images: Noise(image: noise))
  }

  /// Under a smaller clip the same bytes are drawn inside of it, and none outside.
  @Test func aPartIsThatOfTheWhole() throws {
    var display = try RandomDisplay(SeededGenerator())
    let glyphs = GlyphSource()
    for round in 0..<60 {
      let list = display.list()
      var images = display.random
      let scale = [1, 2, 1.25, 1.5][round % 4]
      let plain = try canvas(&images, scale: scale, glyphs)
      var whole = plain
      try whole.draw(list)
      for _ in 0..<3 {
        var part = plain
        let bounds = plain.bitmap.bounds
        let left = Int.random(in: 0..<bounds.right, using: &display.random)
        let top = Int.random(in: 0..<bounds.bottom, using: &display.random)
        part.clip = PixelRect(
          left: left, top: top,
          right: .random(in: left + 1...bounds.right, using: &display.random),
          bottom: .random(in: top + 1...bounds.bottom, using: &display.random))
        let clip = part.clip
        try part.draw(list)
        var expected = plain.bitmap
        expected.draw(
          whole.bitmap.cropped(x: left, y: top, width: clip.width, height: clip.height),
          atX: left, y: top)
        #expect(
          part.bitmap == expected, "seed \(display.random.seed), round \(round), \(clip)")
      }
    }
  }

  /// Nothing reaches out of a list, whatever is in it.
  @Test func listsStayInsideOfTheirSize() throws {
    var display = try RandomDisplay(SeededGenerator(salt: 1))
    let rasterizer = DisplayRasterizer()
    for _ in 0..<20 {
      let list = display.list()
      let alone = try rasterizer.rasterize(list, background: .white)
      var page = Canvas(
        bitmap: try Bitmap(width: 130, height: 100, background: .white), scale: .one,
        glyphs: rasterizer.glyphs)
      try page.draw(list, at: Point(x: 20, y: 30))
      var expected = try Bitmap(width: 130, height: 100, background: .white)
      expected.draw(alone, atX: 20, y: 30)
      #expect(page.bitmap == expected, "seed \(display.random.seed)")
    }
  }
}
