import LinecasterBase
import LinecasterBundledFonts
import LinecasterCells
import LinecasterDiff
import LinecasterDisplay
import LinecasterFonts
import LinecasterText
import Testing

@testable import LinecasterList

/// Seed row A69: the builder of the conference talk, with explicit or keyed identifiers.
@Suite struct TableModelBuilderTests {
  private func builder(_ buttons: String...) -> TableModelBuilder {
    var builder = TableModelBuilder()
    builder.addHeader("Before you buy")
    for button in buttons {
      builder.addSeparator(.small)
      builder.addTextButton(button) {}
    }
    builder.addSeparator(.medium)
    return builder
  }

  @Test func rowsAreKnownByTheirWords() {
    let model = builder("OK", "Cancel").build(loadState: .ready)
    #expect(
      model.sections.map(\.items).joined().map { "\($0.identifier)" } == [
        "header/Before you buy", "separator/header/Before you buy/button/OK", "button/OK",
        "separator/button/OK/button/Cancel", "button/Cancel",
      ])
    #expect(model.sections.map(\.identifier) == ["main"] && model.loadState == .ready)
  }

  /// A button and the separator above it are new; the separator below the header also is, because
  /// it has another neighbour.
  @Test func aButtonOnTopLeavesTheOthersAlone() {
    let changes = Changeset(
      fromSections: builder("OK", "Cancel").build().sections,
      toSections: builder("Help", "OK", "Cancel").build().sections)
    #expect(changes.itemInserts.map(\.item) == [1, 2, 3])
    #expect(changes.itemDeletes.map(\.item) == [1] && changes.count == 4)
  }

  @Test @MainActor func buttonsDoWhatTheyAreToldTo() throws {
    var taps = 0
    var builder = TableModelBuilder()
    builder.addTextButton("OK") { taps += 1 }
    let tap = try #require(builder.build().sections.first?.items.first?.actions.onTap)
    tap()
    #expect(taps == 1)
  }

  @Test func identifiersCanBeGiven() {
    var builder = TableModelBuilder()
    builder.addHeader("3 unread", identifier: "unread")
    builder.addTextButton("Open", identifier: 1) {}
    builder.addTextButton("Open", identifier: 2) {}
    builder.addCell("text", BoxCell())
    builder.add { TableItem("row", cell: BoxCell()) }
    #expect(builder.build().sections[0].items.map(\.identifier) == ["unread", 1, 2, "text", "row"])
  }

  /// A requested section stays even without rows; the first one exists only if it has content.
  @Test func sectionsBeginWhereTheyAreAskedFor() {
    var builder = TableModelBuilder()
    builder.beginSection("empty")
    builder.beginSection("full", header: TableItem("", cell: BoxCell()), isHeaderSticky: true)
    builder.addSeparator(.large)
    builder.addCell(1, BoxCell())
    builder.add { Space(8) }
    let sections = builder.build().sections
    #expect(sections.map(\.identifier) == ["empty", "full"])
    #expect(sections[1].items.map(\.identifier) == [1, .pair("space", .pair("below", 1))])
    #expect(sections[1].isHeaderSticky && sections[1].header != nil)
    #expect(TableModelBuilder().build().sections.isEmpty)
  }

  @Test func buildingDoesNotEndTheBuilder() {
    var builder = builder("OK")
    let first = builder.build()
    builder.addTextButton("Cancel") {}
    #expect(builder.build().sections[0].items.count == 5 && first.sections[0].items.count == 3)
  }
}

/// The rows that builders make are ordinary cells.
@Suite struct PlainRowsTests {
  private let arranger: CellArranger

  init() throws {
    arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
  }

  private func size(_ cell: some Cell, width: Double = 200, theme: Theme = .light) throws -> Size {
    let environment = LayoutEnvironment(width: width, theme: theme)
    return try arranger.arrange(AnyCell(cell).layout(in: environment), in: environment).size
  }

  @Test func separatorsAndSpacesAreAsHighAsTheySay() throws {
    #expect(try size(Separator.medium) == Size(width: 200, height: 8))
    let inset = Separator(thickness: 2, insets: Insets(top: 3, left: 50, bottom: 5, right: 0))
    #expect(try size(inset) == Size(width: 200, height: 10))
    #expect(try size(Space(12)) == Size(width: 200, height: 12))
  }

  @Test func headersAndButtonsGrowWithTheirWords() throws {
    let header = try size(HeaderCell("Title"))
    #expect(try size(HeaderCell("Title", subtitle: "More")).height > header.height)
    #expect(try size(HeaderCell("A title of many words"), width: 80).height > header.height)
    let button = try size(TextButtonCell("OK"))
    #expect(try size(TextButtonCell("OK or not OK"), width: 60).height > button.height)
  }

  @Test func colorsFollowTheTheme() throws {
    let arranger = CellArranger(typesetter: Typesetter(fonts: try .bundled()))
    func colors(_ cell: AnyCell, _ theme: Theme) throws -> [Color] {
      let environment = LayoutEnvironment(width: 100, theme: theme)
      return try arranger.arrange(cell.layout(in: environment), in: environment)
        .displayList.commands.flatMap { command -> [Color] in
          guard case .text(let layout, _) = command else { return [] }
          return layout.glyphRuns.map(\.color)
        }
    }
    for theme in Theme.allCases {
      let header = [ThemeColor.text, .secondaryText].map { $0.color(in: theme) }
      #expect(try colors(AnyCell(HeaderCell("a", subtitle: "b")), theme) == header)
      #expect(
        try colors(AnyCell(TextButtonCell("a")), theme) == [ThemeColor.accent.color(in: theme)])
    }
  }
}
