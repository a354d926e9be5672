import LinecasterBundledFonts
import LinecasterCells
import LinecasterFonts
import LinecasterGeometry
import LinecasterList
import LinecasterText
import Testing

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

  @Test func colorsFollowTheTheme() {
    let (light, dark) = (
      LayoutEnvironment(width: 100), LayoutEnvironment(width: 100, theme: .dark)
    )
    for cell in [AnyCell(HeaderCell("a", subtitle: "b")), AnyCell(TextButtonCell("a"))] {
      #expect(cell.layout(in: light) != cell.layout(in: dark))
    }
  }
}
