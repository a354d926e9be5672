import ArgumentParser
import Foundation
import LinecasterBase
import LinecasterCells
import LinecasterFiles
import LinecasterList
import LinecasterRaster
import LinecasterTestSupport
import LinecasterText
import LinecasterWitness
import Testing

@testable import LinecasterTesting

/// Two previews in four environments.
private enum Cards: PreviewCatalog {
  static var axes: PreviewAxes {
    var axes = PreviewAxes()
    axes.themes = [.light, .dark]
    axes.widths = [120, 160]
    axes.scales = [1]
    return axes
  }

  static var previews: [Preview] {
    Preview("A card") { Line(text: "Hello") }
    Preview("Loading <b>") { TableModel(items: [TableItem(1, cell: Line(text: "Loading"))]) }
  }
}

/// The same catalog with a changed word, a preview that cannot be drawn and a removed one.
private enum OtherCards: PreviewCatalog {
  struct Unreachable: Error, CustomStringConvertible {
    var description: String { "the wind is down" }
  }

  static func unreachable() throws -> TableModel { throw Unreachable() }

  static var axes: PreviewAxes { Cards.axes }

  static var previews: [Preview] {
    for word in ["Hallo"] {
      Preview("A card") { Line(text: word) }
    }
    if axes.count > 100 { Preview("never") { Line(text: "never") } }
    [Preview("Broken") { try unreachable() }]
  }
}

private enum Twins: PreviewCatalog {
  static var previews: [Preview] {
    Preview("a/b") { Line(text: "one") }
    Preview("a:b") { Line(text: "two") }
  }
}

private enum Multitude: PreviewCatalog {
  static var axes: PreviewAxes {
    var axes = PreviewAxes()
    axes.widths = Array(repeating: 100, count: 20_001)
    return axes
  }

  static var previews: [Preview] { Preview("one") { Line(text: "one") } }
}

