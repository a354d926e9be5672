import LinecasterDisplay
import LinecasterGeometry
import LinecasterSnapshots
import Testing

@testable import LinecasterRaster

/// Holds the canvas against what Chromium makes of the same boxes in CSS.
@Suite struct ChromiumScenesTests {
  /// By the topic of a scene, how far a channel is away where there is ink: on average and at most.
  ///
  /// The largest distances are single pixels of curves, whose coverage Chromium rounds; ours is
  /// within four levels of the area. Shadows are two different sums of boxes.
  private static let limits: [Substring: (mean: Double, maximum: Int)] = [
    "corners": (0.4, 70), "borders": (1, 75), "gradients": (0.4, 50), "shadows": (2.7, 50),
    "groups": (0.9, 60), "clips": (1.1, 60), "images": (1.6, 60),
  ]
  /// CSS leaves it open how long strokes and gaps are.
  private static let patterned = CanvasScene.all.filter {
    $0.name.hasSuffix("dashed") || $0.name.hasSuffix("dotted")
  }
  private static let defined = CanvasScene.all.filter { scene in
    !patterned.contains { $0.name == scene.name }
  }

  @Test(arguments: defined, ChromiumRecordings.scales)
  func scenesLookAsInChromium(scene: CanvasScene, scale: Double) throws {
    let recorded = try ChromiumRecordings.image(ChromiumRecordings.name(scene, scale: scale))
    let difference = try #require(InkDifference(scene.draw(scale: scale), recorded))
    let limit = try #require(Self.limits[scene.name.prefix { $0 != "-" }])
    #expect(difference.mean <= limit.mean)
    #expect(difference.maximum <= limit.maximum)
  }

  /// The lines of each of the boxes start and end where those of Chromium do.
  @Test(arguments: patterned, ChromiumRecordings.scales)
  func patternsHaveTheSameEdges(scene: CanvasScene, scale: Double) throws {
    let recorded = try ChromiumRecordings.image(ChromiumRecordings.name(scene, scale: scale))
    let drawn = try scene.draw(scale: scale)
    let factor = PixelScale(scale)
    for column in 0..<3 {
      let left = factor.pixels(CanvasScene.box(column).rect.minX - 4)
      let width = factor.pixels(CanvasScene.box(column).rect.width + 8)
      let boxes = [drawn, recorded].map { image in
        Self.ink(image.cropped(x: left, y: 0, width: width, height: image.height))
      }
      #expect(boxes[0] == boxes[1])
    }
  }

  /// The smallest rectangle with all pixels that are not nearly white.
  private static func ink(_ image: Bitmap) -> PixelRect {
    var (columns, rows): (Set<Int>, Set<Int>) = ([], [])
    for place in 0..<image.width * image.height {
      guard image.pixels[place * 4..<place * 4 + 3].contains(where: { $0 < 200 }) else {
        continue
      }
      columns.insert(place % image.width)
      rows.insert(place / image.width)
    }
    return PixelRect(
      left: columns.min() ?? 0, top: rows.min() ?? 0, right: (columns.max() ?? -1) + 1,
      bottom: (rows.max() ?? -1) + 1)
  }
}

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
      if: Chromium.isRecording,
      "CHROMIUM=record draws the recordings again with the Chromium that is installed"))
  func drawsThemAnew() throws {
    try ChromiumRecordings.record(with: #require(Chromium(), "there is no chromium here"))
  }
}
