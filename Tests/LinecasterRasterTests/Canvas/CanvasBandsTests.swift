import LinecasterDisplay
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct CanvasBandsTests {
  private struct Noise: ImageProvider {
    let image: Bitmap

    func bitmap(for image: ImageReference) -> Bitmap? {
      image == RandomDisplay.images[0] ? self.image : nil
    }
  }

  private func canvas(_ image: Bitmap, pixelsAtOnce: Int) throws -> Canvas {
    var canvas = Canvas(
      bitmap: try Bitmap(width: 90, height: 60, background: .white), scale: .one,
      glyphs: GlyphSource(), images: Noise(image: image))
    canvas.pollPixelCount = pixelsAtOnce
    return canvas
  }

  /// The same bytes whether shapes are drawn at once or some rows at a time, and a question between
  /// these that ends the drawing.
  @Test func bandsShowNowhere() throws {
    var display = try RandomDisplay(SeededGenerator(salt: 21))
    let noise = try Bitmap(width: 23, height: 17, pixels: display.random.pixels(23 * 17))
    for round in 0..<30 {
      let list = display.list()
      let note: Comment = "seed \(display.random.seed), round \(round)"
      var (whole, banded) = (
        try canvas(noise, pixelsAtOnce: .max), try canvas(noise, pixelsAtOnce: 97)
      )
      var (asked, askedMore) = (0, 0)
      try whole.draw(list) {
        asked += 1
        return false
      }
      try banded.draw(list) {
        askedMore += 1
        return false
      }
      let isSame = whole.bitmap == banded.bitmap
      #expect(isSame, note)
      #expect(askedMore >= asked, note)
      for stop in [1, askedMore / 2, askedMore] where stop > 0 {
        var count = 0
        var cut = try canvas(noise, pixelsAtOnce: 97)
        #expect(throws: CancellationError.self, note) {
          try cut.draw(list) {
            count += 1
            return count == stop
          }
        }
        #expect(count == stop, note)
      }
    }
  }

  @Test func asksOftenOnManyPixels() throws {
    let size = Size(width: 1000, height: 1000)
    let shape = DisplayShape(Rect(origin: .zero, size: size), cornerRadius: 90)
    let stops = [GradientStop(.black, at: 0), GradientStop(.white, at: 1)]
    let commands: [DisplayCommand] = [
      .fill(shape, .color(.black)), .fill(shape, .linear(LinearGradient(angle: 9, stops: stops))),
      .shadow(shape, Shadow(.black, blur: 8)),
      .image(RandomDisplay.images[1], shape, .stretch),
      .group(DisplayGroup([], opacity: 0.5)),
    ]
    for command in commands {
      var list = DisplayList(size: size)
      list.append(command)
      var asked = 0
      _ = try DisplayRasterizer().rasterize(list) {
        asked += 1
        return false
      }
      // One for the list, one for the command and one for each further band.
      #expect(asked >= 9, "\(command)")
    }
  }

  @Test func bandsCoverARectangle() {
    let rect = PixelRect(left: -3, top: 2, right: 7, bottom: 25)
    let bands = rect.bands(of: 45)
    #expect(bands.map(\.height) == [4, 4, 4, 4, 4, 3])
    #expect(bands.allSatisfy { $0.left == -3 && $0.right == 7 })
    #expect(bands.first?.top == 2 && bands.last?.bottom == 25)
    #expect(zip(bands, bands.dropFirst()).allSatisfy { $0.bottom == $1.top })
    #expect(rect.bands(of: 1).count == 23)
    #expect(rect.bands(of: .max) == [rect])
    #expect(PixelRect(left: 0, top: 0, right: 0, bottom: 9).bands(of: 10).isEmpty)
  }
}
