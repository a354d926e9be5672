import LinecasterBase
import LinecasterText

/// Finds the blocks of a document, line by line (CommonMark, appendix: a parsing strategy).
///
/// The open blocks are a stack: the document, the containers around the next line, and at most one
/// leaf. Each line is matched with the containers, may start new blocks, and ends in a leaf. A
/// closed block moves to the children of the one around it.
struct BlockMachine: Sendable {
  /// A block that later lines may continue.
  struct OpenBlock: Sendable {
    enum Kind: Hashable, Sendable {
      case document
      case quote
      case list(ListMarker)
      /// An item whose content begins at a column after that of its list.
      case item(contentIndent: Int, isDone: Bool?)
      case footnote(LinkLabel)
      case paragraph
      /// Code between fences, or indented code without a mark.
      case code(Fence?)
      /// An HTML block of a kind of §4.6.
      case html(Int)
      case table([MarkupTable.Alignment?])
    }

    let kind: Kind
    let firstLine: Int
    /// The closed blocks inside.
    var children: [MarkupNode] = []
    /// The text of a leaf.
    var text: [UInt8] = []
    /// The length of code up to its last line that is not blank.
    var length = 0
    /// The number of quotes, items and footnotes around the content.
    let depth: Int

    init(_ kind: Kind, line: Int, depth: Int) {
      self.kind = kind
      firstLine = line
      self.depth = depth
    }
  }

  /// The start of fenced code.
  struct Fence: Hashable, Sendable {
    let mark: UInt8
    let length: Int
    let indent: Int
    let info: String
  }

  let extensions: MarkupExtensions
  /// The open blocks, the document first.
  var open = [OpenBlock(.document, line: 0, depth: 0)]
  var definitions = LinkDefinitions()
  /// The closed footnotes, wherever they were defined.
  var footnotes: [MarkupNode] = []
  /// The number of the line that is read.
  private(set) var line = 0
  /// The number of open blocks that the line belongs to.
  var matched = 1
  /// The number of texts read so far.
  private var contentCount = 0
  /// Whether texts are kept as written, to be read later.
  var putsOffTexts = false
  /// The number of cells missing at the ends of rows.
  var missingCellCount = 0

  /// The maximum of empty cells added to short rows; tables end there.
  static let missingCellLimit = 0x80000

  init(extensions: MarkupExtensions) {
    self.extensions = extensions
  }

  /// The number of containers around new blocks.
  var depth: Int { open[matched - 1].depth }

  /// Whether the line has no markers of containers, and the last open block is a paragraph that it
  /// may continue (§5.1, laziness).
  var isLazy: Bool { matched < open.count && open.last?.kind == .paragraph }

  /// Reads a line, without its line end.
  mutating func add(_ text: ArraySlice<UInt8>, _ scope: WorkScope) throws(CancellationError) {
    try scope.pass(300 + text.count)
    line += 1
    var cursor = LineCursor(text)
    guard try matchContainers(&cursor, scope) else { return }
    var isLeaf = isLeafOfText(open[matched - 1].kind)
    while !isLeaf {
      try scope.pass(100)
      guard let start = try startBlock(&cursor, scope) else { break }
      switch start {
      case .container: break
      case .leaf: isLeaf = true
      case .line: return
      }
    }
    try addText(&cursor, scope)
  }

  /// Starts a line that belongs to all open blocks.
  mutating func nextLine() {
    line += 1
    matched = open.count
  }

  private func isLeafOfText(_ kind: OpenBlock.Kind) -> Bool {
    switch kind {
    case .code, .html: true
    default: false
    }
  }

  /// Matches the line with the open blocks; false if it is read.
  private mutating func matchContainers(
    _ cursor: inout LineCursor, _ scope: WorkScope
  ) throws(CancellationError) -> Bool {
    matched = 1
    while matched < open.count {
      try scope.pass(50)
      switch open[matched].kind {
      case .document, .list: break
      case .quote:
        guard !cursor.isIndented, cursor.first == UInt8(ascii: ">") else { return true }
        cursor.advanceToNonspace()
        cursor.advance(bytes: 1)
        cursor.skipSpace()
      case .item(let contentIndent, _):
        if cursor.isBlank {
          // An item that starts with a blank line ends at the next one.
          guard !open[matched].children.isEmpty || matched + 1 < open.count else { return true }
          // Spaces beyond the indent are content of code.
          cursor.advance(columns: min(cursor.indent, contentIndent))
        } else {
          guard cursor.indent >= contentIndent else { return true }
          cursor.advance(columns: contentIndent)
        }
      case .footnote:
        guard cursor.isIndented || cursor.isBlank else { return true }
        if cursor.isIndented { cursor.advance(columns: 4) }
      case .code(let fence?):
        if isEnd(of: fence, cursor) {
          try close(to: matched, lastLine: line, scope)
          return false
        }
        for _ in 0..<fence.indent { cursor.skipSpace() }
      case .code(nil):
        if cursor.isIndented {
          cursor.advance(columns: 4)
        } else {
          guard cursor.isBlank else { return true }
          cursor.advanceToNonspace()
        }
      case .html(let kind):
        if kind >= 6, cursor.isBlank { return true }
      case .paragraph:
        if cursor.isBlank { return true }
      case .table:
        if cursor.isBlank || !TableRow.hasCells(cursor.rest)
          || missingCellCount > Self.missingCellLimit
        {
          return true
        }
      }
      matched += 1
    }
    return true
  }

