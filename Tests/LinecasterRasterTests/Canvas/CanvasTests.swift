import Dispatch
import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import Synchronization
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

  /// A glyph partly outside equals the matching part of one inside.
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

@Suite struct CanvasBandsTests {
  private func canvas(_ image: Bitmap, pixelsAtOnce: Int) throws -> Canvas {
    var canvas = Canvas(
      bitmap: try Bitmap(width: 90, height: 60, background: .white), scale: .one,
      glyphs: GlyphSource(), images: NoiseImages(image: image))
    canvas.pollPixelCount = pixelsAtOnce
    return canvas
  }

  /// The bytes are the same for shapes drawn at once or in bands of rows, and a cancellation check
  /// between the bands ends the drawing.
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
      try WorkScope.run(isCancelled: {
        asked += 1
        return false
      }) { scope in try whole.draw(list, in: scope) }
      try WorkScope.run(isCancelled: {
        askedMore += 1
        return false
      }) { scope in try banded.draw(list, in: scope) }
      let isSame = whole.bitmap == banded.bitmap
      #expect(isSame, note)
      #expect(askedMore >= asked, note)
      for stop in [1, askedMore / 2, askedMore] where stop > 0 {
        var count = 0
        var cut = try canvas(noise, pixelsAtOnce: 97)
        #expect(throws: CancellationError.self, note) {
          try WorkScope.run(isCancelled: {
            count += 1
            return count == stop
          }) { scope in try cut.draw(list, in: scope) }
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
      .group(DisplayGroup([.fill(shape, .color(.black))], opacity: 0.5)),
    ]
    for command in commands {
      var list = DisplayList(size: size)
      list.append(command)
      var asked = 0
      _ = try DisplayRasterizer().rasterize(list) {
        asked += 1
        return false
      }
      // One check for the list, one for the command and one for each further band.
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

@Suite struct GroupDrawingTests {
  private func canvas(_ background: Color = .white) throws -> Canvas {
    Canvas(
      bitmap: try Bitmap(width: 40, height: 30, background: background), scale: .one,
      glyphs: GlyphSource())
  }

  private func fill(_ x: Double, _ color: Color) -> DisplayCommand {
    .fill(DisplayShape(Rect(x: x, y: 5, width: 20, height: 20), cornerRadius: 7), .color(color))
  }

  /// A group over the background equals its drawing on clear pixels, composed by source-over.
  @Test func opacityMatchesTheFormula() throws {
    var random = try RandomDisplay(SeededGenerator())
    for _ in 0..<20 {
      let commands = [fill(2, random.color()), fill(11.5, random.color())]
      let opacity = random.number(0...1)
      let ground = random.color()
      var alone = try canvas(.clear)
      for command in commands {
        try alone.draw(.group(DisplayGroup([command])), .unlimited)
      }
      var drawn = try canvas(ground)
      let before = drawn.bitmap
      try drawn.draw(DisplayGroup(commands, opacity: opacity))
      for index in drawn.bitmap.pixels.indices {
        let alpha = Double(alone.bitmap.pixels[index | 3]) / 255 * opacity
        let expected =
          Double(alone.bitmap.pixels[index]) * opacity
          + Double(before.pixels[index]) * (1 - alpha)
        // Four numbers are rounded by at most ½ each: the opacity, the group's colour, its alpha
        // times the opacity, and the sum.
        #expect(
          abs(Double(drawn.bitmap.pixels[index]) - expected) <= 2,
          "seed \(random.random.seed)")
      }
    }
  }

  @Test func aClipIsTheCoverageOfItsShape() throws {
    let clip = DisplayShape(Rect(x: 4.3, y: 3, width: 30, height: 22.5), cornerRadius: 8)
    let everywhere = DisplayShape(Rect(x: -10, y: -10, width: 90, height: 90))
    var filled = try canvas()
    filled.fill(clip, with: Color(rgb: 0xAA3311))
    var clipped = try canvas()
    try clipped.draw(
      DisplayGroup([.fill(everywhere, .color(Color(rgb: 0xAA3311)))], clip: clip))
    for (left, right) in zip(filled.bitmap.pixels, clipped.bitmap.pixels) {
      #expect(abs(Int(left) - Int(right)) <= 1)
    }
  }

  @Test func plainGroupsAreTheirSteps() throws {
    let commands = [fill(2, Color(red: 9, green: 80, blue: 3, alpha: 100)), fill(9, .black)]
    var apart = try canvas()
    for command in commands { try apart.draw(command, .unlimited) }
    var group = try canvas()
    let pixels = DisplayShape(Rect(x: 0, y: 0, width: 40, height: 30))
    try group.draw(DisplayGroup([.group(DisplayGroup(commands))], clip: pixels))
    #expect(group.bitmap == apart.bitmap)
  }

  @Test(arguments: [0, -1, Double.nan])
  func clearGroupsAreNotSeen(opacity: Double) throws {
    var canvas = try canvas()
    let before = canvas.bitmap
    try canvas.draw(DisplayGroup([fill(2, .black)], opacity: opacity))
    #expect(canvas.bitmap == before)
  }

  @Test func deepGroupsAreDrawnAndDeeperOnesAnError() throws {
    // Rounded corners take pixels of their own.
    let clip = DisplayShape(Rect(x: 0, y: 0, width: 40, height: 30), cornerRadius: 1)
    func nested(_ levels: Int) -> DisplayGroup {
      (1..<levels).reduce(DisplayGroup([fill(2, .black)], clip: clip)) { group, _ in
        DisplayGroup([.group(group)], clip: clip)
      }
    }
    let deepest = nested(DisplayGroup.maximumDepth)
    let failures = Mutex<[RasterError]>([])
    // Threads of the queue have the smallest stacks on which drawing runs.
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      do {
        var canvas = try canvas()
        try canvas.draw(deepest)
        #expect(canvas.bitmap.color(atX: 10, y: 15) != .white)
      } catch {
        if let error = error as? RasterError { failures.withLock { $0.append(error) } }
      }
    }
    #expect(failures.withLock { $0 }.isEmpty)
    for levels in [DisplayGroup.maximumDepth + 1, 50_000] {
      let group = nested(levels)
      #expect(group.isTooDeep)
      var canvas = try canvas()
      let error = #expect(throws: RasterError.self) { try canvas.draw(group) }
      #expect(error?.code == .tooLarge)
    }
  }

