/// A place in a line that containers advance as they take their markers (CommonMark §2.2).
struct LineCursor {
  let line: ArraySlice<UInt8>
  /// The index of the next byte.
  private(set) var offset: Int
  /// The column of the next byte; a tab advances to the next multiple of four.
  private(set) var column = 0
  /// Whether some columns of the tab at `offset` are taken.
  private(set) var isInTab = false
  /// The index of the next byte that is no space or tab.
  private(set) var nextNonspace: Int
  private var nextNonspaceColumn = 0

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    offset = line.startIndex
    nextNonspace = line.startIndex
    findNextNonspace()
  }

  var indent: Int { nextNonspaceColumn - column }
  /// Whether the indentation makes it a line of indented code.
  var isIndented: Bool { indent >= 4 }
  var isBlank: Bool { nextNonspace == line.endIndex }
  /// The next byte that is no space or tab.
  var first: UInt8? { isBlank ? nil : line[nextNonspace] }
  /// The line from the next byte that is no space or tab.
  var rest: ArraySlice<UInt8> { line[nextNonspace...] }
  /// The next byte.
  var next: UInt8? { offset < line.endIndex ? line[offset] : nil }

  private mutating func findNextNonspace() {
    guard nextNonspace <= offset else { return }
    nextNonspace = offset
    nextNonspaceColumn = column
    while nextNonspace < line.endIndex, line[nextNonspace].isSpaceOrTab {
      nextNonspaceColumn += line[nextNonspace] == 0x20 ? 1 : 4 - nextNonspaceColumn % 4
      nextNonspace += 1
    }
  }

  /// Advances by bytes.
  mutating func advance(bytes count: Int) {
    let end = min(offset + count, line.endIndex)
    while offset < end {
      column += line[offset] == 0x09 ? 4 - column % 4 : 1
      offset += 1
    }
    isInTab = false
    findNextNonspace()
  }

  /// Advances by columns, at most to the end of the line.
  mutating func advance(columns count: Int) {
    var count = count
    while count > 0, offset < line.endIndex {
      let width = line[offset] == 0x09 ? 4 - column % 4 : 1
      isInTab = width > count
      let taken = min(count, width)
      column += taken
      count -= taken
      if !isInTab { offset += 1 }
    }
    findNextNonspace()
  }

  mutating func advanceToNonspace() {
    offset = nextNonspace
    column = nextNonspaceColumn
    isInTab = false
  }

  /// Skips a space or a column of a tab.
  mutating func skipSpace() {
    if let next, next.isSpaceOrTab { advance(columns: 1) }
  }

  /// Appends what is left of the line, with the left columns of a tab as spaces.
  func appendRest(to text: inout [UInt8]) {
    var start = offset
    if isInTab {
      start += 1
      for _ in 0..<(4 - column % 4) { text.append(0x20) }
    }
    text += line[start...]
  }
}
