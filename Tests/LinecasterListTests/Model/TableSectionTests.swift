import LinecasterDiff
import LinecasterGeometry
import LinecasterList
import Testing

/// Seed rows A43 and C2: sections with headers, footers and insets.
@Suite struct TableSectionTests {
  private let header = TableItem("h", cell: BoxCell(number: 1))
  private let items = [TableItem(1, cell: BoxCell()), TableItem(2, cell: BoxCell())]

  @Test func ownContentIsComparedWithoutItems() {
    let section = TableSection("a", header: header, items: items)
    let changes: [(inout TableSection) -> Void] = [
      { $0.header?.cell = TableItem(0, cell: BoxCell(number: 9)).cell },
      { $0.header?.appearance = .fading },
      { $0.header = nil },
      { $0.footer = $0.header },
      { $0.isHeaderSticky = true },
      { $0.insets = Insets(all: 4) },
    ]
    for change in changes {
      var other = section
      change(&other)
      #expect(!section.isContentEqual(to: other) && section != other)
    }
    var shorter = section
    shorter.items.removeLast()
    #expect(section.isContentEqual(to: shorter) && section != shorter)
  }

  @Test func identifiersOfHeadersAndActionsAreNotCompared() {
    let section = TableSection("a", header: header, footer: header, items: items)
    var other = section
    other.header?.identifier = "other"
    other.footer = other.footer?.onTap {}
    other.items[0] = other.items[0].onTap {}
    #expect(section == other && section.hashValue == other.hashValue)
    other.identifier = "b"
    #expect(section != other)
  }

  @Test func headersAndFootersAreRows() {
    #expect(TableSection("a", items: items).rowCount == 2)
    #expect(TableSection("a", header: header, footer: header, items: []).rowCount == 2)
    let model = TableModel(sections: [
      TableSection("a", header: header, items: items), TableSection("b", items: items),
    ])
    #expect(model.rowCount == 5)
  }
}