/// The results of command lines, in a folder that is removed afterwards.
@Suite(.timeLimit(.minutes(60))) final class PreviewCommandTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("linecaster-previews-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  /// Runs a catalog with pictures in the folder.
  private func run(
    _ catalog: any PreviewCatalog.Type, _ words: String...
  ) async throws -> (status: Int32, lines: [String]) {
    let options = try PreviewOptions.parse(words + ["--accepted", path("accepted")])
    var lines: [String] = []
    let status = await PreviewCommand(catalog, options).run { lines.append($0) }
    return (status, lines)
  }

  private func files(_ name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  @Test func thePageHasEveryPicture() async throws {
    let run = try await run(Cards.self, "-o", path("page.html"))
    #expect(run.status == 0 && run.lines.last?.hasPrefix("8 pictures in ") == true)
    let page = try text("page.html")
    let prefix = "data:image/png;base64,"
    let images = try page.components(separatedBy: prefix).dropFirst().map { part in
      let data = try #require(Data(base64Encoded: String(part.prefix { $0 != "\"" })))
      return try ImageDecoder().decode([UInt8](data))
    }
    #expect(images.map(\.width) == [120, 160, 120, 160, 120, 160, 120, 160])
    let painter = PreviewPainter(fonts: try Cards.fonts(), images: nil)
    let drawn = try await painter.draw(
      Cards.previews[0], in: LayoutEnvironment(width: 160, theme: .dark, locale: nil))
    #expect(images[3] == drawn.bitmap)
    #expect(page.contains("<h2>Loading &lt;b&gt;</h2>") && page.contains("<h1>Cards</h1>"))
    #expect(page.contains("data-theme=\"dark\" data-width=\"160\" data-scale=\"1x\""))
    // Axes with one value have no menu, and the page loads nothing from the network.
    #expect(page.matches(of: /<select data-axis="(\w+)"/).map(\.1) == ["theme", "width"])
    #expect(!page.contains("http:") && !page.contains("https:"))
  }

  @Test func picturesAreAcceptedAndCompared() async throws {
    let new = try await run(Cards.self, "--check")
    #expect(new.status == 1 && new.lines.count == 9)
    #expect(new.lines[0] == "A card (light 120 1x 100% any ltr): no accepted image has this name")
    #expect(FileManager.default.fileExists(atPath: path("accepted-current/index.html")))

    let accepted = try await run(Cards.self, "--accept")
    #expect(accepted.status == 0 && accepted.lines.last?.hasSuffix("8 accepted") == true)
    let names = try files("accepted")
    #expect(names.count == 8 && names[0] == "A card.dark.120.1x.100.any.ltr.png")
    #expect(names.last == "Loading -b-.light.160.1x.100.any.ltr.png")
    #expect(!FileManager.default.fileExists(atPath: path("accepted-current")))

    let same = try await run(Cards.self, "--check")
    #expect(same.status == 0 && same.lines.count == 1)
    #expect(try files("accepted") == names)
  }

  @Test func whatDiffersFailsOrIsGoneIsNamed() async throws {
    _ = try await run(Cards.self, "--accept")
    let check = try await run(OtherCards.self, "--check", "-o", path("page.html"))
    #expect(check.status == 1)
    #expect(check.lines[0] == "\(path("page.html")): 8 pictures")
    #expect(check.lines[1].hasPrefix("A card (light 120 1x 100% any ltr): "))
    #expect(check.lines[1].contains(" pixels differ"))
    #expect(check.lines[5] == "Broken (light 120 1x 100% any ltr): the wind is down")
    #expect(check.lines[9] == "Loading -b-.dark.120.1x.100.any.ltr: no preview has this picture")
    #expect(check.lines.last?.hasSuffix("4 failed, 4 differ") == true)
    let page = try text("page.html")
    #expect(page.matches(of: /role="alert">the wind is down/).count == 4)
    #expect(page.matches(of: /role="alert">\d+ of \d+ pixels differ/).count == 4)
    let differences = try text("accepted-current/index.html")
    #expect(differences.matches(of: /<img alt="difference"/).count == 4)
    #expect(differences.contains("<code>--accept</code>"))

    // Drawn pictures are accepted, missing ones removed, and failures reported again.
    let accept = try await run(OtherCards.self, "--accept")
    #expect(accept.status == 1 && accept.lines.count == 5)
    #expect(accept.lines[0].contains("the wind is down"))
    #expect(try files("accepted").count == 4)
    // The page is written although a preview cannot be drawn.
    #expect(try await run(OtherCards.self, "-o", path("page.html")).status == 0)
  }

  @Test func someAreChosen() async throws {
    _ = try await run(Cards.self, "--accept")
    let check = try await run(Cards.self, "--check", "--only", "LOAD")
    #expect(check.status == 0 && check.lines.last?.hasPrefix("4 pictures") == true)
    _ = try await run(Cards.self, "--accept", "--only", "card")
    #expect(try files("accepted").count == 8)
    #expect(try await run(Cards.self, "--list").lines == ["A card", "Loading <b>"])
  }

  @Test func cataloguesThatCannotBeDrawnSayWhy() async throws {
    let twins = try await run(Twins.self)
    #expect(twins.status == 1 && twins.lines.first?.contains("\"a/b\" and \"a:b\"") == true)
    let multitude = try await run(Multitude.self)
    #expect(multitude.status == 1 && multitude.lines.first?.contains("20000 pictures") == true)
    let lost = try await run(Cards.self, "-o", path("no/page.html"))
    #expect(lost.status == 1 && lost.lines.last?.contains("cannot be written") == true)
    #expect(throws: (any Error).self) { try PreviewOptions.parse(["--check", "--accept"]) }
    #expect(throws: (any Error).self) { try PreviewOptions.parse(["--accepted", ""]) }
  }

  private static let browser = Chromium()

  @Test(
    .enabled(
      if: try TestTools.has("Chromium", browser != nil), "no Chromium to look at pages with"))
  func thePageIsSearchedInABrowser() async throws {
    _ = try await run(Cards.self, "-o", path("page.html"))
    let browser = try #require(Self.browser)
    let page = folder.appendingPathComponent("page.html")
    let all = try browser.document(of: page)
    #expect(all.contains("data-ready=\"yes\"") && all.contains(">8 of 8</output>"))
    #expect(all.matches(of: /<figure[^>]* hidden/).isEmpty)
    let chosen = try browser.document(of: page, fragment: "q=load+160&theme=dark")
    #expect(chosen.contains(">1 of 8</output>"))
    #expect(chosen.matches(of: /<figure[^>]* hidden/).count == 7)
    #expect(chosen.matches(of: /<section hidden/).count == 1)

    // The user types, and the address keeps the text.
    let typed = try text("page.html").replacingOccurrences(
      of: "</body>",
      with: """
        <script>q.value="card";q.dispatchEvent(new Event("input"));
        document.documentElement.dataset.hash=location.hash;</script></body>
        """)
    try Data(typed.utf8).write(to: folder.appendingPathComponent("typed.html"))
    let found = try browser.document(of: folder.appendingPathComponent("typed.html"))
    #expect(found.contains("data-hash=\"#q=card\"") && found.contains(">4 of 8</output>"))

    let shot = try browser.draw(text("page.html"), width: 900, height: 700, scale: 1)
    #expect(Set(stride(from: 0, to: shot.pixels.count, by: 4).map { shot.pixels[$0] }).count > 40)
  }
}
