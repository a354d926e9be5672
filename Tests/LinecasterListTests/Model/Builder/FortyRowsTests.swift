import LinecasterCells
import LinecasterList
import Testing

/// A table of forty rows with conditions, which the strict build gives half a second of the
/// compiler's time: see the manifest.
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
