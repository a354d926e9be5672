/// The cells of a table's row (GFM §4.10).
enum TableRow {
  /// The contents of the cells of a line, with `\|` as `|`.
  static func cells(_ line: ArraySlice<UInt8>) -> [[UInt8]] {
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var isOpen = false
    for byte in line.trimmed.drop(leadingPipe: true) {
      if byte != UInt8(ascii: "|") {
        cell.append(byte)
      } else if cell.last == UInt8(ascii: "\\") {
        cell[cell.count - 1] = byte
      } else {
        cells.append(Array(cell[...].trimmed))
        cell = []
        isOpen = false
        continue
      }
      isOpen = true
    }
    let last = cell[...].trimmed
    if isOpen, !last.isEmpty { cells.append(Array(last)) }
    return cells
  }

  /// Whether a line has a cell.
  static func hasCells(_ line: ArraySlice<UInt8>) -> Bool {
    !line.trimmed.drop(leadingPipe: true).isEmpty
  }

  /// The alignments of a delimiter row; `nil` for other lines.
  static func alignments(_ line: ArraySlice<UInt8>) -> [MarkupTable.Alignment?]? {
    guard let first = line.first, [0x7C, 0x2D, 0x3A].contains(first),
      line.allSatisfy({ $0 == 0x7C || $0 == 0x2D || $0 == 0x3A || $0.isSpaceOrTab })
    else { return nil }
    var alignments: [MarkupTable.Alignment?] = []
    for cell in cells(line) {
      var dashes = cell[...]
      let isStart = dashes.first == UInt8(ascii: ":")
      if isStart { dashes.removeFirst() }
      let isEnd = dashes.last == UInt8(ascii: ":")
      if isEnd { dashes.removeLast() }
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }) else { return nil }
      alignments.append(isStart ? (isEnd ? .center : .start) : isEnd ? .end : nil)
    }
    return alignments.isEmpty ? nil : alignments
  }
}

extension ArraySlice<UInt8> {
  fileprivate func drop(leadingPipe: Bool) -> ArraySlice<UInt8> {
    first == UInt8(ascii: "|") ? dropFirst().drop { $0.isSpaceOrTab } : self
  }
}
