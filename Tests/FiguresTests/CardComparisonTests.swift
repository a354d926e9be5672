import Foundation
import LinecasterFiles
import LinecasterRaster
@testable import LinecasterTesting
import LinecasterWitness
import Testing

/// The cards of the article `Cards` compared with Chromium's drawings of equal pages.
///
/// `CHROMIUM=record` in the environment (`.ci/pictures cards`) draws the browser's images again,
/// with a page of all pairs side by side.
@Suite(.serialized) struct CardComparisonTests {
  private static let pages = Catalogue.root.appendingPathComponent("Sources/Examples/Gallery/Pages")

  /// The allowed mean difference of a channel, 0 to 255; the article has the reasons.
  private static let limits = [
    "boarding": 2.2, "certificate": 2.9, "chart": 0.5, "chat": 1, "departures": 1, "link": 6.9,
    "news": 3.8, "post": 1.9, "products": 1.3, "receipt": 1.4, "repository": 1.9, "weather": 1.4,
  ]
  private static let names = limits.keys.sorted()

  private static func ours(_ name: String) -> URL {
    Catalogue.resources.appendingPathComponent("card-\(name).png")
  }

  private static func theirs(_ name: String) -> URL {
    Catalogue.resources.appendingPathComponent("card-\(name)-browser.png")
  }

  /// The mean difference of red, green and blue.
  private static func difference(_ name: String) throws -> Double {
    let decoder = ImageDecoder()
    let difference = ImageDifference(
      try decoder.decode(path: ours(name).path), try decoder.decode(path: theirs(name).path))
    return difference.mean * 4 / 3
  }

  @Test(arguments: names)
  func aCardLooksAsInChromium(name: String) throws {
    let limit = try #require(Self.limits[name])
    let difference = try Self.difference(name)
    #expect(difference <= limit)
    #expect(difference > limit / 2, "the limit may be lower")
    #expect(try Data(contentsOf: Self.theirs(name)).count <= 130_000)
  }

  @Test func everyCardHasAPageAndItsFigureInTheArticle() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Self.pages.path)
    #expect(
      pages.sorted() == (Self.names.map { "\($0).html" } + ["cards.css", "cards.js"]).sorted())
    let article = try #require(Catalogue.pages().first { $0.name == "Cards.md" }).text
    for name in Self.names {
      let figure = try String(format: "%.1f", Self.difference(name))
      #expect(article.contains("| `\(name)` | \(figure) |"), "\(name): \(figure)")
      #expect(article.contains("](card-\(name)-browser)"))
    }
  }

  @Test(
    .enabled(if: Chromium.isRecording, "only with CHROMIUM=record"), arguments: names)
  func recordAgain(name: String) throws {
    let browser = try #require(Chromium(), "there is no chromium here")
    let ours = try ImageDecoder().decode(path: Self.ours(name).path)
    let page = try String(
      contentsOf: Self.pages.appendingPathComponent("\(name).html"), encoding: .utf8)
    // The page is moved to another folder for the browser.
    let base = "<base href=\"file://\(Self.pages.path)/\">"
    let image = try browser.draw(
      page.replacing("<meta", with: "\(base)<meta", maxReplacements: 1), width: ours.width,
      height: ours.height, scale: 1)
    let file = try PNGEncoder(compression: .small, colors: .compact).encode(image)
    try Data(file).write(to: Self.theirs(name))
  }

  /// Writes a page of all pairs with their differences.
  @Test(.enabled(if: Chromium.isRecording, "only with CHROMIUM=record"))
  func makePage() throws {
    let pairs = try Self.names.map { name in
      let images = [Self.ours(name), Self.theirs(name)].map {
        "<td><img src=\"\($0.absoluteString)\"></td>"
      }
      let figure = try String(format: "%.2f", Self.difference(name))
      return "<tr><th>\(name)<br>\(figure)</th>\(images.joined())</tr>"
    }
    let page = """
      <!DOCTYPE html><meta charset="utf-8"><title>Cards of Linecaster and of Chromium</title>
      <style>body{font:14px sans-serif;background:#888}</style>
      <table><tr><th></th><th>Linecaster</th><th>Chromium</th></tr>
      \(pairs.joined(separator: "\n"))</table>
      """
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("current")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(page.utf8).write(to: folder.appendingPathComponent("cards.html"))
    #expect(page.matches(of: #/<img /#).count == 2 * Self.names.count)
  }
}
