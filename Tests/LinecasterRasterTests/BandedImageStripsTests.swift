import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import LinecasterText
import Synchronization
import Testing

@testable import LinecasterRaster

/// Pictures drawn in strips on several threads equal those drawn at once.
@Suite struct BandedImageStripsTests {
  private func strips(
    _ list: DisplayList, rows: Int, scale: PixelScale, by rasterizer: DisplayRasterizer,
    usualStrip: Int, processors: Int = 4
  ) throws -> (strips: BandedImage.Strips, steps: [BandedImage.Step])? {
    let limits = BandedImage.Strips.Limits(
      leastShared: 0, usualStrip: usualStrip, processors: processors)
    let drawing = BandedImage.Drawing(
      list: list, scale: scale, background: .white, rasterizer: rasterizer)
    let strips = BandedImage.Strips(drawing, rows: rows, cost: RenderCost(), limits: limits)
    guard let strips else { return nil }
    return try (strips, drawing.steps(.unlimited))
  }

  @Test func stripsAreTheWhole() throws {
    var display = try RandomDisplay(SeededGenerator(salt: 8))
    let noise = try Bitmap(width: 23, height: 17, pixels: display.random.pixels(23 * 17))
    let rasterizer = DisplayRasterizer(images: NoiseImages(image: noise))
    for round in 0..<TestSettings.transitions(usually: 30) {
      let list = display.list()
      let scale = PixelScale([1, 2, 1.25][round % 3])
      let whole = try rasterizer.drawing(
        list, scale: scale, background: .white, .unlimited)
      let height = scale.pixels(list.size.height)
      let found = try strips(
        list, rows: height, scale: scale, by: rasterizer,
        usualStrip: .random(in: 1...9000, using: &display.random))
      guard let (drawing, steps) = found else { continue }
      let drawn = try drawing.draw(steps, rows: 0..<height, .unlimited)
      #expect(drawn.bitmap == whole.bitmap, "seed \(display.random.seed), round \(round)")
      // An image outside of all strips is not reported as missing; the picture with it is the same.
      let unseen = whole.missingImages.subtracting(drawn.missingImages)
      #expect(drawn.missingImages.isSubset(of: whole.missingImages))
      let complete = DisplayRasterizer(images: NoiseImages(image: noise, others: unseen))
      #expect(
        try complete.rasterize(list, scale: scale, background: .white) == whole.bitmap,
        "seed \(display.random.seed), round \(round)")
      let part = height / 3..<height - height / 4
      let cut = try drawing.draw(steps, rows: part, .unlimited).bitmap
      let expected = whole.bitmap.cropped(
        x: 0, y: part.lowerBound, width: cut.width, height: part.count)
      #expect(cut == expected, "seed \(display.random.seed), round \(round)")
    }
  }

  private func boxes(_ count: Int) -> DisplayList {
    var list = DisplayList(size: Size(width: 400, height: 400))
    for index in 0..<count {
      let rect = Rect(x: Double(index % 20) * 20, y: Double(index / 20) * 20, width: 18, height: 18)
      list.append(.fill(DisplayShape(rect), .color(Color(rgb: 0x20_40_60 + UInt32(index)))))
    }
    return list
  }

  /// Cancellation is checked on the calling thread only, and ends the drawing of strips.
  @Test func cancellingEndsAllStrips() throws {
    let rasterizer = DisplayRasterizer()
    let found = try strips(
      boxes(400), rows: 400, scale: .one, by: rasterizer, usualStrip: 2000)
    let (drawing, steps) = try #require(found)
    var (asked, failure): (Int, (any Error)?) = (0, nil)
    // On a busy machine, other threads may draw all strips before the calling one asks again.
    for _ in 0..<1_000 where asked <= 3 {
      (asked, failure) = (0, nil)
      do {
        try WorkScope.run(isCancelled: {
          asked += 1
          return asked > 3
        }) { scope in
          _ = try drawing.draw(steps, rows: 0..<400, scope)
        }
      } catch {
        failure = error
      }
    }
    #expect(asked > 3 && failure is CancellationError)
  }

  @Test func fewPixelsAndSmallBudgetsAreDrawnByOneThread() throws {
    let list = boxes(10)
    let one = try strips(
      list, rows: 400, scale: .one, by: DisplayRasterizer(), usualStrip: 2000, processors: 1)
    #expect(one == nil)
    let small = DisplayRasterizer(budget: RenderBudget(pixelCount: 3 * 2000))
    #expect(try strips(list, rows: 400, scale: .one, by: small, usualStrip: 2000) == nil)
    let large = DisplayRasterizer(budget: RenderBudget(pixelCount: 4 * 2000))
    #expect(try strips(list, rows: 400, scale: .one, by: large, usualStrip: 2000) != nil)
    let drawing = BandedImage.Drawing(
      list: list, scale: .one, background: .white, rasterizer: large)
    let usual = BandedImage.Strips(
      drawing, rows: 400, cost: RenderCost(), limits: BandedImage.Strips.Limits(processors: 2))
    #expect(usual == nil)
  }

  /// Pictures of more than two million pixels, drawn through the public interface.
  @Test func largePicturesAreTheSameInStrips() throws {
    let list = boxes(400)
    let whole = try DisplayRasterizer().rasterize(list, scale: PixelScale(4), background: .white)
    let bands = try DisplayRasterizer().bands(
      of: list, scale: PixelScale(4), background: .white, bandHeight: 300)
    #expect(try bands.bitmap() == whole)
  }
}

extension DisplayRasterizer {
  /// Draws in bands of a number of rows.
  func bands(
    of list: DisplayList, scale: PixelScale, background: Color, bandHeight: Int
  ) throws -> BandedImage {
    let drawing = BandedImage.Drawing(
      list: list, scale: scale, background: background, rasterizer: self)
    return try list.walk { scope in try drawing.bands(ofHeight: bandHeight, scope) }
  }
}
