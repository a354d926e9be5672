import LinecasterBase
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// Paints compared with two other rasterizers: HarfBuzz's and Chromium's.
@Suite struct PaintWitnessTests {
  /// The tolerance of a channel.
  private static let tolerance = 8

  /// The greatest difference of a channel between two pixels.
  private static func distance(_ one: Bitmap, _ other: Bitmap, _ pixel: Int) -> Int {
    (pixel * 4..<pixel * 4 + 4).map { abs(Int(one.pixels[$0]) - Int(other.pixels[$0])) }.max() ?? 0
  }

  /// Every pixel, edges included.
  @Test(arguments: PaintSheet.all)
  func glyphsAreThoseOfHarfBuzz(sheet: PaintSheet) throws {
    // For a gradient of one colour HarfBuzz draws nothing, and the standard requires that colour.
    let isOfOneColor = sheet.group == "fills" ? 11 : -1
    for (index, (drawn, other)) in zip(try sheet.draw(), try sheet.pictures()).enumerated()
    where index != isOfOneColor {
      let pixels = 0..<PaintSheet.side * PaintSheet.side
      let greatest = pixels.map { Self.distance(drawn, other, $0) }.max() ?? 0
      #expect(greatest <= Self.tolerance, "glyph \(index)")
    }
  }

  /// Every pixel with similar neighbours. Chromium rounds the coverage of edges, whose total ink is
  /// similar.
  @Test(arguments: PaintSheet.all)
  func glyphsLookAsInChromium(sheet: PaintSheet) throws {
    // Chromium interpolates straight colours, the standard and HarfBuzz premultiplied ones; and
    // Chromium draws nothing of glyphs that refer to missing ones.
    let different = ["fills": 9, "moves": 18][sheet.group]
    let squares = zip(try sheet.draw(background: .white), try sheet.recording())
    for (index, (drawn, other)) in squares.enumerated() where index != different {
      // Emoji have similar shades next to each other, and coverage of curves differs by a quarter.
      let isEmoji = sheet.group == "emoji"
      let even = Self.evenPixels(of: other, contrast: isEmoji ? 30 : 60)
      #expect(even.count > (isEmoji ? 500 : 1100))
      let greatest = even.map { Self.distance(drawn, other, $0) }.max() ?? 0
      #expect(greatest <= Self.tolerance, "glyph \(index)")
      let (ink, otherInk) = (Self.ink(drawn), Self.ink(other))
      #expect(abs(ink - otherInk) <= 0.03 * otherInk, "glyph \(index)")
    }
  }

  /// The pixels that differ little from their eight neighbours, in every channel.
  private static func evenPixels(of image: Bitmap, contrast: Int) -> [Int] {
    let side = PaintSheet.side
    return (0..<side * side).filter { pixel in
      let (y, x) = pixel.quotientAndRemainder(dividingBy: side)
      return (max(0, y - 1)...min(side - 1, y + 1)).allSatisfy { row in
        (max(0, x - 1)...min(side - 1, x + 1)).allSatisfy { column in
          let neighbour = row * side + column
          return (0..<4).allSatisfy {
            abs(Int(image.pixels[pixel * 4 + $0]) - Int(image.pixels[neighbour * 4 + $0]))
              <= contrast
          }
        }
      }
    }
  }

  /// The total darkness of an image on white.
  private static func ink(_ image: Bitmap) -> Double {
    image.pixels.reduce(0) { $0 + Double(255 - $1) }
  }
}
