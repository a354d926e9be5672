import Foundation
import LinecasterBase
import LinecasterFiles
import LinecasterTestSupport
import Testing

@testable import LinecasterRaster

@Suite struct PNGRoundTripTests {
  @Test(arguments: [PNGEncoder.Compression.fast, .standard, .small])
  func pixelsComeBack(compression: PNGEncoder.Compression) throws {
    var random = SeededGenerator()
    for (width, height) in [(1, 1), (3, 5), (64, 2), (17, 31)] {
      let bitmap = try Bitmap(
        width: width, height: height, pixels: random.pixels(width * height))
      let bytes = try PNGEncoder(compression: compression).encode(bitmap)
      #expect(try ImageDecoder().decode(bytes) == bitmap, "seed \(random.seed)")
      let size = try ImageDecoder().info(of: bytes).size
      #expect(size == PixelSize(width: width, height: height))
    }
  }

  @Test func theSmallestLayoutWithoutLossIsTaken() throws {
    // Premultiplied RGBA by the pixel's number, with the expected colour type and depth of the
    // file.
    let cases: [(String, UInt8, UInt8, (Int) -> [UInt8])] = [
      ("one colour", 3, 1, { _ in [200, 100, 50, 255] }),
      ("two colours, one clear", 3, 1, { $0 % 2 == 0 ? [0, 0, 0, 0] : [9, 8, 7, 255] }),
      ("three colours", 3, 2, { [UInt8($0 % 3), 7, 7, 255] }),
      ("sixteen colours", 3, 4, { [UInt8($0 % 16), 7, 7, UInt8(16 + $0 % 16)] }),
      ("seventeen greys", 0, 8, { [UInt8](repeating: UInt8($0 % 17), count: 3) + [255] }),
      ("256 colours", 3, 8, { [UInt8($0 % 256), 0, 255, 255] }),
      ("257 colours", 2, 8, { [UInt8($0 % 256), $0 == 256 ? 1 : 0, 255, 255] }),
      ("257 colours, some clear", 6, 8, { [UInt8($0 % 256), $0 == 256 ? 1 : 0, 0, 255] }),
      ("black of many alphas", 4, 8, { [0, 0, 0, UInt8($0 % 256)] }),
    ]
    for (name, colorType, depth, pixel) in cases {
      var pixels = (0..<21 * 13).flatMap(pixel)
      if name.contains("some clear") { pixels.replaceSubrange(0..<4, with: [0, 0, 0, 0]) }
      let bitmap = try Bitmap(width: 21, height: 13, pixels: pixels)
      let bytes = try PNGEncoder().encode(bitmap)
      #expect(bytes[25] == colorType && bytes[24] == depth, "\(name)")
      #expect(try ImageDecoder().decode(bytes) == bitmap, "\(name)")
    }
  }

  /// For every colour layout; a band may have fewer colours than the whole.
  @Test func bandsGiveTheSameFile() throws {
    var random = SeededGenerator()
    let pixels: [(Int) -> [UInt8]] = [
      { [UInt8($0 / 500), 0, 0, 255] },
      { [UInt8](repeating: UInt8($0 % 250), count: 3) + [255] },
      { [UInt8($0 % 256), UInt8($0 / 256), 0, 255] }, { [0, 0, 0, UInt8($0 % 256)] },
      { $0 == 899 ? [0, 0, 0, 0] : [UInt8($0 % 256), UInt8($0 / 256), 9, 255] },
    ]
    for pixel in pixels {
      let bitmap = try Bitmap(width: 20, height: 45, pixels: (0..<900).flatMap(pixel))
      let height = Int.random(in: 1...44, using: &random)
      let banded = try BandedImage(width: 20, height: 45, bandHeight: height) { rows, _ in
        bitmap.cropped(x: 0, y: rows.lowerBound, width: 20, height: rows.count)
      }
      for encoder in [PNGEncoder(), PNGEncoder(compression: .small)] {
        var bytes: [UInt8] = []
        try encoder.encode(banded) { bytes += $0 }
        #expect(try bytes == encoder.encode(bitmap), "seed \(random.seed), \(height) rows")
      }
    }
  }

