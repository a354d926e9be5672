import LinecasterDisplay
import LinecasterFonts
import LinecasterGeometry
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct CanvasTests {
  private func canvas(
    width: Int = 40, height: Int = 30, scale: Double = 1, background: Color = .white,
    cache: GlyphCache = GlyphCache()
  ) throws -> Canvas {
    Canvas(
      bitmap: try Bitmap(width: width, height: height, background: background),
      scale: PixelScale(scale), glyphs: GlyphSource(cache: cache))
  }

  @Test func wholePixelFillsAreExact() throws {
    var canvas = try canvas(scale: 2)
    canvas.fill(DisplayShape(Rect(x: 1, y: 2, width: 3, height: 4)), with: Color(rgb: 0x112233))
    for y in 0..<30 {
      for x in 0..<40 {
        let isInside = 2..<8 ~= x && 4..<12 ~= y
        #expect(canvas.bitmap.color(atX: x, y: y) == (isInside ? Color(rgb: 0x112233) : .white))
      }
    }
  }

  @Test func halfCoveredPixelsAreMixed() throws {
    var canvas = try canvas()
    canvas.fill(DisplayShape(Rect(x: 1.5, y: 0, width: 1, height: 1)), with: .black)
    #expect(canvas.bitmap.color(atX: 1, y: 0) == Color(rgb: 0x7F7F7F))
    #expect(canvas.bitmap.color(atX: 0, y: 0) == .white)
  }

  @Test func glyphsMoveByQuarterPixels() throws {
    let face = try SampleFonts.sans()
    let glyph = try SampleFonts.glyph("l", of: face)
    func drawn(x: Double, y: Double = 20) throws -> Bitmap {
      var canvas = try canvas()
      try canvas.drawGlyph(glyph, of: face, size: 16, color: .black, at: Point(x: x, y: y))
      return canvas.bitmap
    }
    #expect(try drawn(x: 5.1) == drawn(x: 5))
    #expect(try drawn(x: 5.13) == drawn(x: 5.25))
    #expect(try drawn(x: 5.25) != drawn(x: 5))
    #expect(try drawn(x: 5.9) == drawn(x: 6))
    #expect(
      try drawn(x: 6).cropped(x: 1, y: 0, width: 39, height: 30)
        == drawn(x: 5).cropped(x: 0, y: 0, width: 39, height: 30))
    #expect(try drawn(x: 5, y: 20.4) == drawn(x: 5, y: 20))
    #expect(try drawn(x: 5, y: 20.5) == drawn(x: 5, y: 21))
  }

  /// What is drawn partly outside must be the matching part of what is drawn inside.
  @Test(arguments: ["l", "W", "g", "\u{1F600}"] as [Unicode.Scalar])
  func clippedGlyphsAreThePartThatIsSeen(scalar: Unicode.Scalar) throws {
    let face = scalar.value > 0xFFFF ? try SampleFonts.emoji() : try SampleFonts.sans()
    let glyph = try SampleFonts.glyph(scalar, of: face)
    let color = Color(red: 200, green: 10, blue: 90, alpha: 200)
    var whole = try canvas(width: 120, height: 120)
    try whole.drawGlyph(glyph, of: face, size: 24, color: color, at: Point(x: 50.25, y: 60))
    for step in 0..<40 {
      let (left, top) = (36 + step, 80 - step)
      var part = try canvas(width: 19, height: 17)
      try part.drawGlyph(
        glyph, of: face, size: 24, color: color,
        at: Point(x: 50.25 - Double(left), y: 60 - Double(top)))
      #expect(part.bitmap == whole.bitmap.cropped(x: left, y: top, width: 19, height: 17))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e12, -1e300])
  func placesThatAreNowhereDrawNothing(place: Double) throws {
    var canvas = try canvas()
    let before = canvas.bitmap
    let face = try SampleFonts.sans()
    try canvas.drawGlyph(40, of: face, size: 16, color: .black, at: Point(x: place, y: 10))
    try canvas.drawGlyph(40, of: face, size: 16, color: .black, at: Point(x: 10, y: place))
    try canvas.drawGlyph(40, of: face, size: -.infinity, color: .black, at: Point(x: 5, y: 20))
    canvas.fill(DisplayShape(Rect(x: place, y: 0, width: 1, height: 1)), with: .black)
    canvas.draw(before, in: DisplayShape(Rect(x: place, y: 0, width: 1, height: 1)))
    #expect(canvas.bitmap == before)
  }

  @Test(arguments: [50_000, .infinity, .nan])
  func giantTextIsAnError(size: Double) throws {
    var canvas = try canvas()
    let face = try SampleFonts.sans()
    let error = #expect(throws: RasterError.self) {
      try canvas.drawGlyph(40, of: face, size: size, color: .black, at: .zero)
    }
    #expect(error?.code == .tooLarge)
  }

  @Test func imagesOfTheSameSizeAreCopied() throws {
    var random = SeededGenerator()
    let image = try Bitmap(width: 9, height: 7, pixels: random.pixels(63))
    var canvas = try canvas(background: .clear)
    canvas.draw(image, in: DisplayShape(Rect(x: 3, y: 4, width: 9, height: 7)))
    #expect(canvas.bitmap.cropped(x: 3, y: 4, width: 9, height: 7) == image)
  }

  @Test func imagesAreCutToRoundCornersAsFillsAre() throws {
    let color = Color(rgb: 0xAA5511)
    let shape = DisplayShape(Rect(x: 2.3, y: 3.6, width: 20.2, height: 15), cornerRadius: 6)
    var filled = try canvas(background: .black)
    filled.fill(shape, with: color)
    var drawn = try canvas(background: .black)
    drawn.draw(try Bitmap(width: 5, height: 5, background: color), in: shape)
    for (left, right) in zip(filled.bitmap.pixels, drawn.bitmap.pixels) {
      // Two products are rounded where a fill rounds one sum.
      #expect(abs(Int(left) - Int(right)) <= 1)
    }
  }

  @Test func missingImagesAreAPlaceholder() throws {
    let shape = DisplayShape(Rect(x: 1, y: 1, width: 9, height: 9), cornerRadius: 2)
    var filled = try canvas()
    filled.fill(shape, with: Canvas.placeholderColor)
    var drawn = try canvas()
    drawn.draw(ImageReference("absent"), in: shape)
    #expect(drawn.bitmap == filled.bitmap)
  }
}
