/// Rows of cells in columns of even width, for terminals.
struct TextTable {
  private let rows: [[String]]

  init(titles: [String], rows: [[String]]) {
    self.rows = [titles.map { $0.uppercased() }] + rows
  }

  /// The lines; what a terminal would act on is shown by name.
  var lines: [String] {
    let rows = rows.map { $0.map(CommandFailure.printable) }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      var line = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      .joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
  }
}
