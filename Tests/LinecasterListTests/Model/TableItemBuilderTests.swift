import LinecasterBase
import LinecasterCells
import LinecasterDiff
import Testing

@testable import LinecasterList

/// Seed rows A69 and C1: tables from declarations, as pure functions of their data.
@Suite struct TableItemBuilderTests {
  private enum Payment { case none, card(String), cash }

  private func row(_ identifier: ItemIdentifier) -> TableItem {
    TableItem(identifier, cell: BoxCell())
  }

  private func table(
    hasBanner: Bool = false, note: String? = nil, payment: Payment = .none, lines: [Int] = []
  ) -> TableModel {
    TableModel(loadState: .ready) {
      TableSection("main") {
        if hasBanner { row("banner") }
        row("title")
        if let note { row(.name(note)) } else { row("no note") }
        switch payment {
        case .none: Space(4)
        case .card(let number): row(.name("card \(number)"))
        case .cash: row("cash")
        }
        for line in lines where line > 0 { row(.number(line)) }
        row("end")
      }
    }
  }

  private func identifiers(_ model: TableModel) -> [String] {
    model.sections.flatMap { $0.items.map { "\($0.identifier)" } }
  }

  @Test func conditionsChoicesAndLoopsAreRows() {
    #expect(
      identifiers(table(payment: .cash)) == ["title", "no note", "cash", "end"])
    #expect(
      identifiers(table(hasBanner: true, note: "n", payment: .card("7"), lines: [3, -1, 2]))
        == ["banner", "title", "n", "card 7", "3", "2", "end"])
  }

  /// Seed rows C1 and C9: the same data makes the same model.
  @Test func modelsAreFunctionsOfTheirData() {
    #expect(table(note: "n", lines: [1, 2]) == table(note: "n", lines: [1, 2]))
    #expect(table(lines: [1]) != table(lines: [2]))
    #expect(table().loadState == .ready)
  }

  /// Seed row A69: a row inserted at the top leaves all other identities alone, those of separators
  /// and spaces included.
  @Test func aRowOnTopIsOneInsert() {
    func table(_ isLonger: Bool) -> [TableSection] {
      [
        TableSection("main") {
          if isLonger { row("new") }
          row("a")
          Separator.small
          row("b")
          Space(8)
          row("c")
        }
      ]
    }
    let changes = Changeset(fromSections: table(false), toSections: table(true))
    #expect(changes.itemInserts == [ElementPath(section: 0, item: 0)])
    #expect(changes.count == 1 && changes.duplicates.isEmpty)
  }

  @Test func arraysAndMissingRowsAreRows() {
    let missing: TableItem? = nil
    let section = TableSection("main") {
      [row(1), row(2)]
      missing
      Optional(row(3))
    }
    #expect(section.items.map(\.identifier) == [1, 2, 3])
    #expect(TableSection("none") {}.items.isEmpty)
  }

  @Test func sectionsAreBuiltToo() {
    func model(_ names: [String], hasFooter: Bool) -> TableModel {
      TableModel {
        for name in names { TableSection(.name(name)) { row(.name("\(name) 1")) } }
        if hasFooter { TableSection("footer") { row("f") } }
        if names.isEmpty { TableSection("empty") {} } else { TableSection("full") {} }
      }
    }
    #expect(
      model(["a", "b"], hasFooter: true).sections.map(\.identifier) == ["a", "b", "footer", "full"])
    #expect(model([], hasFooter: false).sections.map(\.identifier) == ["empty"])
    #expect(TableModel {}.sections.isEmpty)
  }

  private struct Broken: Error {}

  @Test func errorsPass() {
    func fail() throws -> TableItem { throw Broken() }
    #expect(throws: Broken.self) {
      try TableModel { try TableSection("main") { try fail() } }
    }
  }

  /// Seed row C10: keys distinguish rows, independent of the types of their cells.
  @Test func keysTellRowsOfElementsApart() {
    let section = TableSection("main") {
      ForEach([7, 8], key: { .number($0) }) { number in
        row("author")
        if number == 8 { row("image") }
        Separator.small
      }
    }
    #expect(
      section.items.map(\.identifier) == [
        .pair(7, "author"), .pair("separator", .pair(.pair(7, "author"), .pair(8, "author"))),
        .pair(8, "author"), .pair(8, "image"),
      ])
  }
}

/// A table of forty rows with conditions. The strict build limits its type-checking time to half a
/// second: see the manifest.
@Suite struct FortyRowsTests {
  private struct Order {
    var isGift = false
    var note: String?
    var state = State.paid
    var lines = [3, 1, 4]

    enum State { case open, paid, sent(String) }
  }

  private func table(of order: Order) -> TableModel {
    TableModel(loadState: .ready) {
      TableSection("order", header: TableItem("header", cell: HeaderCell("Order"))) {
        TableItem("buyer", cell: TextButtonCell("The buyer")).onTap {}
        Separator.small
        TableItem("street", cell: TextButtonCell("The street")).onTap {}
        Separator.small
        TableItem("town", cell: TextButtonCell("The town")).onTap {}
        Separator.small
        TableItem("country", cell: TextButtonCell("The country")).onTap {}
        Separator.small
        TableItem("phone", cell: TextButtonCell("The phone")).onTap {}
        Separator.small
        TableItem("mail", cell: TextButtonCell("The mail")).onTap {}
        Separator.small
        TableItem("shop", cell: TextButtonCell("The shop")).onTap {}
        Separator.small
        TableItem("branch", cell: TextButtonCell("The branch")).onTap {}
        Separator.small
        TableItem("clerk", cell: TextButtonCell("The clerk")).onTap {}
        Separator.small
        TableItem("hours", cell: TextButtonCell("The hours")).onTap {}
        Separator.small
        if order.isGift { TableItem("gift", cell: TextButtonCell("A gift")) }
        if let note = order.note {
          TableItem("note", cell: HeaderCell("Note", subtitle: note))
        } else {
          TableItem("no note", cell: TextButtonCell("Add a note")).onTap {}
        }
        switch order.state {
        case .open: TableItem("pay", cell: TextButtonCell("Pay")).onTap {}
        case .paid: TableItem("paid", cell: HeaderCell("Paid"))
        case .sent(let number): TableItem("sent", cell: HeaderCell("Sent", subtitle: number))
        }
        for line in order.lines {
          TableItem(.pair("line", .number(line)), cell: HeaderCell("Line \(line)"))
          Separator.small
        }
        Space(16)
        TableItem("net", cell: TextButtonCell("The net", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("tax", cell: TextButtonCell("The tax", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("freight", cell: TextButtonCell("The freight", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("rebate", cell: TextButtonCell("The rebate", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("total", cell: TextButtonCell("The total", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("due", cell: TextButtonCell("The due", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("method", cell: TextButtonCell("The method", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("bank", cell: TextButtonCell("The bank", color: .text))
        Separator(thickness: 1, priority: 0)
        TableItem("end", cell: HeaderCell("End")).onDisplay {}
      }
    }
  }

  @Test func allRowsAreThere() {
    #expect(table(of: Order()).rowCount == 47)
    #expect(table(of: Order(isGift: true, note: "n", state: .open, lines: [])).rowCount == 42)
  }
}
