import Foundation
import LinecasterBase
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

@Suite struct ImageDecoderTests {
  private let decoder = ImageDecoder()

  /// The tolerance of a channel against the second witness: libraries round transforms and colours
  /// differently. libavif converts colours by libyuv, whose factors have six bits.
  private func tolerance(_ name: String) -> Int {
    let isExact =
      name.hasPrefix("png") || name.hasPrefix("gif") || name.contains("lossless")
    return isExact ? 0 : name.hasPrefix("avif") ? 3 : 2
  }

  @Test(arguments: ImageFixtures.witnessed)
  func pixelsAreThoseOfASecondDecoder(name: String) throws {
    let bitmap = try decoder.decode(path: ImageFixtures.path(name))
    let straight = try ImageFixtures.straightPixels(name)
    #expect((bitmap.width, bitmap.height) == (ImageFixtures.width, ImageFixtures.height))
    try #require(bitmap.pixels.count == straight.count)
    var worst = 0
    for index in straight.indices {
      let alpha = Double(straight[index | 3])
      let expected =
        index & 3 == 3 ? alpha : (Double(straight[index]) * alpha / 255).rounded()
      worst = max(worst, abs(Int(saturating: expected) - Int(bitmap.pixels[index])))
    }
    #expect(worst <= tolerance(name))
  }

  @Test func theFirstFrameOfAnAnimationIsRead() throws {
    for (name, first) in [
      ("webp-animated.webp", "webp-lossless.webp"), ("gif-animated.gif", "gif-rows.gif"),
    ] {
      let animated = try decoder.decode(path: ImageFixtures.path(name))
      #expect(try decoder.decode(path: ImageFixtures.path(first)) == animated)
    }
    var offset = try ImageFixtures.bytes("webp-animated.webp")
    let frame = try #require(
      offset.indices.first { offset[$0...].starts(with: "ANMF".utf8) })
    offset[frame + 8] = 1
    let error = #expect(throws: ImageError.self) { try decoder.decode(offset) }
    #expect(error?.code == .unsupported)
  }

  @Test(arguments: ImageFixtures.all)
  func cutsAreErrorsThatNameTheFile(name: String) throws {
    let bytes = try ImageFixtures.bytes(name)
    // PNG files may omit the end chunk of 12 bytes, JPEG files of one scan the end marker of 2, and
    // the second frame of an animation is not read.
    let end = name.contains("animated") ? bytes.count / 2 : bytes.count - 13
    for count in stride(from: 0, to: end, by: 41) {
      let error = #expect(throws: ImageError.self, "\(count) of \(bytes.count)") {
        try decoder.decode(Array(bytes.prefix(count)), name: name)
      }
      #expect(error?.source == name)
      #expect(error?.code == (count < 12 ? .unsupported : .malformed))
    }
  }

  @Test func claimsThatBytesCannotHoldAreErrors() throws {
    var png = try ImageFixtures.bytes("png-16.png")
    png.replaceSubrange(16..<24, with: [0, 0, 0x1F, 0xFF, 0, 0, 0x1F, 0xFF])
    var jpeg = try ImageFixtures.bytes("jpeg-444.jpg")
    let frame = try #require(
      jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x1F, 0xFF, 0x1F, 0xFF])
    var gif = try ImageFixtures.bytes("gif-part.gif")
    let part = try #require(gif.firstIndex(of: 0x2C))
    gif.replaceSubrange(part + 5..<part + 9, with: [0xFF, 0x1F, 0xFF, 0x1F])
    for bytes in [png, jpeg, gif] {
      let error = #expect(throws: ImageError.self) { try decoder.info(of: bytes, name: "lie") }
      #expect(error?.code == .malformed)
      #expect(error?.description.contains("cannot hold") == true)
    }
  }

  @Test func gigapixelsAreRefusedByTheirHeader() throws {
    var png = try ImageFixtures.bytes("png-16.png")
    png.replaceSubrange(16..<24, with: [0x7F, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xFF, 0xFF])
    var jpeg = try ImageFixtures.bytes("jpeg-444.jpg")
    let frame = try #require(
      jpeg.indices.dropLast().first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xFF, 0xFF, 0xFF])
    var webP = try ImageFixtures.bytes("webp-alpha.webp")
    webP.replaceSubrange(24..<30, with: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    var gif = try ImageFixtures.bytes("gif-rows.gif")
    gif.replaceSubrange(6..<10, with: [0xFF, 0xFF, 0xFF, 0xFF])
    for bytes in [png, jpeg, webP, gif] {
      let error = #expect(throws: ImageError.self) { try decoder.info(of: bytes) }
      #expect(error?.code == .tooLarge)
    }
  }

  @Test func scansWithoutEndAreRefused() throws {
    let bytes = try ImageFixtures.bytes("jpeg-progressive.jpg")
    let starts = bytes.indices.dropLast().filter { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA }
    let tables = try #require(
      bytes.indices.dropLast().first {
        $0 > starts[0] && bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC4
      })
    let scan = bytes[starts[0]..<min(starts[1], tables)]
    func file(scans: Int) -> [UInt8] {
      Array(bytes[..<starts[0]]) + (0..<scans).flatMap { _ in scan } + bytes[starts[0]...]
    }
    #expect(try decoder.decode(file(scans: 10)) == decoder.decode(bytes))
    let error = #expect(throws: ImageError.self) { try decoder.decode(file(scans: 200)) }
    #expect(error?.code == .malformed)
    #expect(error?.reason.contains("scans") == true)
  }

  @Test func limitsAreCheckedBeforeMemoryIsTaken() throws {
    let bytes = try ImageFixtures.bytes("large.jpg")
    func code(_ limits: ImageLimits, _ size: PixelSize? = nil) -> ImageErrorCode? {
      do throws(ImageError) {
        _ = try ImageDecoder(limits: limits).decode(bytes, covering: size)
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code(ImageLimits(pixelCount: 120 * 90 - 1)) == .tooLarge)
    #expect(code(ImageLimits(pixelCount: 120 * 90)) == nil)
    #expect(code(ImageLimits(fileByteCount: bytes.count - 1)) == .tooLarge)
    #expect(code(ImageLimits(fileByteCount: bytes.count)) == nil)
    let small = ImageLimits(memoryByteCount: 40_000)
    #expect(code(small) == .tooLarge)
    #expect(code(small, PixelSize(width: 15, height: 11)) == nil)
  }

  /// Messages have the size in the file, not the requested one.
  @Test func messagesTellTheSizeOfTheFile() throws {
    let bytes = try ImageFixtures.bytes("large.jpg")
    let small = ImageDecoder(limits: ImageLimits(memoryByteCount: 20_000))
    let whole = #expect(throws: ImageError.self) { try small.decode(bytes) }
    #expect(whole?.reason.hasPrefix("120 × 90 pixels take ") == true, "\(whole as Any)")
    let size = PixelSize(width: 60, height: 45)
    let part = #expect(throws: ImageError.self) {
      try ImageDecoder(limits: ImageLimits(memoryByteCount: 9_000)).decode(bytes, covering: size)
    }
    #expect(
      part?.reason.hasPrefix("120 × 90 pixels, read as 60 × 45, take ") == true, "\(part as Any)")
  }

  @Test func unusableFilesAreNamed() throws {
    let folder = try TemporaryFolder()
    for path in [folder.file("absent.png"), folder.path] {
      let error = #expect(throws: ImageError.self) { try decoder.decode(path: path) }
      #expect(error?.code == .unreadable)
      #expect(error?.source == path)
    }
  }

  @Test func alphaThatTheHeaderDeniesIsMultipliedToo() throws {
    var bytes = try ImageFixtures.bytes("webp-alpha.webp")
    let honest = try decoder.decode(bytes)
    try #require(bytes[12..<16].elementsEqual("VP8X".utf8) && bytes[20] & 0x10 != 0)
    bytes[20] ^= 0x10
    #expect(try !decoder.info(of: bytes).hasAlpha)
    #expect(try decoder.decode(bytes) == honest)
  }

  @Test func gammaIsTakenToThatOfSRGB() throws {
    let bytes = try ImageFixtures.bytes("png-grey-alpha.png")
    let linear = bytes[..<33] + PNGChecksum.chunk("gAMA", [0, 1, 0x86, 0xA0]) + bytes[33...]
    let (before, after) = (try decoder.decode(bytes), try decoder.decode(Array(linear)))
    for index in stride(from: 0, to: before.pixels.count, by: 4)
    where before.pixels[index + 3] == 255 {
      let expected = 255 * pow(Double(before.pixels[index]) / 255, 1 / 2.2)
      #expect(abs(Double(after.pixels[index]) - expected) <= 1)
    }
  }
}