  @Test func bandsThatFailLeaveTheFileAlone() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "a.png").path
    let encoder = PNGEncoder()
    try encoder.write(Bitmap(width: 2, height: 2), to: path)
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    struct Fault: Error {}
    let broken = try BandedImage(width: 2, height: 9, bandHeight: 2) { rows, _ in
      if rows.lowerBound > 4 { throw Fault() }
      return try Bitmap(width: 2, height: rows.count)
    }
    #expect(throws: Fault.self) { try encoder.write(broken, to: path) }
    var checks = 0
    #expect(throws: CancellationError.self) {
      try WorkScope.run(isCancelled: {
        checks += 1
        return checks > 1
      }) { scope in try encoder.write(broken, to: path, in: scope) }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.png"])
  }

  @Test func filesSayThatTheyAreSRGB() throws {
    let bytes = try PNGEncoder().encode(Bitmap(width: 2, height: 2))
    #expect(bytes[33...].starts(with: PNGChecksum.chunk("sRGB", [0])))
  }

  @Test func piecesMakeUpTheFile() throws {
    var random = SeededGenerator()
    let bitmap = try Bitmap(width: 300, height: 200, pixels: random.pixels(60_000))
    var pieces: [[UInt8]] = []
    var encoder = PNGEncoder(compression: .init(level: 0, partLevel: 0, filtersRows: false))
    encoder.parts = PNGParts(greatestWhole: 0, usualByteCount: 20_000)
    try encoder.encode(bitmap) { pieces.append($0) }
    #expect(pieces.count > 3)
    #expect(try Array(pieces.joined()) == encoder.encode(bitmap))
    let full = ImageError(code: .unwritable, source: "sink", reason: "full")
    let error = #expect(throws: ImageError.self) {
      try encoder.encode(bitmap) { _ throws(ImageError) in throw full }
    }
    #expect(error == full)
  }

  @Test func levelsAreBroughtIntoRange() throws {
    var random = SeededGenerator()
    let bitmap = try Bitmap(width: 30, height: 20, pixels: random.pixels(600))
    for level in [-4, 0, 1, 9, 77] {
      let encoder = PNGEncoder(
        compression: .init(level: level, partLevel: level, filtersRows: true))
      #expect(try ImageDecoder().decode(encoder.encode(bitmap)) == bitmap)
    }
  }

  @Test func onlyTheLastPixelBeingTransparentCounts() throws {
    for count in 257..<270 {
      var pixels = (0..<count).flatMap { pixel -> [UInt8] in
        [UInt8(pixel & 255), UInt8(pixel >> 8), 9, 255]
      }
      let opaque = try Bitmap(width: count, height: 1, pixels: pixels)
      #expect(try PNGEncoder().encode(opaque)[25] == 2)
      pixels.replaceSubrange(count * 4 - 4..<count * 4, with: [0, 0, 0, 0])
      let clear = try Bitmap(width: count, height: 1, pixels: pixels)
      #expect(try PNGEncoder().encode(clear)[25] == 6)
    }
  }

  @Test func straightAlphaIsTheRoundedQuotient() {
    for alpha in 1...UInt8(255) {
      for channel in 0...alpha {
        let straight = StraightAlpha.straight([channel, 0, alpha, alpha])
        let expected = UInt8(saturating: (Double(channel) * 255 / Double(alpha)).rounded())
        if straight != [expected, 0, 255, alpha] { Issue.record("\(channel) of \(alpha)") }
      }
    }
    #expect(StraightAlpha.straight([0, 0, 0, 0]) == [0, 0, 0, 0])
  }

  /// The conversion stores whole words, but nothing behind the last pixel.
  @Test func coloursWithoutAlphaAreThoseOfSinglePixels() {
    var random = SeededGenerator(salt: 41)
    for count in 0..<70 {
      let pixels = random.bytes(count * 4)
      var target = [UInt8](repeating: 0xA5, count: count * 3 + 9)
      unsafe pixels.withUnsafeBufferPointer { pixels in
        unsafe target.withUnsafeMutableBufferPointer {
          unsafe StraightAlpha.dropAlpha(pixels, into: $0)
        }
      }
      let colours = pixels.indices.filter { $0 % 4 < 3 }.map { pixels[$0] }
      #expect(Array(target.prefix(count * 3)) == colours, "\(count), seed \(random.seed)")
      #expect(target.dropFirst(count * 3).allSatisfy { $0 == 0xA5 }, "\(count)")
    }
  }

  @Test func samePixelsGiveTheSameFile() throws {
    let bitmap = try Bitmap(width: 9, height: 9, background: Color(rgb: 0x449922))
    #expect(try PNGEncoder().encode(bitmap) == PNGEncoder().encode(bitmap))
  }

  @Test func emptyImagesAreErrors() throws {
    let error = #expect(throws: ImageError.self) {
      try PNGEncoder().encode(Bitmap(width: 0, height: 4))
    }
    #expect(error?.code == .empty)
  }
}
