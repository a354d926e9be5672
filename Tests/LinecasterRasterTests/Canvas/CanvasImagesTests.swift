import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import Synchronization
import Testing

@testable import LinecasterRaster

@Suite struct CanvasImagesTests {
  /// An image of 40 × 20 with a half-size version for requests that need no more.
  private final class Halving: ImageProvider {
    let whole: Bitmap
    let half: Bitmap
    let asked = Mutex<[PixelSize]>([])

    /// Squares of 4 pixels, which halving averages without loss.
    init() throws {
      var random = SeededGenerator(seed: 7)
      let squares: [[UInt8]] = (0..<50).map { _ in random.bytes(3) + [255] }
      func bitmap(side: Int) throws -> Bitmap {
        let (width, height) = (10 * side, 5 * side)
        var pixels: [UInt8] = []
        for y in 0..<height {
          for x in 0..<width { pixels += squares[y / side * 10 + x / side] }
        }
        return try Bitmap(width: width, height: height, pixels: pixels)
      }
      whole = try bitmap(side: 4)
      half = try bitmap(side: 2)
    }

    func naturalSize(of image: ImageReference) -> Size? {
      image.name == "broken" ? nil : Size(width: 40, height: 20)
    }

    func bitmap(for image: ImageReference) -> Bitmap? { whole }

    func bitmap(for image: ImageReference, covering size: PixelSize) -> Bitmap? {
      asked.withLock { $0.append(size) }
      if image.name == "absent" { return nil }
      return size.width <= half.width && size.height <= half.height ? half : whole
    }
  }

  private func drawn(
    _ name: String, _ images: any ImageProvider, _ mode: ContentMode, in rect: Rect,
    scale: Double = 1
  ) throws -> Bitmap {
    var canvas = Canvas(
      bitmap: try Bitmap(width: 64, height: 64), scale: PixelScale(scale), glyphs: GlyphSource(),
      images: images)
    canvas.draw(ImageReference(name), in: DisplayShape(rect), mode)
    return canvas.bitmap
  }

  /// A tinted template has the tint with the alpha of the image. At its own size the bytes are
  /// equal; at others both are rounded twice, in different order.
  @Test(arguments: [Color(rgb: 0x0A58CA), .black, Color(red: 200, green: 90, blue: 0, alpha: 128)])
  func aTintTakesThePlaceOfColours(tint: Color) throws {
    var random = SeededGenerator(seed: 11)
    let icon = try Bitmap(
      width: 16, height: 8,
      pixels: (0..<128).flatMap { _ -> [UInt8] in
        let alpha = UInt8.random(in: 0...255, using: &random)
        return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
      })
    let tinted = try Bitmap(
      width: 16, height: 8,
      pixels: (0..<128).flatMap { index -> [UInt8] in
        let share = Double(icon.pixels[index * 4 + 3]) / 255
        let alpha = Double(tint.alpha) / 255
        return [tint.red, tint.green, tint.blue, 255].map { channel in
          let premultiplied = (Double(channel) * alpha).rounded()
          return UInt8(saturating: (premultiplied * share).rounded())
        }
      })
    for (rect, tolerance) in [
      (Rect(x: 3, y: 5, width: 16, height: 8), 0), (Rect(x: 2, y: 2, width: 40, height: 20), 2),
      (Rect(x: 7, y: 1, width: 5, height: 3), 2),
    ] {
      var canvases = try [Color.white, .clear].map { background in
        Canvas(
          bitmap: try Bitmap(width: 64, height: 32, background: background), scale: .one,
          glyphs: GlyphSource())
      }
      for index in canvases.indices {
        var other = canvases[index]
        canvases[index].draw(icon, in: DisplayShape(rect, cornerRadius: 2), tint: tint)
        other.draw(tinted, in: DisplayShape(rect, cornerRadius: 2))
        let pairs = zip(canvases[index].bitmap.pixels, other.bitmap.pixels)
        let worst = pairs.map { abs(Int($0) - Int($1)) }.max() ?? 0
        #expect(worst <= tolerance, "\(rect)")
      }
    }
  }