/// A small sample of `make nightly PART=stress`, which has more images and a sanitizer.
@Suite struct MutatedImagesTests {
  @Test func damagedImagesAreErrorsOrImages() throws {
    let seed = TestSettings.seed
    let files = try ImageFixtures.all.map(ImageFixtures.bytes)
    var mutator = ImageMutator(SeededGenerator(seed: seed))
    let decoder = ImageDecoder(limits: ImageLimits(pixelCount: 1 << 16))
    var counts = (images: 0, errors: 0)
    for round in 0..<20 {
      for file in files {
        let bytes = mutator.mutate(file)
        let target = round % 2 == 0 ? nil : PixelSize(width: round, height: round)
        do throws(ImageError) {
          let bitmap = try decoder.decode(bytes, covering: target, name: "damaged")
          let info = try decoder.info(of: bytes)
          #expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4)
          #expect(bitmap.width <= info.size.width && bitmap.height <= info.size.height)
          #expect(isPremultiplied(bitmap), "LINECASTER_SEED=\(seed)")
          counts.images += 1
        } catch {
          #expect(error.source == "damaged" && !error.reason.isEmpty, "LINECASTER_SEED=\(seed)")
          counts.errors += 1
        }
      }
    }
    #expect(counts.images > 0 && counts.errors > 100, "LINECASTER_SEED=\(seed)")
  }

  /// Whether no channel exceeds its alpha, which blending requires.
  private func isPremultiplied(_ bitmap: Bitmap) -> Bool {
    bitmap.pixels.withUnsafeBufferPointer { pixels in
      stride(from: 0, to: pixels.count, by: 4).allSatisfy {
        max(pixels[$0], pixels[$0 + 1], pixels[$0 + 2]) <= pixels[$0 + 3]
      }
    }
  }
}
