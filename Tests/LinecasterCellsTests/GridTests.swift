import LinecasterBase
import LinecasterBoxLayout
import LinecasterCells
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterTesting
import LinecasterText
import Testing

@Suite struct GridTests {
  private static let folder = SnapshotFolder("Grids")

  private static let ink = Color(rgb: 0x364FC7)

  private func box(_ width: Double, _ height: Double) -> Box {
    Box(Self.ink, size: Size(width: width, height: height))
  }

  private func fills(_ layout: some Layout, width: Double = 300) throws -> [Rect] {
    try Arranging.arrange(layout, width: width).fills
  }

  @Test func childrenTakeTheNextCells() throws {
    let grid = Grid(columns: [40, .fraction(1), .auto], spacing: 10) {
      for _ in 0..<4 { box(20, 10) }
    }
    #expect(
      try fills(grid) == [
        Rect(x: 0, y: 0, width: 20, height: 10), Rect(x: 50, y: 0, width: 20, height: 10),
        Rect(x: 280, y: 0, width: 20, height: 10), Rect(x: 0, y: 20, width: 20, height: 10),
      ])
  }

  @Test func childrenSitInTheirCells() throws {
    let grid = Grid(
      columns: [100, 100], rows: [50], alignment: .end, justification: .center
    ) {
      box(20, 10)
      box(20, 10).alignment(.start).justification(.end)
    }
    #expect(
      try fills(grid) == [
        Rect(x: 40, y: 40, width: 20, height: 10), Rect(x: 180, y: 0, width: 20, height: 10),
      ])
  }

  @Test func placesAreSaidByLinesSpansAndAreas() throws {
    let areas = try GridAreas(["photo title", "photo note"])
    func filled(_ layout: some Layout) -> LayoutNode { layout.background(Self.ink) }
    let grid = Grid(columns: [40, 60], rows: [20, 30], autoColumns: [7], areas: areas) {
      filled(Spacer()).gridArea("photo", of: areas)
      filled(Spacer()).gridArea("note", of: areas)
      filled(Spacer()).gridColumn(-2).gridRow(1)
      filled(Spacer()).gridColumn(3, .span(2)).gridRow(1, 3)
      filled(Spacer()).gridArea("nothing", of: areas).gridRow(3).frame(height: 5)
    }
    #expect(
      try fills(grid) == [
        Rect(x: 0, y: 0, width: 40, height: 50), Rect(x: 40, y: 20, width: 60, height: 30),
        Rect(x: 40, y: 0, width: 60, height: 20), Rect(x: 100, y: 0, width: 14, height: 50),
        Rect(x: 0, y: 50, width: 40, height: 5),
      ])
  }

  @Test func orderComesBeforeTheTree() throws {
    let grid = Grid(columns: [30, 30]) {
      box(20, 10)
      box(10, 10).order(-1)
    }
    #expect(try fills(grid).map(\.minX) == [30, 0])
  }

  /// A grid that no nested stacks could replace: rows share column widths, which depend on content.
  private func invoice() -> LayoutNode {
    let bold = TextStyle(size: 13, weight: .bold)
    let small = TextStyle(size: 13)
    let lines = [
      ("Analytical engine", "with a mill and a store", "1"), ("Punched cards", "for looms", "240"),
      ("ورق", "من بغداد", "12"),
    ]
    return Grid(columns: [.fit(90), .fraction(1), .auto], spacing: 6, alignment: .baseline) {
      Text("Thing", style: bold)
      Text("Note", style: bold)
      Text("Count", style: bold).justification(.end)
      Box(Self.ink, size: Size(width: 0, height: 1)).width(.auto).gridColumn(1, -1)
      for (name, note, count) in lines {
        Text(name, style: small)
        Text(note, style: small)
        Text(count, style: small).justification(.end)
      }
    }
    .padding(10)
  }

  /// A card with named areas, and a row of tags that wraps.
  private func card() throws -> LayoutNode {
    let areas = try GridAreas(["photo title price", "photo note note", "tags tags tags"])
    return Grid(
      columns: [44, .fraction(1), .auto], rows: [.auto, .fraction(1)], areas: areas, spacing: 8
    ) {
      Box(Self.ink, size: Size(width: 44, height: 44), cornerRadius: 6).gridArea("photo", of: areas)
      Text("Notes on the engine", style: TextStyle(size: 15, weight: .bold))
        .gridArea("title", of: areas)
      Text("£12", style: TextStyle(size: 15)).gridArea("price", of: areas)
      Text("It weaves patterns as the loom weaves leaves", style: TextStyle(size: 12))
        .gridArea("note", of: areas)
      Grid(columns: .autoFill([.minmax(60, fraction: 1)]), spacing: 4) {
        for word in ["algebra", "looms", "letters", "numbers"] {
          Text(word, style: TextStyle(size: 11)).padding(3)
            .background(Color(rgb: 0xDBE4FF), cornerRadius: 4)
        }
      }
      .gridArea("tags", of: areas)
    }
    .padding(10)
  }

  private static var pictures: [String] { ["table", "table-right-to-left", "card"] }

  @Test(arguments: pictures)
  func gridsLookAsTheyDid(name: String) throws {
    let layout =
      switch name {
      case "table": invoice()
      case "card": try card()
      default: invoice().writingDirection(.rightToLeft)
      }
    let arrangement = try Arranging.arrange(layout, width: 250, scale: 1.5)
    let image = try DisplayRasterizer(rendering: .preset(.plain, for: PixelScale(1.5)))
      .rasterize(arrangement.displayList, scale: PixelScale(1.5), background: .white)
    let outcome = try Self.folder.compare(image, name)
    #expect(outcome.passes, "\(outcome)")
  }

  @Test func everyImageIsAskedFor() throws {
    let orphans = try Self.folder.orphans(besides: Self.pictures)
    #expect(orphans.isEmpty, "SNAPSHOTS=accept removes them")
  }
}
