import LinecasterBase
import LinecasterBoxLayout
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterList
import LinecasterRaster
import LinecasterSurface
import LinecasterTestSupport
import LinecasterText
import Testing

@testable import LinecasterTesting

/// A line of text in a box.
struct Line: Cell {
  var text: String

  func body(in environment: LayoutEnvironment) -> some Layout { Text(text).padding(8) }
}

/// Previews equal the drawings of lists.
@Suite(.timeLimit(.minutes(60))) struct PreviewTests {
  private let painter: PreviewPainter

  init() throws { painter = PreviewPainter(fonts: try .bundled(), images: nil) }

  private let environment = LayoutEnvironment(width: 200, scale: PixelScale(2))

  @Test func aLayoutACellAndATableOfItAreTheSamePixels() async throws {
    let previews = [
      Preview("a layout") { Text("Hello").padding(8) },
      Preview("a cell") { Line(text: "Hello") },
      Preview("a table") { TableModel(items: [TableItem(1, cell: Line(text: "Hello"))]) },
    ]
    var pictures: [PreviewPainter.Picture] = []
    for preview in previews { pictures.append(try await painter.draw(preview, in: environment)) }
    #expect(pictures[0].bitmap.width == 400 && pictures[0].bitmap.height > 40)
    #expect(Set(pictures[0].bitmap.pixels).count > 10)
    #expect(pictures.allSatisfy { $0.bitmap == pictures[0].bitmap && $0.remarks.isEmpty })
  }

  @Test func contentIsChosenByItsEnvironment() async throws {
    let preview = Preview("either") { environment in
      if environment.theme == .dark {
        Line(text: "dark")
      } else {
        switch environment.width {
        case 200: Text("wide").padding(8)
        default: TableModel(items: [TableItem(1, cell: Line(text: "other"))])
        }
      }
    }
    func bitmap(_ text: String, _ environment: LayoutEnvironment) async throws -> [UInt8] {
      try await painter.draw(Preview("one") { Line(text: text) }, in: environment).bitmap.pixels
    }
    for (text, width, theme) in [
      ("dark", 200.0, Theme.dark), ("wide", 200, .light), ("other", 90, .light),
    ] {
      let environment = LayoutEnvironment(width: width, theme: theme)
      let drawn = try await painter.draw(preview, in: environment)
      #expect(try await drawn.bitmap.pixels == bitmap(text, environment), "\(text)")
    }
  }

  @Test func tablesAreAsHighAsTheyAreOrAsAskedFor() async throws {
    @Sendable func rows(_ count: Int) -> TableModel {
      TableModel(items: (0..<count).map { TableItem(.number($0), cell: Line(text: "\($0)")) })
    }
    let row = try await painter.draw(Preview("one") { rows(1) }, in: environment).bitmap.height
    let whole = try await painter.draw(Preview("five") { rows(5) }, in: environment)
    #expect(whole.bitmap.height == 5 * row && whole.remarks.isEmpty)
    let part = try await painter.draw(Preview("part") { rows(5) }.height(50), in: environment)
    #expect(part.bitmap.height == 100)
    let more = try await painter.draw(Preview("more") { rows(1) }.height(300), in: environment)
    #expect(more.bitmap.height == 600)
    let cut = try await painter.draw(
      Preview("cut") { rows(400) }, in: LayoutEnvironment(width: 60))
    #expect(cut.bitmap.height == 4_000 && cut.remarks.first?.contains("cut") == true)
  }

  @Test func pagesHaveBarsAndOverlays() async throws {
    func height(_ preview: Preview) async throws -> Int {
      try await painter.draw(preview, in: environment).bitmap.height
    }
    let rows = TableModel(items: [TableItem(1, cell: Line(text: "one"))])
    let bar = ScreenBar("A title", trailing: [BarButton("Add") {}])
    let note = TableItem("note", cell: Line(text: "a note"))
    let plain = try await height(Preview("plain") { ScreenPage(rows) })
    #expect(try await plain == height(Preview("table") { rows }))
    let whole = try await painter.draw(
      Preview("whole") { ScreenPage(bar: bar, rows, overlay: note) }.height(200), in: environment)
    #expect(whole.bitmap.height == 400)
    let top = whole.bitmap.cropped(x: 0, y: 0, width: 400, height: 60)
    let bottom = whole.bitmap.cropped(x: 0, y: 360, width: 400, height: 40)
    #expect(Set(top.pixels).count > 10 && Set(bottom.pixels).count > 10)
  }

  @Test func environmentsAreChanged() async throws {
    let preview = Preview("changed") { Line(text: "one two three four five") }
      .environment { $0.width = 60 }
      .environment { $0.width += 20 }
    #expect(try await painter.draw(preview, in: environment).bitmap.width == 160)
  }

  @Test func charactersWithoutAFontAreTold() async throws {
    for preview in [
      Preview("a layout") { Text("a\u{10FFFD}") },
      Preview("a table") {
        TableModel(items: [TableItem(1, cell: Line(text: "a\u{10FFFD}"))])
      },
    ] {
      let remarks = try await painter.draw(preview, in: environment).remarks
      #expect(remarks == ["no font has U+10FFFD"])
    }
  }

  @Test func imagesThatAreMissingAreTold() async throws {
    let preview = Preview("an image") {
      Image(ImageReference("coast.png"), size: Size(width: 20, height: 10))
    }
    #expect(
      try await painter.draw(preview, in: environment).remarks
        == ["the image coast.png is missing"])
  }

  private struct Broken: Error {}

  private static func broken() throws -> TableModel { throw Broken() }

  @Test func whatCannotBeDrawnSaysWhy() async throws {
    let empty = Preview("nothing") { TableModel() }
    await #expect(throws: PreviewPainter.Failure.self) {
      try await painter.draw(empty, in: environment)
    }
    let broken = Preview("broken") { try Self.broken() }
    await #expect(throws: Broken.self) { try await painter.draw(broken, in: environment) }
    var deep = Text("deep").node
    for _ in 0...LayoutNode.maximumDepth { deep = Column { deep }.node }
    let tree = deep
    await #expect(throws: (any Error).self) {
      try await painter.draw(Preview("deep") { tree }, in: environment)
    }
    await #expect(throws: (any Error).self) {
      try await painter.draw(
        Preview("large") { Text("large").frame(height: 1e9) }, in: environment)
    }
    // A table with a row that cannot be drawn.
    await #expect(throws: (any Error).self) {
      try await painter.draw(
        Preview("a row") { TableModel(items: [TableItem(1, cell: Tall())]) }, in: environment)
    }
  }

  private struct Tall: Cell {
    func body(in environment: LayoutEnvironment) -> some Layout {
      var deep = Text("deep").node
      for _ in 0...LayoutNode.maximumDepth { deep = Column { deep }.node }
      return deep
    }
  }
}