  /// Groups that blend inside a clip blend with the pixels beneath it (CSS Compositing 1), at any
  /// place and inside plain groups; an opacity isolates them.
  @Test(arguments: [10.0, 10.5], [0.0, 3])
  func clipsDoNotIsolate(x: Double, radius: Double) throws {
    let (beneath, above) = (Color(rgb: 0x754399), Color(rgb: 0xF0E050))
    let box = DisplayShape(Rect(x: x, y: 5, width: 20, height: 20), cornerRadius: radius)
    let blended = DisplayCommand.group(
      DisplayGroup([.fill(box, .color(above))], effects: DisplayEffects(blend: .multiply)))
    func middle(_ group: DisplayGroup) throws -> Color {
      var canvas = try canvas()
      canvas.fill(DisplayShape(Rect(x: 0, y: 0, width: 40, height: 30)), with: beneath)
      try canvas.draw(group)
      #expect(canvas.bitmap.color(atX: 2, y: 15) == beneath)
      return try #require(canvas.bitmap.color(atX: 20, y: 15))
    }
    func product(_ one: UInt8, _ other: UInt8) -> Int { (Int(one) * Int(other) + 127) / 255 }
    let plain = DisplayGroup([.group(DisplayGroup([blended]))], clip: box)
    for group in [DisplayGroup([blended], clip: box), plain] {
      let color = try middle(group)
      let channels = [
        (color.red, product(beneath.red, above.red)),
        (color.green, product(beneath.green, above.green)),
        (color.blue, product(beneath.blue, above.blue)),
      ]
      #expect(channels.allSatisfy { abs(Int($0.0) - $0.1) <= 1 }, "\(color)")
    }
    // Half of the box itself, not of the product.
    let isolated = DisplayGroup([.group(DisplayGroup([blended], opacity: 0.5))], clip: box)
    let mean = (Int(beneath.red) + Int(above.red)) / 2
    #expect(try abs(Int(middle(isolated).red) - mean) <= 2)
  }

  @Test func errorsLeaveWhatWasDrawn() throws {
    var canvas = try canvas()
    var asked = 0
    let group = DisplayGroup([fill(2, .black), fill(9, .black)], opacity: 0.5)
    #expect(throws: CancellationError.self) {
      try WorkScope.run(isCancelled: {
        asked += 1
        return asked > 1
      }) { scope in try canvas.draw(group, in: scope) }
    }
    #expect((canvas.bitmap.width, canvas.bitmap.height) == (40, 30))
    try canvas.draw(group)
    #expect(canvas.bitmap.color(atX: 10, y: 15) == Color(rgb: 0x7F7F7F))
  }
}
