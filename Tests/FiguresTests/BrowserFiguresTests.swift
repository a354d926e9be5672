import Foundation
import LinecasterBase
import LinecasterBundledFonts
import LinecasterDisplay
import LinecasterFiles
import LinecasterRaster
import LinecasterText
import LinecasterWitness
import Testing

@testable import Figures

/// Figures of rich paragraphs compared with Chromium's layouts of the same paragraphs.
///
/// `CHROMIUM=record` in the environment draws the browser's images again.
@Suite struct BrowserFiguresTests {
  private static let names = RichParagraphsFigure.all.map(\.name)
  /// The allowed mean difference of a channel on ink. Browsers begin dashes at other places, and
  /// put upright letters half a pixel further right.
  private static let limits = ["rich-lines": 4.0, "rich-marks": 9, "rich-scripts": 16]

  private static func figure(_ name: String) throws -> RichParagraphsFigure {
    try #require(RichParagraphsFigure.all.first { $0.name == name })
  }

  private static func file(_ figure: RichParagraphsFigure) -> URL {
    Catalogue.resources.appendingPathComponent(Catalogue.browserImage(of: figure))
  }

  @Test(arguments: names)
  func linesLookAsInChromium(name: String) throws {
    let figure = try Self.figure(name)
    let drawn = try FigurePainter().paint(figure)
    let recorded = try ImageDecoder().decode(path: Self.file(figure).path)
    let difference = try #require(InkDifference(drawn, recorded))
    let limit = try #require(Self.limits[name])
    #expect(difference.mean <= limit)
    // The ink of each paragraph has the same extent, within a pixel.
    let typesetter = Typesetter(fonts: try .bundled())
    for placed in figure.placed(typesetter) {
      let frame = Rect(origin: placed.origin, size: placed.layout.axes.pageSize)
      let (ours, theirs) = (Self.ink(drawn, frame), Self.ink(recorded, frame))
      #expect(
        zip(ours, theirs).allSatisfy { abs($0 - $1) <= 1 },
        "\(ours), not \(theirs): \(placed.paragraph.text.string)")
    }
  }

  /// The first and last columns and rows of pixels with ink in a part of an image.
  private static func ink(_ image: Bitmap, _ frame: Rect) -> [Int] {
    let scale = FigurePainter.scale
    let part = image.cropped(
      x: scale.pixels(frame.minX), y: scale.pixels(frame.minY),
      width: scale.pixels(frame.width), height: scale.pixels(frame.height))
    let places = (0..<part.width * part.height).filter { place in
      part.pixels[place * 4..<place * 4 + 3].contains { $0 < 200 }
    }
    let columns = places.map { $0 % part.width }
    return [
      columns.min() ?? 0, columns.max() ?? 0, (places.first ?? 0) / part.width,
      (places.last ?? 0) / part.width,
    ]
  }

  @Test(
    .enabled(if: Chromium.isRecording, "only with CHROMIUM=record"), arguments: names)
  func recordAgain(name: String) throws {
    let browser = try #require(Chromium(), "there is no chromium here")
    let figure = try Self.figure(name)
    let typesetter = Typesetter(fonts: try .bundled())
    let drawn = try FigurePainter().paint(figure)
    let image = try browser.draw(
      BrowserPage(figure: figure, typesetter: typesetter).html, width: drawn.width,
      height: drawn.height, scale: 1)
    try PNGEncoder(compression: .small).write(image, to: Self.file(figure).path)
  }
}