@Suite struct PreviewAxesTests {
  @Test func everyEnvironmentIsThereOnce() {
    var axes = PreviewAxes()
    axes.themes = [.light, .dark]
    axes.widths = [320, 390.5]
    axes.scales = [1, 2, 3]
    axes.textSizes = [1, 1.25]
    axes.locales = [nil, "ar", "en-GB"]
    axes.directions = [nil, .rightToLeft]
    let settings = axes.settings
    #expect(axes.count == 144 && settings.count == 144)
    // Arabic locales have one direction, so two settings coincide.
    #expect(Set(settings).count == 120)
    #expect(settings.prefix(72).allSatisfy { $0.theme == .light })
    #expect(settings[0].values == ["light", "320", "2x", "100%", "any", "ltr"].replacing(2, "1x"))
    #expect(settings.last?.values == ["dark", "390.5", "3x", "125%", "en-GB", "rtl"])
    let environment = settings.last?.environment
    #expect(environment?.width == 390.5 && environment?.scale == PixelScale(3))
    #expect(environment?.theme == .dark && environment?.fonts.scale == 1.25)
    #expect(environment?.locale == "en-GB" && environment?.layoutDirection == .rightToLeft)
  }

  @Test func axesWithoutValuesHaveTheirFirstDefault() {
    var axes = PreviewAxes()
    axes.widths = []
    axes.locales = []
    #expect(axes.settings == PreviewAxes().settings && axes.count == 1)
  }

  @Test(arguments: [
    ("ar", true), ("ar-Latn", false), ("fa_IR", true), ("en", false), ("he-IL", true),
    ("uz-Arab-AF", true), ("az", false), ("yi", true), ("", false), ("-", false), ("ur", true),
  ])
  func directionsFollowTheLanguage(tag: String, isRightToLeft: Bool) {
    #expect((WritingSide.direction(of: tag) == .rightToLeft) == isRightToLeft)
    #expect(WritingSide.direction(of: nil) == .leftToRight)
  }
}

extension [String] {
  fileprivate func replacing(_ index: Int, _ value: String) -> [String] {
    var copy = self
    copy[index] = value
    return copy
  }
}
