import LinecasterBase
import LinecasterRaster
import LinecasterTestSupport
import Testing

@testable import LinecasterFiles

/// The memory of encoders counts toward the budget together with the picture.
@Suite struct EncoderBudgetTests {
  private static let encoders: [any ImageEncoder] =
    [PNGEncoder(compression: .small, colors: .compact)]
    + (WebPEncoder.isBuiltIn ? [WebPEncoder(quality: .lossy(60))] : [])
    + PictureFileFormat.all.filter { $0.isBuiltIn && $0.kind != .document }.map {
      $0.encoder(.init())
    }

  private func noise(_ width: Int, _ height: Int, bandHeight: Int) throws -> BandedImage {
    var random = SeededGenerator(salt: 195)
    let bitmap = try Bitmap(width: width, height: height, pixels: random.pixels(width * height))
    return try BandedImage(width: width, height: height, bandHeight: bandHeight) { rows, _ in
      bitmap.cropped(x: 0, y: rows.lowerBound, width: width, height: rows.count)
    }
  }

  private func bytes(
    _ encoder: any ImageEncoder, _ image: BandedImage, _ budget: RenderBudget
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try encoder.encode(image, name: "card", budget: budget) { bytes += $0 }
    return bytes
  }

  /// Exactly enough memory passes; one byte less is an error with the needed number.
  @Test(arguments: encoders.indices)
  func eachEncoderSaysWhatItHolds(index: Int) throws {
    let encoder = Self.encoders[index]
    let image = try noise(60, 40, bandHeight: 10)
    let error = #expect(throws: RenderBudget.Excess.self) {
      try bytes(encoder, image, RenderBudget(byteCount: 0))
    }
    let least = try #require(error)
    #expect(least.limit == .bytes && least.allowed == 0 && least.source == "card")
    #expect(least.needed > 60 * 10 * 4)
    #expect(try !bytes(encoder, image, RenderBudget(byteCount: least.needed)).isEmpty)
    let less = #expect(throws: RenderBudget.Excess.self) {
      try bytes(encoder, image, RenderBudget(byteCount: least.needed - 1))
    }
    #expect(less?.needed == least.needed && less?.allowed == least.needed - 1)
    let late = #expect(throws: RenderBudget.Excess.self) {
      try bytes(encoder, image, RenderBudget(time: .zero))
    }
    #expect(late?.limit == .time)
  }

  /// With less memory a PNG file is compressed in parts: longer, with the same pixels.
  @Test func smallBudgetsGiveTheSamePixels() throws {
    let image = try noise(200, 300, bandHeight: 20)
    let whole = try bytes(PNGEncoder(), image, RenderBudget())
    var unlimited: [UInt8] = []
    try PNGEncoder().encode(image) { unlimited += $0 }
    #expect(whole == unlimited)
    for byteCount in [90_000, 200_000, 600_000] {
      let parts = try bytes(PNGEncoder(), image, RenderBudget(byteCount: byteCount))
      #expect(try ImageDecoder().decode(parts) == image.bitmap(), "\(byteCount)")
      #expect(parts != whole || byteCount == 600_000)
    }
    #expect(throws: RenderBudget.Excess.self) {
      try bytes(PNGEncoder(), image, RenderBudget(byteCount: 20_000))
    }
  }
}
