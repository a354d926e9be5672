import Testing

@testable import LinecasterRaster

/// Holds emoji against the same font drawn by Chromium.
@Suite struct ChromiumEmojiTests {
  /// By pixels an em, the mean distance of a channel where there is ink.
  ///
  /// Chromium makes its pictures smaller by halves first, which is softer, most of all at 24
  /// pixels.
  private static let limits = [16: 4.0, 24: 5.6, 48: 2.8]

  @Test(arguments: EmojiSheet.sizes)
  func emojiLookAsInChromium(size: Int) throws {
    let sheet = EmojiSheet(size: size)
    let recorded = try ChromiumRecordings.picture(ChromiumRecordings.name(sheet))
    let difference = try #require(InkDifference(sheet.draw(), recorded))
    #expect(try difference.mean <= #require(Self.limits[size]))
  }
}
