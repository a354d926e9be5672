import Foundation
import LinecasterBundledFonts
import LinecasterFiles
import LinecasterFonts
import LinecasterRaster
import LinecasterScenes
import LinecasterTestSupport
import LinecasterWitness
import Testing

/// Random cards as SVG files in a browser and as PDF files in poppler, compared with their pixels.
///
/// `make nightly PART=documents` compares 300 cards, other runs some.
@Suite(.timeLimit(.minutes(60)))
struct DocumentSceneTests {
  private static let count = TestSettings.isLong ? 300 : 12
  /// The number of cards on a page of the browser.
  private static let cardsPerPage = 12
  private static let scale = 2.0

  /// A filtered box, which documents draw as pixels, with a blend mode: only the violet ground is
  /// visible, because its channels are the darker ones.
  private static let blendedPixels = """
    {"width": 300, "height": 220, "background": "#754399", "body": {"Box": {"color": "#86D8C6",
    "size": {"width": 300, "height": 220}}, "filter": {"grayscale": 0.6}, "blend": "darken"}}
    """

  /// A turned group, which is isolated: the box inside does not blend with the violet ground.
  private static let turnedBlend = """
    {"width": 300, "height": 220, "background": "#754399", "body": {"Column": {"content": [
    {"Box": {"color": "#F0E050", "size": {"width": 200, "height": 150}}, "blend": "multiply"}]},
    "transform": {"rotate": 5}, "padding": 20}}
    """

  /// A rounded clip, which does not isolate: the box inside blends with the violet ground.
  private static let clippedBlend = """
    {"width": 300, "height": 220, "background": "#754399", "body": {"Column": {"content": [
    {"Box": {"color": "#F0E050", "size": {"width": 250, "height": 190}}, "blend": "multiply"},
    {"Row": {"content": [{"Box": {"color": "#40C080", "size": {"width": 90, "height": 90}},
    "blend": "difference"}]}, "clipped": true}]}, "cornerRadius": 30, "clipped": true}}
    """

  private static func cards() -> [String] {
    var card = RandomCard(SeededGenerator(salt: 4_800))
    return [blendedPixels, turnedBlend, clippedBlend] + (3..<count).map { _ in card.json() }
  }

  private func bytes(_ card: String, _ format: PictureFormat, _ painter: PicturePainter) throws
    -> [UInt8]
  {
    var request = PictureRequest(try SceneSource(json: Array(card.utf8), named: "card"))
    request.options.encoding.format = format
    request.options.scale = Self.scale
    return try painter.picture(of: request).bytes
  }

  private func painter() throws -> PicturePainter {
    PicturePainter(fonts: try FontCollection.bundled(), folder: "/")
  }

  /// Compares a drawing with the card's own pixels.
  private func expect(
    _ drawn: Bitmap, isAs card: String, number: Int, _ kind: String, _ painter: PicturePainter
  ) throws {
    let own = try ImageDecoder().decode(bytes(card, .png, painter))
    let difference = try #require(PixelDifference(drawn, own))
    let flat = try #require(FlatDifference(drawn, own))
    let note: Comment =
      "\(kind) \(number), seed \(TestSettings.seed): \(difference), \(flat)\n\(card)"
    #expect(flat.mean < 1.5, note)
    #expect(flat.share > 0.1, note)
    // The edges of large turned letters, which each program smooths in its own way, are 3 %.
    #expect(difference.share < 0.05, note)
    if let kept = ProcessInfo.processInfo.environment["LINECASTER_KEEP_DOCUMENTS"] {
      try PNGEncoder().write(drawn, to: "\(kept)/scene-\(number)-\(kind).png")
      try PNGEncoder().write(own, to: "\(kept)/scene-\(number)-own.png")
    }
  }

  @Test(
    .enabled(if: try TestTools.has("Chromium", Chromium() != nil), "chromium is not installed"))
  func browsersDrawThePixels() throws {
    let browser = try #require(Chromium())
    let painter = try painter()
    let cards = Self.cards()
    for start in stride(from: 0, to: cards.count, by: Self.cardsPerPage) {
      let group = cards[start..<min(start + Self.cardsPerPage, cards.count)]
      let files = try group.map { card in
        Data(try bytes(card, .svg, painter)).base64EncodedString()
      }
      let images = files.map { "<img src=\"data:image/svg+xml;base64,\($0)\">" }
      let page = try browser.draw(
        """
        <!doctype html><meta charset="utf-8">\
        <style>body{margin:0}img{display:block;width:\(RandomCard.width)px}</style>\
        \(images.joined())
        """, width: RandomCard.width, height: RandomCard.height * group.count, scale: Self.scale)
      for (index, card) in group.enumerated() {
        let height = page.height / group.count
        let drawn = page.cropped(x: 0, y: index * height, width: page.width, height: height)
        try expect(drawn, isAs: card, number: start + index, "svg", painter)
      }
    }
  }

  @Test(.enabled(if: try TestTools.hasProgram("pdftoppm"), "pdftoppm is not installed"))
  func popplerDrawsThePixels() throws {
    let pdftoppm = try #require(OtherProgram("pdftoppm"))
    let painter = try painter()
    let folder = try ScratchFolder()
    for (number, card) in Self.cards().enumerated() {
      let path = try folder.write(bytes(card, .pdf, painter), "a.pdf")
      _ = try pdftoppm.output(
        "-png", "-singlefile", "-r", "\(72 * Self.scale)", path, folder.path("a"))
      let drawn = try ImageDecoder().decode(path: folder.path("a.png"))
      try expect(drawn, isAs: card, number: number, "pdf", painter)
    }
  }
}
