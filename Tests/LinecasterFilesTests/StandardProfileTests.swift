import LinecasterBase
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

/// The profile of sRGB in written files, as Little CMS reads it.
@Suite struct StandardProfileTests {
  /// The conversion that Little CMS makes from a profile to sRGB; nil for sRGB itself.
  private func conversion(from profile: [UInt8]) -> ColorConversion? {
    profile.withUnsafeBufferPointer { ColorConversion($0, of: .light) }
  }

  private func range(of tag: String, in profile: [UInt8]) -> Range<Int>? {
    let entry = stride(from: 132, to: profile.count - 12, by: 12)
      .first { profile[$0...].starts(with: tag.utf8) }
    guard let entry, let start = ByteOrder.bigEndian.number(profile, at: entry + 4, count: 4),
      let count = ByteOrder.bigEndian.number(profile, at: entry + 8, count: 4)
    else { return nil }
    return start..<start + count
  }

  /// No colour changes; with two primaries or the curve exchanged, the same bytes convert colours,
  /// so Little CMS reads all of them.
  @Test func littleCMSConvertsNothing() throws {
    let profile = StandardProfile.bytes
    #expect(ByteOrder.bigEndian.number(profile, at: 0, count: 4) == profile.count)
    #expect(conversion(from: profile) == nil)
    let (red, green) = (
      try #require(range(of: "rXYZ", in: profile)), try #require(range(of: "gXYZ", in: profile))
    )
    var swapped = profile
    swapped.replaceSubrange(red, with: profile[green])
    swapped.replaceSubrange(green, with: profile[red])
    let exchange = try #require(conversion(from: swapped))
    var pixel: [UInt8] = [200, 60, 20, 255]
    pixel.withUnsafeMutableBufferPointer { exchange.convert($0) }
    for (seen, expected) in zip(pixel, [60, 200, 20, 255]) {
      #expect(abs(Int(seen) - expected) <= 1)
    }
    var flat = profile
    let curve = try #require(range(of: "bTRC", in: profile))
    // An exponent of 1.8 instead of 2.4.
    flat.replaceSubrange(curve.lowerBound + 12..<curve.lowerBound + 16, with: [0, 1, 0xCC, 0xCD])
    #expect(conversion(from: flat) != nil)
  }

  #if JPEG
    @Test func jpegFilesHaveIt() throws {
      let bytes = try JPEGEncoder().encode(Bitmap(width: 9, height: 5, background: .black))
      let mark = Array("ICC_PROFILE\0\u{1}\u{1}".utf8)
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
      #expect(bytes[(start + mark.count)...].starts(with: StandardProfile.bytes))
    }
  #endif

  #if WebP
    /// The header of the extended format says whether the picture has alpha.
    @Test(arguments: [WebPEncoder(), WebPEncoder(quality: .lossy(80))], [false, true])
    func webPFilesHaveIt(encoder: WebPEncoder, hasAlpha: Bool) throws {
      var random = SeededGenerator(salt: 48)
      var pixels = random.pixels(7 * 3)
      if !hasAlpha {
        pixels = Array(repeating: [40, 90, 200, 255], count: 21).flatMap { $0 }
      }
      let bytes = try encoder.encode(Bitmap(width: 7, height: 3, pixels: pixels))
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "ICCP".utf8) })
      #expect(bytes[(start + 8)...].starts(with: StandardProfile.bytes))
      #expect(
        ByteOrder.littleEndian.number(bytes, at: start + 4, count: 4)
          == StandardProfile.bytes.count)
      let info = try ImageDecoder().info(of: bytes)
      #expect(info.size == PixelSize(width: 7, height: 3) && info.hasAlpha == hasAlpha)
      #expect(ByteOrder.littleEndian.number(bytes, at: 4, count: 4) == bytes.count - 8)
      #expect(try ImageDecoder().decode(bytes).width == 7)
    }
  #endif
}
