import LinecasterBase
import LinecasterText

extension BlockMachine {
  /// The part of a line that starts a block.
  enum Start {
    /// A marker; more blocks may start after it.
    case container
    /// A marker; the rest of the line is text of the block.
    case leaf
    /// The whole line.
    case line
  }

  /// Whether the matched block is a paragraph that the line may continue or end.
  private var isInParagraph: Bool { open[matched - 1].kind == .paragraph }

  /// Starts the block whose marker is next, if there is one.
  mutating func startBlock(
    _ cursor: inout LineCursor, _ scope: WorkScope
  ) throws(CancellationError) -> Start? {
    guard let first = cursor.first else { return nil }
    if cursor.isIndented {
      guard open.last?.kind != .paragraph else { return nil }
      cursor.advance(columns: 4)
      try push(.code(nil), scope)
      return .leaf
    }
    switch first {
    case UInt8(ascii: ">"):
      return try startQuote(&cursor, scope)
    case UInt8(ascii: "#"):
      guard let heading = BlockStart.heading(cursor.rest) else { break }
      try makeRoom(scope)
      append(MarkupNode(.heading(level: heading.level), try content(heading.text, scope)))
      return .line
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard let fence = BlockStart.fence(cursor.rest) else { break }
      let info = CharacterReference.unescaped(fence.info)
      try push(
        .code(Fence(mark: fence.mark, length: fence.length, indent: cursor.indent, info: info)),
        scope)
      return .line
    case UInt8(ascii: "<"):
      if let start = try startHTML(&cursor, scope) { return start }
    default: break
    }
    return try startByLine(&cursor, scope)
  }

  /// Starts the blocks that need the whole line, in the order of CommonMark.
  private mutating func startByLine(
    _ cursor: inout LineCursor, _ scope: WorkScope
  ) throws(CancellationError) -> Start? {
    if isInParagraph, let level = BlockStart.underlineLevel(cursor.rest),
      try endParagraph(asHeading: level, scope)
    {
      return .line
    }
    if BlockStart.isThematicBreak(cursor.rest) {
      try makeRoom(scope)
      append(MarkupNode(.thematicBreak))
      return .line
    }
    if depth < Markup.depthLimit {
      if extensions.contains(.footnotes), let found = BlockStart.footnote(cursor.rest),
        let label = LinkLabel(found.label, isFootnote: true)
      {
        cursor.advanceToNonspace()
        cursor.advance(bytes: found.length)
        definitions.define(footnote: label)
        try push(.footnote(label), scope)
        return .container
      }
      if let start = try startItem(&cursor, scope) { return start }
    }
    if extensions.contains(.tables), isInParagraph, try startTable(cursor, scope) { return .line }
    return nil
  }

  private mutating func startQuote(
    _ cursor: inout LineCursor, _ scope: WorkScope
  ) throws(CancellationError) -> Start? {
    guard depth < Markup.depthLimit else { return nil }
    cursor.advanceToNonspace()
    cursor.advance(bytes: 1)
    cursor.skipSpace()
    try push(.quote, scope)
    return .container
  }

  private mutating func startHTML(
    _ cursor: inout LineCursor, _ scope: WorkScope
  ) throws(CancellationError) -> Start? {
    guard
      let kind = HTMLBlock.kind(cursor.rest, mayBeAnyTag: !isInParagraph && !isLazy)
    else { return nil }
    try push(.html(kind), scope)
    return .leaf
  }

  /// Makes a heading of the open paragraph; false if it has nothing but definitions.
  private mutating func endParagraph(
    asHeading level: Int, _ scope: WorkScope
  ) throws(CancellationError) -> Bool {
    let rest = try takeDefinitions(open[matched - 1].text[...], scope)
    guard !rest.isEmpty else {
      open[matched - 1].text = []
      return false
    }
    let first = open[matched - 1].firstLine
    open.removeLast()
    matched -= 1
    append(MarkupNode(.heading(level: level), try content(rest, scope)), from: first)
    return true
  }
}

// MARK: - List items

