import Testing

@testable import LinecasterRaster

/// Holds emoji against the same font drawn by Chromium.
@Suite struct ChromiumEmojiTests {
  /// By pixels an em, how far a channel is away where there is ink: on average and at most.
  ///
  /// Chromium makes its images smaller by halves first, which is softer, most of all at 24
  /// pixels.
  private static let limits: [Int: (mean: Double, maximum: Int)] = [
    16: (4, 70), 24: (5.6, 80), 48: (2.8, 85),
  ]

  @Test(arguments: EmojiSheet.sizes)
  func emojiLookAsInChromium(size: Int) throws {
    let sheet = EmojiSheet(size: size)
    let recorded = try ChromiumRecordings.image(ChromiumRecordings.name(sheet))
    let difference = try #require(InkDifference(sheet.draw(), recorded))
    let limit = try #require(Self.limits[size])
    #expect(difference.mean <= limit.mean)
    #expect(difference.maximum <= limit.maximum)
  }
}
