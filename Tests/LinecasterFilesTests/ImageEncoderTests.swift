import Foundation
import LinecasterBase
@testable import LinecasterFiles
import LinecasterRaster
import LinecasterTestSupport
import Testing

/// Files are read back by the usual decoders.
@Suite struct ImageEncoderTests {
  /// A picture like a landscape: smooth, with an edge across.
  private func landscape(width: Int = 96, height: Int = 64) throws -> Bitmap {
    let pixels = (0..<width * height).flatMap { pixel -> [UInt8] in
      let (x, y) = (Double(pixel % width), Double(pixel / width))
      let isSky = y < 30 + 8 * (x / 15).sin
      let level = 100 + 60 * (x / 23).sin + 40 * (y / 17).sin
      return [
        UInt8(saturating: level), UInt8(saturating: isSky ? level + 30 : level / 2),
        isSky ? 230 : 60, 255,
      ]
    }
    return try Bitmap(width: width, height: height, pixels: pixels)
  }

  /// The similarity of pixels, in decibels (PSNR).
  private func likeness(_ one: Bitmap, _ other: Bitmap) -> Double {
    let sum = zip(one.pixels, other.pixels).reduce(0.0) { sum, pair in
      let difference = Double(pair.0) - Double(pair.1)
      return sum + difference * difference
    }
    return 10 * (255 * 255 * Double(one.pixels.count) / max(sum, 1e-9)).logarithm
  }

  private func decoded(_ bytes: [UInt8], _ format: ImageFormat) throws -> Bitmap {
    #expect(try ImageDecoder().info(of: bytes).format == format)
    return try ImageDecoder().decode(bytes)
  }

  #if WebP
    @Test func losslessWebPIsTheSamePixels() throws {
      var random = SeededGenerator(salt: 340)
      for _ in 0..<60 {
        let (width, height) = (
          Int.random(in: 1...50, using: &random), Int.random(in: 1...50, using: &random)
        )
        let bitmap = try Bitmap(
          width: width, height: height, pixels: random.pixels(width * height))
        let bytes = try WebPEncoder().encode(bitmap)
        #expect(try decoded(bytes, .webP) == bitmap, "seed \(random.seed)")
      }
    }

    @Test func lossyWebPIsNear() throws {
      let picture = try landscape()
      let (low, high) = (WebPEncoder(quality: .lossy(20)), WebPEncoder(quality: .lossy(95)))
      let bytes = try (low.encode(picture), high.encode(picture))
      let likeness = try (
        likeness(decoded(bytes.0, .webP), picture), likeness(decoded(bytes.1, .webP), picture)
      )
      #expect(bytes.0.count < bytes.1.count)
      #expect(likeness.0 > 25 && likeness.1 > 35 && likeness.1 > likeness.0, "\(likeness)")
      #expect(try low.encode(picture) == bytes.0)
    }

    @Test func webPHasSidesOf16383() throws {
      let widest = try Bitmap(width: 16_383, height: 1, background: .black)
      #expect(try decoded(WebPEncoder().encode(widest), .webP) == widest)
      let wider = try Bitmap(width: 1, height: 16_384)
      let error = #expect(throws: ImageError.self) { try WebPEncoder().encode(wider) }
      #expect(error?.code == .tooLarge)
    }
  #endif

  #if JPEG
    @Test func jpegIsNear() throws {
      let picture = try landscape()
      let (low, high) = (JPEGEncoder(quality: 30), JPEGEncoder(quality: 95))
      let bytes = try (low.encode(picture), high.encode(picture))
      let likeness = try (
        likeness(decoded(bytes.0, .jpeg), picture), likeness(decoded(bytes.1, .jpeg), picture)
      )
      #expect(bytes.0.count < bytes.1.count)
      #expect(likeness.0 > 25 && likeness.1 > 35 && likeness.1 > likeness.0, "\(likeness)")
      #expect(try low.encode(picture) == bytes.0)
    }

    @Test func whatIsTransparentIsOnTheBackground() throws {
      let background = Color(rgb: 0x2060A0)
      let clear = try Bitmap(width: 16, height: 16)
      let half = try Bitmap(
        width: 16, height: 16, background: Color(red: 255, green: 255, blue: 255, alpha: 128))
      let encoder = JPEGEncoder(quality: 100, background: background)
      let below = try Bitmap(width: 16, height: 16, background: background)
      let share = 128.0 / 255
      let mixed = try Bitmap(
        width: 16, height: 16,
        background: Color(
          red: .init(saturating: 255 * share + 0x20 * (1 - share)),
          green: .init(saturating: 255 * share + 0x60 * (1 - share)),
          blue: .init(saturating: 255 * share + 0xA0 * (1 - share))))
      for (bitmap, expected) in [(clear, below), (half, mixed)] {
        let read = try decoded(encoder.encode(bitmap), .jpeg)
        let off = zip(read.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }.max()
        #expect(off ?? 255 <= 3)
      }
    }

    /// Rows are encoded as they arrive, and the file equals that of the whole.
    @Test func jpegOfBandsIsThatOfTheWhole() throws {
      var random = SeededGenerator(salt: 341)
      let picture = try landscape(width: 300, height: 400)
      let height = Int.random(in: 1...399, using: &random)
      let banded = try BandedImage(width: 300, height: 400, bandHeight: height) { rows, _ in
        picture.cropped(x: 0, y: rows.lowerBound, width: 300, height: rows.count)
      }
      var pieces: [[UInt8]] = []
      try JPEGEncoder().encode(banded) { pieces.append($0) }
      #expect(pieces.count > 3)
      #expect(try Array(pieces.joined()) == JPEGEncoder().encode(picture), "seed \(random.seed)")
    }

    @Test func jpegHasSidesOf65500() throws {
      let widest = try Bitmap(width: 65_500, height: 1, background: .white)
      #expect(try decoded(JPEGEncoder().encode(widest), .jpeg) == widest)
      let wider = try Bitmap(width: 65_501, height: 1)
      let error = #expect(throws: ImageError.self) { try JPEGEncoder().encode(wider) }
      #expect(error?.code == .tooLarge)
    }
  #endif

  @Test func filesAreWrittenAtOnce() throws {
    let folder = try TemporaryFolder()
    let picture = try landscape()
    for encoder in [PNGEncoder(), JPEGEncoder(), WebPEncoder()] as [any ImageEncoder] {
      try encoder.write(picture, to: folder.file("a"))
      #expect(try ImageDecoder().decode(path: folder.file("a")).width == picture.width)
      var checks = 0
      #expect(throws: CancellationError.self) {
        try WorkScope.run(isCancelled: {
          checks += 1
          return checks > 1
        }) { scope in
          try encoder.write(BandedImage(picture), to: folder.file("a"), in: scope)
        }
      }
      #expect(try ImageDecoder().decode(path: folder.file("a")).width == picture.width)
    }
  }

  @Test func emptyImagesAreErrors() throws {
    for format in PictureFileFormat.all {
      let error = #expect(throws: ImageError.self) {
        try format.encoder(.init()).encode(Bitmap(width: 0, height: 4))
      }
      #expect(error?.code == .empty)
    }
  }
}

extension Double {
  fileprivate var sin: Double { Foundation.sin(self) }
  fileprivate var logarithm: Double { Foundation.log10(self) }
}
