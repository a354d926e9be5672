import LinecasterCells

/// Makes rows of what builders collect: of separators with nothing but space between them the
/// strongest stays, at the edges none does; what has no identifier gets one of its neighbours.
///
/// Linear in the number of entries. What it has made it leaves as it is.
struct SeparatorCollapser {
  private(set) var items: [TableItem] = []
  /// What came since the last row that shows something.
  private var run = SeparatorRun()
  private var last: ItemIdentifier?

  /// The rows of entries from top to bottom.
  static func items(_ entries: some Sequence<TableEntry>) -> [TableItem] {
    var collapser = SeparatorCollapser()
    for entry in entries { collapser.add(entry) }
    collapser.endRun(before: nil)
    return collapser.items
  }

  private mutating func add(_ entry: TableEntry) {
    switch entry.content {
    case .separator(let separator): run.add(TableItem("", cell: separator), separator)
    case .space(let space): run.add(space)
    case .item(let item): add(item)
    }
  }

  private mutating func add(_ item: TableItem) {
    if let separator = item.cell.cell(as: Separator.self) {
      run.add(item, separator)
    } else if item.cell.cell(as: Space.self) != nil {
      run.add(item)
    } else {
      endRun(before: item.identifier)
      items.append(item)
      last = item.identifier
    }
  }

  private mutating func endRun(before next: ItemIdentifier?) {
    guard !run.isEmpty else { return }
    items += run.items(between: last, and: next)
    run = SeparatorRun()
  }
}
