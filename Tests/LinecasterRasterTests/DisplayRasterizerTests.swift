import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterRaster

@Suite struct DisplayRasterizerTests {
  private struct Checkers: ImageProvider {
    let image: Bitmap

    func bitmap(for image: ImageReference) -> Bitmap? {
      image == ImageReference("checkers") ? self.image : nil
    }
  }

  private func sampleList() -> DisplayList {
    var list = DisplayList(size: Size(width: 33.3, height: 21))
    list.append(.fill(DisplayShape(Rect(x: -4, y: 2, width: 60, height: 9.5)), .color(.black)))
    list.append(
      .fill(
        DisplayShape(Rect(x: 3.2, y: 4, width: 20, height: 14), cornerRadius: 5),
        .color(Color(red: 220, green: 80, blue: 10, alpha: 150))))
    list.append(
      .image(
        ImageReference("checkers"),
        DisplayShape(Rect(x: 10.5, y: 6, width: 17, height: 12), cornerRadius: 3), .stretch))
    list.append(
      .image(
        ImageReference("absent"), DisplayShape(Rect(x: 1, y: 1, width: 4, height: 4)), .stretch))
    return list
  }

  private func rasterizer() throws -> DisplayRasterizer {
    return DisplayRasterizer(
      images: Checkers(image: try checkers()))
  }

  @Test func sizeIsRoundedUpToWholePixels() throws {
    let bitmap = try rasterizer().rasterize(sampleList(), scale: PixelScale(1.5))
    #expect((bitmap.width, bitmap.height) == (50, 32))
    #expect(try rasterizer().rasterize(DisplayList(size: .zero)).pixels.isEmpty)
  }

  /// Lists that begin with fills of all or nearly all pixels, on backgrounds of any colour.
  @Test(arguments: [1, 1.5, 2])
  func fillsOfAllPixelsAreDrawnAsOthers(scale: Double) throws {
    let scale = PixelScale(scale)
    let sample = sampleList()
    let all = Rect(origin: .zero, size: sample.size)
    let fills: [DisplayCommand] = [
      .fill(DisplayShape(all), .color(Color(red: 10, green: 200, blue: 90))),
      .fill(DisplayShape(Rect(x: -3, y: -1, width: 90, height: 40)), .color(.white)),
      .fill(DisplayShape(all), .color(Color(red: 240, green: 20, blue: 90, alpha: 254))),
      .fill(DisplayShape(all, cornerRadius: 3), .color(Color(red: 90, green: 60, blue: 0))),
      .fill(
        DisplayShape(Rect(x: 0.4, y: 0, width: 60, height: 60)),
        .color(Color(red: 1, green: 2, blue: 200))),
    ]
    for first in fills {
      for second in fills {
        var list = DisplayList(size: sample.size)
        for command in [first, second] + sample.commands { list.append(command) }
        for background in [Color.clear, .white, Color(red: 9, green: 0, blue: 70, alpha: 90)] {
          let whole = try rasterizer().rasterize(list, scale: scale, background: background)
          var canvas = Canvas(
            bitmap: try Bitmap(width: whole.width, height: whole.height, background: background),
            scale: scale, glyphs: GlyphSource(), images: try Checkers(image: checkers()))
          try canvas.draw(list)
          #expect(whole == canvas.bitmap, "\(first), \(second) on \(background)")
        }
      }
    }
  }

  @Test func listsTooLargeAreErrors() throws {
    let list = DisplayList(size: Size(width: .infinity, height: 1e9))
    let error = #expect(throws: RasterError.self) { try rasterizer().rasterize(list) }
    #expect(error?.code == .tooLarge)
  }

  @Test func listsLookTheSameWhereverTheyAre() throws {
    let alone = try rasterizer().rasterize(sampleList(), background: .white)
    var page = Canvas(
      bitmap: try Bitmap(width: 80, height: 60, background: .white), scale: .one,
      glyphs: GlyphSource(), images: try Checkers(image: checkers()))
    try page.draw(sampleList(), at: Point(x: 20.3, y: 30.6))
    var expected = try Bitmap(width: 80, height: 60, background: .white)
    expected.draw(alone, atX: 20, y: 31)
    #expect(page.bitmap == expected)
  }

  private func checkers() throws -> Bitmap {
    let pixels = (0..<64).flatMap { index -> [UInt8] in
      (index + index / 8) % 2 == 0 ? [255, 0, 0, 255] : [0, 40, 80, 128]
    }
    return try Bitmap(width: 8, height: 8, pixels: pixels)
  }

  @Test func cancellationIsAskedBeforeEachCommand() throws {
    let list = sampleList()
    for limit in 0...list.commands.count {
      var asked = 0
      #expect(throws: CancellationError.self) {
        try rasterizer().rasterize(list) {
          asked += 1
          return asked > limit
        }
      }
      #expect(asked == limit + 1)
    }
  }

  /// Draws text of random sizes and places by the primitive that layouts use.
  private func page(of glyphs: GlyphSource, seed: SeededGenerator) throws -> Bitmap {
    var random = seed
    let faces = [try SampleFonts.sans(), try SampleFonts.sans(), try SampleFonts.emoji()]
    var canvas = Canvas(
      bitmap: try Bitmap(width: 160, height: 90, background: .white), scale: PixelScale(1.25),
      glyphs: glyphs)
    for _ in 0..<150 {
      try canvas.drawGlyph(
        .random(in: 3..<300, using: &random), of: faces[.random(in: 0..<3, using: &random)],
        size: Double(Int.random(in: 8..<14, using: &random)), color: Color(rgb: 0x203050),
        at: Point(
          x: .random(in: -5...130, using: &random), y: .random(in: 0...80, using: &random)))
    }
    return canvas.bitmap
  }

  @Test func bytesAreTheSameWithAnyCacheOnAnyThread() throws {
    let seed = SeededGenerator()
    let off = try page(of: GlyphSource(cache: GlyphCache(byteLimit: 0)), seed: seed)
    let tiny = GlyphSource(cache: GlyphCache(byteLimit: 16 * 700))
    let shared = GlyphSource()
    let results = Mutex<[Bitmap]>([])
    DispatchQueue.concurrentPerform(iterations: 6) { index in
      guard let bitmap = try? page(of: index % 2 == 0 ? tiny : shared, seed: seed) else { return }
      results.withLock { $0.append(bitmap) }
    }
    let bitmaps = results.withLock { $0 }
    #expect(bitmaps.count == 6)
    #expect(bitmaps.allSatisfy { $0 == off }, "seed \(seed.seed)")
    #expect(tiny.cache.statistics.evictions > 0)
    #expect(shared.cache.statistics.hits > 0)
    #expect(off != (try Bitmap(width: 160, height: 90, background: .white)))
  }
}

/// The premises of drawing only changed pixels.
@Suite struct RedrawingTests {
  private func canvas(_ random: inout SeededGenerator, scale: Double, _ glyphs: GlyphSource) throws
    -> Canvas
  {
    let noise = try Bitmap(width: 23, height: 17, pixels: random.pixels(23 * 17))
    let scale = PixelScale(scale)
    let bitmap = try Bitmap(
      width: scale.pixels(RandomDisplay.size.width),
      height: scale.pixels(RandomDisplay.size.height),
      background: .white)
    return Canvas(bitmap: bitmap, scale: scale, glyphs: glyphs, images: NoiseImages(image: noise))
  }

  /// A smaller clip draws the same bytes inside and none outside.
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

  /// No list draws outside its size.
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