  private func isEnd(of fence: Fence, _ cursor: LineCursor) -> Bool {
    guard !cursor.isIndented, cursor.first == fence.mark else { return false }
    let rest = cursor.rest.trimmed
    return rest.count >= fence.length && rest.allSatisfy { $0 == fence.mark }
  }

  /// Adds what is left of a line to a leaf.
  private mutating func addText(
    _ cursor: inout LineCursor, _ scope: WorkScope
  ) throws(CancellationError) {
    if isLazy, !cursor.isBlank {
      appendParagraphLine(&cursor, to: open.count - 1)
      return
    }
    try close(to: matched, lastLine: line - 1, scope)
    let tip = open.count - 1
    switch open[tip].kind {
    case .paragraph: appendParagraphLine(&cursor, to: tip)
    case .code(let fence):
      cursor.appendRest(to: &open[tip].text)
      open[tip].text.append(0x0A)
      if fence != nil || !cursor.isBlank { open[tip].length = open[tip].text.count }
    case .html(let kind):
      cursor.appendRest(to: &open[tip].text)
      open[tip].text.append(0x0A)
      if HTMLBlock.ends(cursor.line[cursor.offset...], kind: kind) {
        try close(to: tip, lastLine: line, scope)
      }
    case .table(let alignments):
      try addRow(TableRow.cells(cursor.rest), alignments, scope)
    case .document, .quote, .list, .item, .footnote:
      guard !cursor.isBlank else { return }
      try push(.paragraph, scope)
      appendParagraphLine(&cursor, to: open.count - 1)
    }
  }

  private mutating func appendParagraphLine(_ cursor: inout LineCursor, to index: Int) {
    cursor.advanceToNonspace()
    if !open[index].text.isEmpty { open[index].text.append(0x0A) }
    cursor.appendRest(to: &open[index].text)
  }

  /// Reads the text of a leaf.
  mutating func content(
    _ text: ArraySlice<UInt8>, _ scope: WorkScope
  ) throws(CancellationError) -> MarkupContent {
    contentCount += 1
    let text = Array(text)
    if putsOffTexts { return MarkupContent(unread: text, ordinal: contentCount) }
    return try MarkupContent(text, ordinal: contentCount, extensions, definitions, scope)
  }
}

// MARK: - Opening and closing

extension BlockMachine {
  /// Closes the blocks that the line does not belong to, and leaves and lists that cannot contain
  /// another block.
  mutating func makeRoom(
    forItem: Bool = false, _ scope: WorkScope
  ) throws(CancellationError) {
    try close(to: matched, lastLine: line - 1, scope)
    switch open[matched - 1].kind {
    case .list where forItem: break
    case .list, .table, .paragraph: try close(to: matched - 1, lastLine: line - 1, scope)
    default: break
    }
  }

  /// Opens a block inside the matched ones.
  mutating func push(_ kind: OpenBlock.Kind, _ scope: WorkScope) throws(CancellationError) {
    let isItem = if case .item = kind { true } else { false }
    try makeRoom(forItem: isItem, scope)
    var depth = depth
    switch kind {
    case .quote, .item, .footnote: depth += 1
    default: break
    }
    open.append(OpenBlock(kind, line: line, depth: depth))
    matched = open.count
  }

  /// Adds a closed block of the line inside the matched ones, after `makeRoom`.
  mutating func append(_ node: MarkupNode, from firstLine: Int? = nil) {
    var node = node
    node.lines = (firstLine ?? line)...line
    open[open.count - 1].children.append(node)
  }

  /// Closes the blocks above a number of open ones.
  mutating func close(
    to count: Int, lastLine: Int, _ scope: WorkScope
  ) throws(CancellationError) {
    while open.count > count {
      try scope.pass(100)
      let block = open.removeLast()
      guard var node = try node(of: block, scope) else { continue }
      let end =
        switch block.kind {
        case .list, .item, .footnote: node.children.last?.lines.upperBound ?? block.firstLine
        case .code(nil): block.firstLine + block.text.prefix(block.length).count { $0 == 0x0A } - 1
        default: lastLine
        }
      node.lines = block.firstLine...max(block.firstLine, end)
      if case .footnote = node.kind {
        footnotes.append(node)
      } else {
        open[open.count - 1].children.append(node)
      }
    }
    matched = min(matched, open.count)
  }

