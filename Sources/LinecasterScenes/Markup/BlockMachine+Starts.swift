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

/// The markers that start blocks (CommonMark §4 and §5), in the rest of a line after its
/// indentation.
enum BlockStart {
  /// Whether the line is three or more of `*`, `-` or `_`, with or without spaces (§4.1).
  static func isThematicBreak(_ line: ArraySlice<UInt8>) -> Bool {
    guard let mark = line.first, mark == 0x2A || mark == 0x2D || mark == 0x5F else { return false }
    var count = 0
    for byte in line {
      if byte == mark {
        count += 1
      } else if !byte.isSpaceOrTab {
        return false
      }
    }
    return count >= 3
  }

  /// The level and the text of an ATX heading (§4.2).
  static func heading(_ line: ArraySlice<UInt8>) -> (level: Int, text: ArraySlice<UInt8>)? {
    let mark = UInt8(ascii: "#")
    let level = line.prefix(7).prefix { $0 == mark }.count
    guard 1...6 ~= level else { return nil }
    let rest = line.dropFirst(level)
    guard rest.first?.isSpaceOrTab ?? true else { return nil }
    let title = rest.trimmed
    let closing = title.reversed().prefix { $0 == mark }.count
    let kept = title.dropLast(closing)
    return (level, kept.last?.isSpaceOrTab ?? true ? kept.trimmed : title)
  }

  /// The level of the setext heading that the line underlines (§4.3).
  static func underlineLevel(_ line: ArraySlice<UInt8>) -> Int? {
    guard let mark = line.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-"),
      line.trimmed.allSatisfy({ $0 == mark })
    else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : 2
  }

  /// The mark, its length and the info string of a code fence (§4.5).
  static func fence(
    _ line: ArraySlice<UInt8>
  ) -> (mark: UInt8, length: Int, info: ArraySlice<UInt8>)? {
    guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let length = line.prefix { $0 == mark }.count
    guard length >= 3 else { return nil }
    let info = line.dropFirst(length).trimmed
    return mark == UInt8(ascii: "`") && info.contains(mark) ? nil : (mark, length, info)
  }

  /// The label of a footnote definition, and the length of its marker.
  static func footnote(
    _ line: ArraySlice<UInt8>
  ) -> (label: ArraySlice<UInt8>, length: Int)? {
    guard line.starts(with: [0x5B, 0x5E]) else { return nil }
    let label = line.dropFirst(2).prefix(LinkScanner.labelLimit).prefix {
      $0 != 0x5D && !$0.isBlank && $0 != 0
    }
    let rest = line[label.endIndex...]
    guard !label.isEmpty, rest.starts(with: [0x5D, 0x3A]) else { return nil }
    return (label, label.count + 4 + rest.dropFirst(2).prefix { $0.isSpaceOrTab }.count)
  }
}

/// The marker of a list item (§5.2).
struct ListMarker: Hashable, Sendable {
  /// `-`, `+`, `*`, `.` or `)`; equal for all items of a list.
  let kind: UInt8
  /// The number of an ordered item.
  let number: Int?
  /// The bytes of the marker.
  let length: Int

  init?(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return nil }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: "*") {
      (kind, number, length) = (first, nil, 1)
    } else {
      var value = 0
      let digits = line.prefix(10).prefix { $0.isDigit }
      guard 1...9 ~= digits.count, let end = line.dropFirst(digits.count).first,
        end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
      else { return nil }
      for digit in digits { value = value * 10 + Int(digit - 0x30) }
      (kind, number, length) = (end, value, digits.count + 1)
    }
    guard line.dropFirst(length).first?.isSpaceOrTab ?? true else { return nil }
  }
}

/// The kinds of HTML blocks, numbered as in CommonMark §4.6.
enum HTMLBlock {
  /// The kind of the HTML block that a line starts; `nil` for other lines.
  static func kind(_ line: ArraySlice<UInt8>, mayBeAnyTag: Bool) -> Int? {
    guard line.first == UInt8(ascii: "<") else { return nil }
    let rest = line.dropFirst()
    switch rest.first {
    case UInt8(ascii: "?"): return 3
    case UInt8(ascii: "!"):
      if rest.starts(with: Array("!--".utf8)) { return 2 }
      if rest.starts(with: Array("![CDATA[".utf8)) { return 5 }
      return rest.dropFirst().first?.isLetter == true ? 4 : nil
    default: break
    }
    let isClosing = rest.first == UInt8(ascii: "/")
    let named = isClosing ? rest.dropFirst() : rest
    let name = named.prefix(16).prefix { $0.isLetterOrDigit }
    let after = named.dropFirst(name.count)
    let key = String(decoding: name.map(\.lowercased), as: UTF8.self)
    let isEnd = after.first.map { $0.isBlank || $0 == UInt8(ascii: ">") } ?? true
    if !isClosing, rawTags.contains(key), isEnd { return 1 }
    if blockTags.contains(key), isEnd || after.starts(with: Array("/>".utf8)) { return 6 }
    guard mayBeAnyTag, let end = RawHTML.tagEnd(line, at: line.startIndex),
      line[end...].allSatisfy(\.isBlank)
    else { return nil }
    return 7
  }

  /// Whether a line ends a block of a kind.
  static func ends(_ line: ArraySlice<UInt8>, kind: Int) -> Bool {
    switch kind {
    case 1:
      rawTags.contains { RawHTML.range(of: Array("</\($0)>".utf8), in: line) != nil }
    case 2: RawHTML.range(of: Array("-->".utf8), in: line) != nil
    case 3: RawHTML.range(of: Array("?>".utf8), in: line) != nil
    case 4: line.contains(UInt8(ascii: ">"))
    case 5: RawHTML.range(of: Array("]]>".utf8), in: line) != nil
    default: false
    }
  }

  private static let rawTags: Set = ["pre", "script", "style", "textarea"]
  private static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}

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
