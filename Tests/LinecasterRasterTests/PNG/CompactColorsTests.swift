import LinecasterBase
import LinecasterFiles
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// Reduced palettes: no channel of a pixel differs by more than 1 of 255.
@Suite struct CompactColorsTests {
  private let encoder = PNGEncoder(colors: .compact)

  /// The greatest difference of a channel, premultiplied and with straight alpha.
  private func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
    func greatest(_ one: [UInt8], _ other: [UInt8]) -> Int {
      zip(one, other).map { abs(Int($0) - Int($1)) }.max() ?? 0
    }
    return max(
      greatest(one.pixels, other.pixels),
      greatest(StraightAlpha.straight(one.pixels), StraightAlpha.straight(other.pixels)))
  }

  /// A picture of random shapes with antialiased edges between a few colours.
  private func picture(
    _ random: inout SeededGenerator, colors: Int, areOpaque: Bool
  ) throws -> Bitmap {
    let colors = (0..<colors).map { _ in
      let alpha = areOpaque ? 255 : UInt8.random(in: 0...255, using: &random)
      return (0..<3).map { _ in UInt8.random(in: 0...alpha, using: &random) } + [alpha]
    }
    var pixels: [UInt8] = []
    for _ in 0..<60 * 40 {
      guard let from = colors.randomElement(using: &random),
        let to = colors.randomElement(using: &random)
      else { break }
      let share = Int(random.coverage(1)[0])
      pixels += (0..<4).map { UInt8((Int(from[$0]) * (255 - share) + Int(to[$0]) * share) / 255) }
    }
    return try Bitmap(width: 60, height: 40, pixels: pixels)
  }

  @Test(arguments: [true, false])
  func picturesOfFewColorsAreOffByOneAtMost(areOpaque: Bool) throws {
    var random = SeededGenerator(salt: 330)
    var (pictures, made) = (0, 0)
    // The number of compact pictures depends on the seed; there must be enough of them.
    while pictures < 60 || made <= 10 && pictures < 1000 {
      pictures += 1
      let colors = Int.random(in: 2...4, using: &random)
      let bitmap = try picture(&random, colors: colors, areOpaque: areOpaque)
      let bytes = try encoder.encode(bitmap)
      let decoded = try ImageDecoder().decode(bytes)
      #expect(difference(decoded, bitmap) <= 1, "seed \(random.seed)")
      if bytes[25] == 3, decoded != bitmap { made += 1 }
    }
    // Otherwise the test would prove nothing.
    #expect(made > 10, "seed \(random.seed)")
  }

  @Test func picturesOfManyColorsStayAsTheyAre() throws {
    var random = SeededGenerator(salt: 331)
    let pixels = random.pixels(5000)
    let bitmap = try Bitmap(width: 100, height: 50, pixels: pixels)
    let bytes = try encoder.encode(bitmap)
    #expect(bytes[25] == 6)
    #expect(try bytes == PNGEncoder().encode(bitmap), "seed \(random.seed)")
  }

  @Test(arguments: ImageFixtures.witnessed)
  func fixturesAreOffByOneAtMost(name: String) throws {
    let bitmap = try ImageDecoder().decode(ImageFixtures.bytes(name))
    let decoded = try ImageDecoder().decode(encoder.encode(bitmap))
    #expect(difference(decoded, bitmap) <= 1)
  }

  /// Uniform areas keep their colour.
  @Test func largeAreasKeepTheirColor() throws {
    var pixels = [UInt8](repeating: 0, count: 40_000)
    for pixel in 0..<10_000 {
      let isEdge = pixel % 20 == 0
      let level = isEdge ? UInt8(pixel / 20 % 256) : 100
      pixels.replaceSubrange(
        pixel * 4..<pixel * 4 + 4,
        with: [level, isEdge ? UInt8(pixel / 20 % 200) : 101, 200, 255])
    }
    let bitmap = try Bitmap(width: 100, height: 100, pixels: pixels)
    let bytes = try encoder.encode(bitmap)
    let decoded = try ImageDecoder().decode(bytes)
    #expect(bytes[25] == 3 && decoded != bitmap)
    let areas = stride(from: 0, to: pixels.count, by: 4).filter { $0 % 80 != 0 }
    #expect(areas.allSatisfy { decoded.pixels[$0..<$0 + 4] == bitmap.pixels[$0..<$0 + 4] })
  }

  @Test func bandsGiveTheSameColors() throws {
    var random = SeededGenerator(salt: 332)
    let bitmap = try picture(&random, colors: 3, areOpaque: true)
    let banded = try BandedImage(width: 60, height: 40, bandHeight: 7) { rows, _ in
      bitmap.cropped(x: 0, y: rows.lowerBound, width: 60, height: rows.count)
    }
    var bytes: [UInt8] = []
    try encoder.encode(banded) { bytes += $0 }
    #expect(try bytes == encoder.encode(bitmap), "seed \(random.seed)")
  }
}