extension BlockMachine {
  /// Starts the item whose marker is next (§5.2).
  private mutating func startItem(
    _ cursor: inout LineCursor, _ scope: WorkScope
  ) throws(CancellationError) -> Start? {
    guard let marker = ListMarker(cursor.rest) else { return nil }
    if isInParagraph {
      // Only an item with text may interrupt a paragraph, and only number 1.
      guard marker.number ?? 1 == 1,
        !cursor.rest.dropFirst(marker.length).allSatisfy(\.isSpaceOrTab)
      else { return nil }
    }
    let indent = cursor.indent
    cursor.advanceToNonspace()
    cursor.advance(bytes: marker.length)
    let gap = cursor.isBlank || cursor.indent > 4 ? 1 : cursor.indent
    cursor.advance(columns: gap)
    var isDone: Bool?
    if extensions.contains(.taskLists), let found = Self.task(cursor.rest), !cursor.isIndented {
      isDone = found
      cursor.advanceToNonspace()
      cursor.advance(bytes: 3)
    }
    if case .list(let open) = open[matched - 1].kind, open.kind == marker.kind {
    } else {
      try push(.list(marker), scope)
    }
    try push(.item(contentIndent: indent + marker.length + gap, isDone: isDone), scope)
    guard isDone != nil, !cursor.isBlank else { return .container }
    // The text after a check box is a paragraph, whatever it begins with.
    try push(.paragraph, scope)
    return .leaf
  }

  /// Whether the task of an item is done; `nil` for text without a check box (GFM §5.3).
  private static func task(_ text: ArraySlice<UInt8>) -> Bool? {
    let box = Array(text.prefix(4))
    guard box.count >= 3, box[0] == UInt8(ascii: "["), box[2] == UInt8(ascii: "]"),
      box.count == 3 || box[3].isSpaceOrTab
    else { return nil }
    switch box[1] {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return true
    case 0x20: return false
    default: return nil
    }
  }
}

// MARK: - Tables

extension BlockMachine {
  /// Makes a table of the last line of the open paragraph if the line is its delimiter row.
  private mutating func startTable(
    _ cursor: LineCursor, _ scope: WorkScope
  ) throws(CancellationError) -> Bool {
    guard let alignments = TableRow.alignments(cursor.rest) else { return false }
    let text = open[matched - 1].text
    let headerStart = text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    try scope.pass(cursor.rest.count + text.count - headerStart)
    let header = TableRow.cells(text[headerStart...])
    guard header.count == alignments.count else { return false }
    let first = open[matched - 1].firstLine
    if headerStart > 0 {
      open[matched - 1].text.removeSubrange((headerStart - 1)...)
      matched -= 1
      try close(to: matched, lastLine: line - 2, scope)
    } else {
      open.removeLast()
      matched -= 1
    }
    open.append(
      OpenBlock(.table(alignments), line: headerStart > 0 ? line - 1 : first, depth: depth))
    matched = open.count
    try addRow(header, alignments, scope)
    return true
  }

  /// Makes a table of the open paragraph if its last line begins with `|`: its delimiter row will
  /// most likely come.
  mutating func completeTable(_ scope: WorkScope) throws(CancellationError) {
    guard extensions.contains(.tables), let tip = open.last, tip.kind == .paragraph else { return }
    let text = tip.text
    let header = text[(text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...]
    guard header.first == UInt8(ascii: "|") else { return }
    let count = TableRow.cells(header).count
    guard count > 0 else { return }
    let row = Array(String(repeating: "|-", count: count).utf8)
    nextLine()
    _ = try startTable(LineCursor(row[...]), scope)
  }

  /// Adds a row to the open table.
  mutating func addRow(
    _ cells: [[UInt8]], _ alignments: [MarkupTable.Alignment?], _ scope: WorkScope
  ) throws(CancellationError) {
    var nodes: [MarkupNode] = []
    for cell in cells.prefix(alignments.count) {
      nodes.append(MarkupNode(.cell, try content(cell[...], scope)))
    }
    missingCellCount += alignments.count - nodes.count
    open[open.count - 1].children.append(MarkupNode(.row, children: nodes))
  }
}