  /// The block of the tree; `nil` for paragraphs that have nothing but definitions.
  private mutating func node(
    of block: OpenBlock, _ scope: WorkScope
  ) throws(CancellationError) -> MarkupNode? {
    switch block.kind {
    case .document: return nil
    case .quote: return MarkupNode(.quote, children: block.children)
    case .list(let marker):
      return MarkupNode(
        .list(start: marker.number, isTight: isTight(block.children)), children: block.children)
    case .item(_, let isDone): return MarkupNode(.item(isDone: isDone), children: block.children)
    case .footnote(let label): return MarkupNode(.footnote(label), children: block.children)
    case .paragraph:
      let text = try takeDefinitions(block.text[...], scope)
      return text.isEmpty ? nil : MarkupNode(.paragraph, try content(text, scope))
    case .code(let fence):
      let text = fence == nil ? block.text.prefix(block.length) : block.text[...]
      return MarkupNode(
        .code(info: fence?.info ?? ""), literal: String(decoding: text, as: UTF8.self))
    case .html:
      var text = block.text[...]
      while text.last == 0x0A { text.removeLast() }
      return MarkupNode(.html, literal: String(decoding: text, as: UTF8.self))
    case .table(let alignments): return MarkupNode(.table(alignments), children: block.children)
    }
  }

  /// Whether no blank line separates items, or blocks of an item (§5.3).
  private func isTight(_ items: [MarkupNode]) -> Bool {
    func hasGap(_ nodes: [MarkupNode]) -> Bool {
      zip(nodes, nodes.dropFirst()).contains { $0.lines.upperBound + 1 < $1.lines.lowerBound }
    }
    return !hasGap(items) && !items.contains { hasGap($0.children) }
  }

  /// Defines the links that a paragraph begins with, and returns the rest.
  mutating func takeDefinitions(
    _ text: ArraySlice<UInt8>, _ scope: WorkScope
  ) throws(CancellationError) -> ArraySlice<UInt8> {
    var rest = text
    while rest.first == UInt8(ascii: "["), let definition = LinkDefinition(rest),
      !extensions.reservesForFootnotes(definition.label)
    {
      try scope.pass(10 * (definition.end - rest.startIndex))
      definitions.define(definition.label, definition.target)
      rest = rest[definition.end...]
    }
    return rest.withoutTrailingBlanks
  }

  /// Removes the closed blocks of the document, and the closed footnotes.
  mutating func takeClosed() -> (blocks: [MarkupNode], footnotes: [MarkupNode]) {
    let taken = (open[0].children, footnotes)
    open[0].children = []
    footnotes = []
    return taken
  }

  /// Closes all blocks and returns those of the document, with text that waited for definitions
  /// read again.
  mutating func finish(_ scope: WorkScope) throws(CancellationError) -> [MarkupNode] {
    try close(to: 1, lastLine: line, scope)
    var blocks = open[0].children
    open[0].children = []
    for index in blocks.indices {
      try blocks[index].resolve(definitions, extensions, scope)
    }
    for index in footnotes.indices {
      try footnotes[index].resolve(definitions, extensions, scope)
    }
    return blocks
  }
}

/// A link reference definition (CommonMark §4.7).
struct LinkDefinition {
  let label: LinkLabel
  let target: LinkTarget
  /// The index after the definition.
  let end: Int

  /// The definition at the start of a paragraph; `nil` for other text.
  init?(_ text: ArraySlice<UInt8>) {
    guard let labelEnd = LinkScanner.labelEnd(text, at: text.startIndex),
      let label = LinkLabel(text[text.startIndex + 1..<labelEnd - 1]),
      labelEnd < text.endIndex, text[labelEnd] == UInt8(ascii: ":")
    else { return nil }
    let start = LinkScanner.skipBlanks(text, labelEnd + 1)
    guard let found = LinkScanner.destination(text, at: start), found.end > start else {
      return nil
    }
    self.label = label
    let titleStart = LinkScanner.skipBlanks(text, found.end)
    if titleStart > found.end, let title = LinkScanner.title(text, at: titleStart),
      let end = Self.lineEnd(text, title.end)
    {
      target = LinkTarget(destination: found.destination, title: title.title)
      self.end = end
    } else {
      guard let end = Self.lineEnd(text, found.end) else { return nil }
      target = LinkTarget(destination: found.destination, title: "")
      self.end = end
    }
  }

  /// The index after the line that ends with blanks at a place.
  private static func lineEnd(_ text: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var index = start
    while index < text.endIndex, text[index].isSpaceOrTab { index += 1 }
    if index == text.endIndex { return index }
    return text[index] == 0x0A ? index + 1 : nil
  }
}
