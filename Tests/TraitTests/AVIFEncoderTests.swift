#if AVIF
  import LinecasterBase
  import LinecasterFiles
  import LinecasterRaster
  import Testing

  @Suite struct AVIFEncoderTests {
    private func decoded(_ bytes: [UInt8]) throws -> Bitmap { try ImageDecoder().decode(bytes) }

    /// The mean difference of a channel.
    private func difference(_ one: Bitmap, _ other: Bitmap) -> Double {
      let sum = zip(one.pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      return Double(sum) / Double(one.pixels.count)
    }

    /// A smooth picture that fades out to the right.
    private func picture() throws -> Bitmap {
      let pixels = (0..<64 * 48).flatMap { pixel -> [UInt8] in
        let (x, y) = (pixel % 64, pixel / 64)
        let alpha = UInt8(255 - max(0, x - 30) * 7)
        return [UInt8(x * 3), UInt8(y * 4), UInt8(200 - x)].map { min($0, alpha) } + [alpha]
      }
      return try Bitmap(width: 64, height: 48, pixels: pixels)
    }

    @Test func filesAreNearAndTheSameEachTime() throws {
      let picture = try picture()
      let bytes = try (
        AVIFEncoder(quality: 30).encode(picture), AVIFEncoder(quality: 95).encode(picture)
      )
      let differences = try (
        difference(decoded(bytes.0), picture), difference(decoded(bytes.1), picture)
      )
      #expect(bytes.0.count < bytes.1.count)
      #expect(differences.0 < 8 && differences.1 < 2, "\(differences)")
      #expect(differences.1 < differences.0, "\(differences)")
      #expect(try AVIFEncoder(quality: 30).encode(picture) == bytes.0)
    }

    @Test func anyQualityIsBroughtIntoRange() throws {
      let picture = try Bitmap(width: 3, height: 5, background: .white)
      for number in [.min, -1, 0, 50, 100, 101, .max] {
        #expect(try decoded(AVIFEncoder(quality: number).encode(picture)).height == 5)
      }
    }

    @Test func sidesAreLimited() throws {
      let error = #expect(throws: ImageError.self) {
        try AVIFEncoder().encode(Bitmap(width: 16_385, height: 1))
      }
      #expect(error?.code == .tooLarge)
    }
  }
#endif
