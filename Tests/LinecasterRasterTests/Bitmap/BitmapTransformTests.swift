import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct BitmapTransformTests {
  private func bitmap(_ width: Int, _ height: Int, _ pixels: [UInt8]) throws -> Bitmap {
    try Bitmap(width: width, height: height, pixels: pixels)
  }

  /// Transforms each channel of each pixel alone: the source place of the pixel's centre by
  /// Cramer's rule, and weights of all pixels of the image by their distance.
  private func witness(
    _ image: Bitmap, over target: Bitmap, opacity: Double, _ map: DisplayTransform
  ) -> [Double] {
    let determinant = map.a * map.d - map.c * map.b
    return target.pixels.indices.map { index in
      let (place, channel) = (index / 4, index % 4)
      let x = Double(place % target.width) + 0.5 - map.x
      let y = Double(place / target.width) + 0.5 - map.y
      let from = (
        x: (x * map.d - map.c * y) / determinant, y: (map.a * y - x * map.b) / determinant
      )
      var (color, alpha) = (0.0, 0.0)
      for row in 0..<image.height {
        for column in 0..<image.width {
          let weight =
            max(0, 1 - abs(from.x - Double(column) - 0.5))
            * max(0, 1 - abs(from.y - Double(row) - 0.5)) * opacity
          let start = (row * image.width + column) * 4
          color += weight * Double(image.pixels[start + channel])
          alpha += weight * Double(image.pixels[start + 3])
        }
      }
      return color + Double(target.pixels[index]) * (1 - alpha / 255)
    }
  }

  @Test func pixelsAreThoseOfTheFormula() throws {
    var random = SeededGenerator(salt: 77)
    for round in 0..<300 {
      let sides = (0..<4).map { _ in Int.random(in: 1...9, using: &random) }
      let image = try bitmap(sides[0], sides[1], random.pixels(sides[0] * sides[1]))
      let before = try bitmap(sides[2], sides[3], random.pixels(sides[2] * sides[3]))
      func number(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &random)
      }
      let map = DisplayTransform(
        a: number(-2...2), b: number(-2...2), c: number(-2...2), d: number(-2...2),
        x: number(-9...9), y: number(-9...9))
      guard abs(map.a * map.d - map.b * map.c) > 0.01 else { continue }
      let opacity = Bool.random(using: &random) ? 1 : number(0...1)
      var drawn = before
      drawn.blend(image, opacity: opacity, through: map)
      for (byte, exact) in zip(drawn.pixels, witness(image, over: before, opacity: opacity, map)) {
        // A half may round either way, by the order of the additions.
        #expect(abs(Double(byte) - exact) <= 0.5 + 1e-6, "\(round), seed \(random.seed)")
      }
    }
  }

  /// Quarter turns and shifts by whole pixels move bytes without mixing them.
  @Test func turnsAndShiftsKeepBytes() throws {
    var random = SeededGenerator(salt: 78)
    let image = try bitmap(5, 3, random.pixels(15))
    let clear = try bitmap(11, 11, [UInt8](repeating: 0, count: 11 * 44))
    var shifted = clear
    shifted.blend(image, opacity: 1, through: DisplayTransform(a: 1, b: 0, c: 0, d: 1, x: 4, y: 2))
    var turned = clear
    turned.blend(image, opacity: 1, through: DisplayTransform(a: 0, b: 1, c: -1, d: 0, x: 8, y: 1))
    for row in 0..<3 {
      for column in 0..<5 {
        func pixel(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> ArraySlice<UInt8> {
          bitmap.pixels[(y * bitmap.width + x) * 4..<(y * bitmap.width + x + 1) * 4]
        }
        let own = pixel(image, column, row)
        #expect(pixel(shifted, column + 4, row + 2).elementsEqual(own))
        #expect(pixel(turned, 7 - row, column + 1).elementsEqual(own))
      }
    }
  }

  @Test func whatCannotBeUndoneDrawsNothing() throws {
    var random = SeededGenerator(salt: 79)
    let image = try bitmap(4, 4, random.pixels(16))
    let before = try bitmap(6, 6, random.pixels(36))
    for map in [
      DisplayTransform(a: 0, b: 0, c: 0, d: 0, x: 1, y: 1),
      DisplayTransform(a: 1, b: 2, c: 2, d: 4, x: 0, y: 0),
      DisplayTransform(a: .nan, b: 0, c: 0, d: 1, x: 0, y: 0),
      DisplayTransform(a: 1, b: 0, c: 0, d: 1, x: .infinity, y: 0),
      DisplayTransform(a: 1e300, b: 0, c: 0, d: 1e300, x: 0, y: 0),
    ] {
      var drawn = before
      drawn.blend(image, opacity: 1, through: map)
      #expect(drawn == before)
    }
  }
}
