import LinecasterBase
import LinecasterFiles
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

/// Large images are compressed in parts, which are small in these tests.
@Suite struct PNGPartsTests {
  /// Pictures of every colour layout: premultiplied RGBA by the number of a pixel.
  private static let layouts: [@Sendable (Int) -> [UInt8]] = [
    { $0 % 3 == 0 ? [0, 0, 0, 0] : [9, 8, 7, 255] },
    { [UInt8($0 / 7 % 4), 7, 7, 255] },
    { [UInt8($0 / 5 % 16), 7, 7, UInt8(16 + $0 / 5 % 16)] },
    { [UInt8($0 / 3 % 200), 0, 255, 255] },
    { [UInt8](repeating: UInt8($0 / 9 % 250), count: 3) + [255] },
    { [0, 0, 0, UInt8($0 * 7 % 256)] },
    { [UInt8($0 % 251), UInt8($0 / 251 % 256), UInt8($0 * 31 % 256), 255] },
    { [UInt8($0 % 7), UInt8($0 % 5), UInt8($0 % 3), UInt8(8 + $0 % 240)] },
  ]

  private static let compressions: [PNGEncoder.Compression] = [.fast, .standard, .small]

  @Test(arguments: layouts.indices)
  func pixelsComeBackInPartsOfAnySize(layout: Int) throws {
    var random = SeededGenerator(salt: 310)
    for _ in 0..<25 {
      let (width, height) = (
        Int.random(in: 1...300, using: &random), Int.random(in: 1...70, using: &random)
      )
      let pixels = (0..<width * height).flatMap(Self.layouts[layout])
      let bitmap = try Bitmap(width: width, height: height, pixels: pixels)
      for compression in Self.compressions {
        var encoder = PNGEncoder(compression: compression)
        encoder.parts = PNGParts(
          greatestWhole: 0, usualByteCount: Int.random(in: 1...40_000, using: &random))
        let bytes = try encoder.encode(bitmap)
        #expect(try ImageDecoder().decode(bytes) == bitmap, "seed \(random.seed)")
        #expect(PNGChecksum.areRight(bytes), "seed \(random.seed)")
      }
    }
  }

  /// The parts do not depend on the bands of an image or on the load of the machine.
  @Test(arguments: layouts.indices)
  func bandsGiveTheSameParts(layout: Int) throws {
    var random = SeededGenerator(salt: 311)
    let (width, height) = (97, 211)
    let pixels = (0..<width * height).flatMap(Self.layouts[layout])
    let bitmap = try Bitmap(width: width, height: height, pixels: pixels)
    for compression in Self.compressions {
      var encoder = PNGEncoder(compression: compression)
      encoder.parts = PNGParts(
        greatestWhole: 0, usualByteCount: Int.random(in: 1...4_000, using: &random))
      let whole = try encoder.encode(bitmap)
      for _ in 0..<3 {
        let banded = try BandedImage(
          width: width, height: height, bandHeight: Int.random(in: 1...210, using: &random)
        ) { rows, _ in
          bitmap.cropped(x: 0, y: rows.lowerBound, width: width, height: rows.count)
        }
        var bytes: [UInt8] = []
        try encoder.encode(banded) { bytes += $0 }
        #expect(bytes == whole, "seed \(random.seed), bands of \(banded.bandHeight) rows")
      }
    }
  }

  /// More than 32 MB of pixels are analyzed concurrently; colours keep their order.
  @Test func largeImagesAreOfTheSameLayoutAsTheirBands() throws {
    let (width, height) = (3000, 2900)
    var bitmap = try Bitmap(width: width, height: height, background: .white)
    for index in 0..<200 {
      let color = Color(rgb: UInt32(index * 50_021 & 0xFF_FFFF))
      let stamp = try Bitmap(width: 11, height: 7, background: color)
      bitmap.draw(stamp, atX: index * 37 % width, y: (199 - index) * 14)
    }
    let picture = bitmap
    let banded = try BandedImage(width: width, height: height, bandHeight: 1000) { rows, _ in
      picture.cropped(x: 0, y: rows.lowerBound, width: width, height: rows.count)
    }
    var bytes: [UInt8] = []
    try PNGEncoder(compression: .fast).encode(banded) { bytes += $0 }
    #expect(bytes[25] == 3)
    #expect(try PNGEncoder(compression: .fast).encode(picture) == bytes)
  }

  /// A part may refer to the data of the one before.
  @Test func partsKnowWhatPrecedesThem() throws {
    var random = SeededGenerator(salt: 312)
    let row = random.bytes(1200)
    let rows = [UInt8]((0..<64).map { _ in row }.joined())
    let pixels = rows.indices.map { $0 % 4 == 3 ? 255 : rows[$0] }
    let bitmap = try Bitmap(width: 300, height: 64, pixels: pixels)
    var encoder = PNGEncoder(compression: .fast)
    encoder.parts = PNGParts(greatestWhole: 0, usualByteCount: 1000)
    #expect(try encoder.encode(bitmap).count < 64 * 300, "seed \(random.seed)")
  }

  /// The reported memory covers the rows that a writer keeps, for any size.
  @Test func rowsThatAreKeptAreCounted() throws {
    var random = SeededGenerator(salt: 196)
    for _ in 0..<300 {
      let (width, height) = (
        Int.random(in: 1...3_000, using: &random), Int.random(in: 1...3_000, using: &random)
      )
      let limit = Int.random(in: 0...40_000_000, using: &random)
      let parts = PNGParts().limited(toByteCount: limit)
      let held = parts.peakByteCount(width: width, height: height)
      let isWhole = width * height * 4 <= parts.greatestWhole
      // A single row is the minimum.
      #expect(
        held <= max(limit, 2 * (width * 4 + 1)) + 3 * Deflate.windowByteCount,
        "\(width) × \(height), \(limit), seed \(random.seed)")
      #expect(held >= (isWhole ? 2 * width * height * 4 : 2 * width * 4))
    }
    #expect(PNGParts().peakByteCount(width: 0, height: 0) == 0)
  }
}
