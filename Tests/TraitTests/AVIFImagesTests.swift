#if AVIF
  import Foundation
  import LinecasterBase
  import LinecasterDisplay
  import LinecasterFiles
  import LinecasterRaster
  import LinecasterTestSupport
  import Testing

  /// AVIF images; `ImageDecoderTests` compares their pixels with those of a second witness.
  @Suite struct AVIFImagesTests {
    private let decoder = ImageDecoder()

    /// The start of a box's content.
    private func content(of box: String, in bytes: [UInt8]) throws -> Int {
      try #require(bytes.indices.first { bytes[$0...].starts(with: box.utf8) }) + 4
    }

    @Test func theFirstFrameOfASequenceIsRead() throws {
      let animated = try decoder.decode(path: ImageFixtures.path("avif-animated.avif"))
      let still = try decoder.decode(path: ImageFixtures.path("avif-lossless.avif"))
      #expect((animated.width, animated.height) == (still.width, still.height))
      let differences = zip(animated.pixels, still.pixels).map { abs(Int($0) - Int($1)) }
      #expect(differences.reduce(0, +) < differences.count)
    }

    @Test func gridsAreAssembled() throws {
      let bitmap = try decoder.decode(path: ImageFixtures.path("grid.avif"))
      #expect((bitmap.width, bitmap.height) == (128, 128))
      // The slope of the drawing in each of the four tiles.
      for (x, y) in [(50, 5), (120, 5), (5, 120), (120, 120)] {
        let (u, v) = (Double(x) / 127, Double(y) / 127)
        let expected = [40 + 190 * u, 60 + 150 * v, 200 - 120 * u * v]
        for channel in 0..<3 {
          let seen = Double(bitmap.pixels[(y * 128 + x) * 4 + channel])
          #expect(abs(seen - expected[channel]) < 6, "\(x), \(y): \(seen)")
        }
      }
    }

    /// Turned first, and mirrored after that (ISO/IEC 23000-22 §7.3.6.7).
    @Test(arguments: 0..<4, [nil, 0, 1])
    func imagesAreTurnedAndMirrored(turns: Int, mirror: Int?) throws {
      var bytes = try ImageFixtures.bytes("avif-turned.avif")
      bytes[try content(of: "irot", in: bytes)] = UInt8(turns)
      let place = try content(of: "imir", in: bytes)
      if let mirror {
        bytes[place] = UInt8(mirror)
      } else {
        // Another property of one byte, whose 0 changes nothing.
        bytes.replaceSubrange(place - 4...place, with: Array("a1op".utf8) + [0])
      }
      var expected = try decoder.decode(path: ImageFixtures.path("avif-lossless.avif"))
      for _ in 0..<turns {
        let (width, height) = (expected.width, expected.height)
        expected = try Self.moved(expected, width: height, height: width) { (width - 1 - $1, $0) }
      }
      let (width, height) = (expected.width, expected.height)
      if mirror == 0 {
        expected = try Self.moved(expected, width: width, height: height) { ($0, height - 1 - $1) }
      } else if mirror == 1 {
        expected = try Self.moved(expected, width: width, height: height) { (width - 1 - $0, $1) }
      }
      #expect(try decoder.decode(bytes) == expected)
      #expect(try decoder.info(of: bytes).size == PixelSize(width: width, height: height))
    }

    /// A bitmap whose pixels are those at other places of another.
    private static func moved(
      _ bitmap: Bitmap, width: Int, height: Int, from place: (Int, Int) -> (Int, Int)
    ) throws -> Bitmap {
      let pixels = (0..<width * height).flatMap { index in
        let (x, y) = place(index % width, index / width)
        let start = (y * bitmap.width + x) * 4
        return bitmap.pixels[start..<start + 4]
      }
      return try Bitmap(width: width, height: height, pixels: pixels)
    }

    /// As in browsers, only parts at the corner are cut out.
    @Test(arguments: [("crop-corner.avif", 60, 4), ("crop-middle.avif", 144, 8)])
    func partsAreShown(name: String, width: Int, height: Int) throws {
      let bytes = try ImageFixtures.bytes(name)
      #expect(try decoder.info(of: bytes).size == PixelSize(width: width, height: height))
      let bitmap = try decoder.decode(bytes)
      #expect((bitmap.width, bitmap.height) == (width, height))
      for (x, y) in [(0, 0), (30, 0), (59, 3)] {
        let color = try #require(bitmap.color(atX: x, y: y))
        #expect(abs(Int(color.red) - x * 255 / 143) <= 1, "\(x), \(y): \(color)")
      }
      // The memory is that of all pixels.
      let limits = ImageLimits(pixelCount: 144 * 8 - 1)
      #expect(throws: ImageError.self) { try ImageDecoder(limits: limits).info(of: bytes) }
    }

    @Test(arguments: ["avif-422-10.avif", "avif-grey.avif", "avif-animated.avif"])
    func everyCutIsAnError(name: String) throws {
      let bytes = try ImageFixtures.bytes(name)
      // The last frame of a sequence is not read.
      let end = name.contains("animated") ? bytes.count / 2 : bytes.count
      for count in 0..<end {
        let error = #expect(throws: ImageError.self, "\(count) of \(bytes.count)") {
          try decoder.decode(Array(bytes.prefix(count)), name: name)
        }
        #expect(error?.source == name && error?.reason.isEmpty == false)
        #expect(error?.code == (count < 12 ? .unsupported : .malformed), "\(count) bytes")
      }
    }

    @Test func hugeSizesAreRefusedByTheHeader() throws {
      var bytes = try ImageFixtures.bytes("avif-420.avif")
      let size = try content(of: "ispe", in: bytes) + 4
      for (side, code) in [
        ([0, 0, 0x30, 0], .tooLarge), ([0xFF, 0xFF, 0xFF, 0xFF], .malformed),
        ([0, 0, 0, 0], .malformed),
      ] as [([UInt8], ImageErrorCode)] {
        bytes.replaceSubrange(size..<size + 8, with: side + side)
        let error = #expect(throws: ImageError.self) { try decoder.info(of: bytes) }
        #expect(error?.code == code, "\(error as Any)")
      }
    }

    /// A coded image that is larger than the header says is not decoded; libavif enlarges one that
    /// is smaller.
    @Test func theSizeIsThatOfTheHeader() throws {
      var bytes = try ImageFixtures.bytes("avif-420.avif")
      let size = try content(of: "ispe", in: bytes) + 4
      for side: UInt8 in [1, 20] {
        bytes[size + 3] = side
        let error = #expect(throws: ImageError.self) { try decoder.decode(bytes) }
        #expect(error?.code == .malformed, "\(error as Any)")
      }
      for side: UInt8 in [28, 200] {
        bytes[size + 3] = side
        #expect(try decoder.decode(bytes).width == Int(side))
      }
    }

    /// libavif looks items up one by one.
    @Test func longHeadersAreRefused() throws {
      var bytes = try ImageFixtures.bytes("avif-420.avif")
      let meta = try content(of: "meta", in: bytes) - 8
      bytes.replaceSubrange(meta..<meta + 4, with: [0, 0x10, 0, 0])
      bytes += [UInt8](repeating: 0, count: 1 << 20)
      let error = #expect(throws: ImageError.self) { try decoder.info(of: bytes, name: "long") }
      #expect(error?.code == .tooLarge && error?.source == "long")
    }

    @Test func limitsAreCheckedBeforeMemoryIsTaken() throws {
      let bytes = try ImageFixtures.bytes("large-alpha.avif")
      let least = 120 * 90 * 4 + bytes.count
      for (limit, code) in [(least, ImageErrorCode.tooLarge), (1 << 20, nil)] {
        let decoder = ImageDecoder(limits: ImageLimits(memoryByteCount: limit))
        do throws(ImageError) {
          _ = try decoder.decode(bytes)
          #expect(code == nil)
        } catch {
          #expect(error.code == code)
        }
      }
    }

    @Test func damagedImagesAreErrorsOrImages() throws {
      var mutator = ImageMutator(SeededGenerator())
      let decoder = ImageDecoder(limits: ImageLimits(pixelCount: 1 << 16))
      for name in ImageFixtures.all where name.hasSuffix("avif") {
        let file = try ImageFixtures.bytes(name)
        for _ in 0..<60 {
          do throws(ImageError) {
            let bitmap = try decoder.decode(mutator.mutate(file), name: "damaged")
            #expect(bitmap.pixels.count == bitmap.width * bitmap.height * 4)
          } catch {
            #expect(error.source == "damaged" && !error.reason.isEmpty)
          }
        }
      }
    }

    @Test func namesOfAFolderAndDataAddressesWork() throws {
      let path = ImageFixtures.path("avif-turned.avif")
      let folder = (path as NSString).deletingLastPathComponent
      let images = ImageFileProvider(folder: folder)
      let image = ImageReference("avif-turned.avif")
      #expect(images.naturalSize(of: image) == Size(width: 21, height: 27))
      let bytes = try ImageFixtures.bytes("avif-turned.avif")
      let address = "data:image/avif;base64," + Data(bytes).base64EncodedString()
      #expect(try images.load(image) == images.load(ImageReference(address)))
    }
  }
#endif
