import Testing

@testable import LinecasterRaster

@Suite struct ChromiumRecordingsTests {
  /// Every image is one that a test compares with, and the other way round.
  @Test func everyRecordingIsAskedFor() throws {
    let scenes = ChromiumRecordings.scales.flatMap { scale in
      CanvasScene.all.map { ChromiumRecordings.name($0, scale: scale) }
    }
    let sheets = EmojiSheet.sizes.map { ChromiumRecordings.name(EmojiSheet(size: $0)) }
    #expect(try ChromiumRecordings.names() == (scenes + sheets).sorted())
  }

  @Test(
    .enabled(
      if: ChromiumRecordings.isRecording,
      "CHROMIUM=record draws the recordings again with the Chromium that is installed"))
  func drawsThemAnew() throws {
    try ChromiumRecordings.record(with: #require(Chromium(), "there is no chromium here"))
  }
}