  @Test func aTintReachesPixelsByTheDisplayList() throws {
    let icon = try Bitmap(
      width: 4, height: 4, background: Color(red: 9, green: 9, blue: 9, alpha: 51))
    let rasterizer = DisplayRasterizer(images: Whole(bitmap: icon))
    let shape = DisplayShape(Rect(x: 0, y: 0, width: 4, height: 4))
    func list(_ tint: Color?) -> DisplayList {
      var list = DisplayList(size: Size(width: 8, height: 4))
      list.append(
        DisplayCommand.image(ImageReference("icon"), shape, .stretch, tint: tint)
          .offset(x: 4, y: 0))
      return list
    }
    let (plain, red) = (list(nil), list(Color(rgb: 0xFF0000)))
    var bitmap = try rasterizer.rasterize(plain)
    #expect(Array(bitmap.pixels[16..<20]) == [2, 2, 2, 51])
    #expect(
      try rasterizer.redraw(&bitmap, from: plain, to: red) == [
        PixelRect(left: 4, top: 0, right: 8, bottom: 4)
      ])
    #expect(Array(bitmap.pixels[16..<20]) == [51, 0, 0, 51])
    #expect(try bitmap == rasterizer.rasterize(red))
  }

  @Test func providersAreAskedForThePixelsThatAreDrawn() throws {
    let cases: [(ContentMode, Double, PixelSize)] = [
      (.stretch, 1, PixelSize(width: 20, height: 16)),
      (.stretch, 1.5, PixelSize(width: 30, height: 24)),
      (.fit, 1, PixelSize(width: 20, height: 10)), (.fill, 1, PixelSize(width: 32, height: 16)),
      (.fill, 2, PixelSize(width: 64, height: 32)),
      (.center, 2, PixelSize(width: 80, height: 40)),
    ]
    for (mode, scale, expected) in cases {
      let images = try Halving()
      _ = try drawn("a", images, mode, in: Rect(x: 3, y: 2, width: 20, height: 16), scale: scale)
      #expect(images.asked.withLock { $0 } == [expected], "\(mode) at \(scale)")
    }
  }

  @Test(arguments: ContentMode.allCases)
  func aSmallerBitmapIsDrawnInTheSamePlace(mode: ContentMode) throws {
    let images = try Halving()
    for rect in [
      Rect(x: 4, y: 8, width: 20, height: 10), Rect(x: 4, y: 4, width: 10, height: 5),
      Rect(x: 1, y: 3, width: 10, height: 10), Rect(x: 5, y: 2, width: 16, height: 8),
    ] {
      let whole = try drawn("a", Whole(bitmap: images.whole), mode, in: rect)
      let reduced = try drawn("a", images, mode, in: rect)
      let worst = zip(whole.pixels, reduced.pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
      #expect(worst <= 1, "\(rect)")
    }
    #expect(images.asked.withLock { $0.count } == 4)
  }

  /// A provider without reduced sizes.
  private struct Whole: ImageProvider {
    let bitmap: Bitmap
    func bitmap(for image: ImageReference) -> Bitmap? { bitmap }
  }

  @Test(arguments: ["broken", "absent"])
  func imagesWithoutPixelsArePlaceholders(name: String) throws {
    let rect = Rect(x: 2, y: 2, width: 4, height: 4)
    let bitmap = try drawn(name, Halving(), .fill, in: rect)
    let color = Canvas.placeholderColor
    let start = (3 * 64 + 3) * 4
    #expect(
      Array(bitmap.pixels[start..<start + 4]) == [color.red, color.green, color.blue, color.alpha])
    for rect in [
      Rect(x: 0, y: 0, width: .infinity, height: 3), Rect(x: .nan, y: 0, width: 3, height: 3),
      Rect(x: 0, y: 0, width: 1e300, height: 1e300), Rect(x: 0, y: 0, width: -4, height: 3),
    ] { _ = try drawn("a", Halving(), .fit, in: rect) }
  }
}
