package import LinecasterBase
import LinecasterText

/// The tree of a document, as CommonMark describes it.
package struct MarkupTree: Sendable {
  /// The blocks, without the footnotes.
  package let blocks: [MarkupNode]
  /// The footnotes that text refers to, in the order of their numbers.
  package let footnotes: [MarkupNode]
  /// The numbers of the footnotes.
  package let numbers: FootnoteNumbers

  /// Parses a text.
  ///
  /// - Complexity: O(bytes).
  package init(
    _ text: String, _ extensions: MarkupExtensions, _ scope: WorkScope
  ) throws(CancellationError) {
    var machine = BlockMachine(extensions: extensions)
    var lines = MarkupLines()
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    while let line = lines.next(&rest) { try machine.add(MarkupLines.repaired(line), scope) }
    if !rest.isEmpty { try machine.add(MarkupLines.repaired(rest), scope) }
    self.init(try machine.finish(scope), machine.footnotes)
  }

  /// Parses a text, without cancellation.
  ///
  /// - Complexity: O(bytes).
  package init(_ text: String, _ extensions: MarkupExtensions) {
    self = WorkScope.finish { scope throws(CancellationError) in
      try MarkupTree(text, extensions, scope)
    }
  }

  init(_ blocks: [MarkupNode], _ footnotes: [MarkupNode]) {
    self.blocks = blocks
    numbers = FootnoteNumbers(blocks + footnotes)
    self.footnotes = numbers.sorted(footnotes).map(\.node)
  }
}

/// Cuts text into lines, which end in LF, CRLF or CR.
struct MarkupLines: Sendable {
  /// Whether the last line ended in CR, and a LF belongs to it.
  private var isAfterReturn = false

  /// Removes the first line from the rest of a text; `nil` if it has no line end.
  mutating func next(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if isAfterReturn, let first = rest.first {
      if first == 0x0A { rest.removeFirst() }
      isAfterReturn = false
    }
    guard let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    isAfterReturn = rest[end] == 0x0D
    let line = rest[..<end]
    rest = rest[(end + 1)...]
    return line
  }

  /// The line with U+FFFD instead of NUL (CommonMark §2.3).
  static func repaired(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.contains(0) else { return line }
    return line.flatMap { $0 == 0 ? [0xEF, 0xBF, 0xBD] : [$0] }[...]
  }
}

/// The numbers of footnotes, in the order in which text first refers to them.
package struct FootnoteNumbers: Hashable, Sendable {
  private struct Entry: Hashable {
    let number: Int
    /// The place of the first text that refers to the footnote.
    let ordinal: Int
  }

  private var entries: [LinkLabel: Entry] = [:]

  init() {}

  /// Numbers the footnotes that blocks refer to; references in definitions count where those stand.
  init(_ nodes: [MarkupNode]) {
    var contents: [MarkupContent] = []
    for node in nodes where node.hasNotes {
      node.visitContents { if !$0.notes.isEmpty { contents.append($0) } }
    }
    for content in contents.sorted(by: { $0.ordinal < $1.ordinal }) {
      for label in content.notes where entries[label] == nil {
        entries[label] = Entry(number: entries.count + 1, ordinal: content.ordinal)
      }
    }
  }

  /// The number of a footnote.
  package subscript(_ label: LinkLabel) -> Int? { entries[label]?.number }

  /// Whether the footnotes of other numbers have the same ones here.
  func extends(_ other: FootnoteNumbers) -> Bool {
    other.entries.allSatisfy { entries[$0.key]?.number == $0.value.number }
  }

  /// Whether a text before a place refers to a footnote.
  func contains(_ node: MarkupNode, before ordinal: Int) -> Bool {
    guard case .footnote(let label) = node.kind, let entry = entries[label] else { return false }
    return entry.ordinal < ordinal
  }

  /// The footnotes that have numbers and their indices, in order; the first of each label.
  func sorted(_ footnotes: [MarkupNode]) -> [(index: Int, node: MarkupNode)] {
    var numbered: [Int: (index: Int, node: MarkupNode)] = [:]
    for (index, node) in footnotes.enumerated() {
      guard case .footnote(let label) = node.kind, let number = self[label] else { continue }
      if numbered[number] == nil { numbered[number] = (index, node) }
    }
    return numbered.sorted { $0.key < $1.key }.map(\.value)
  }
}

/// A block of the tree of CommonMark, with its content as it is written.
package struct MarkupNode: Sendable {
  /// The kind of a block.
  package enum Kind: Hashable, Sendable {
    case quote
    /// A list: the number of its first item, `nil` with bullets.
    case list(start: Int?, isTight: Bool)
    /// An item of a list: whether its task is done, `nil` without a check box.
    case item(isDone: Bool?)
    case paragraph
    case heading(level: Int)
    /// Code with the info string of its fence.
    case code(info: String)
    /// Raw HTML.
    case html
    case thematicBreak
    /// A table; the first of its rows is the header.
    case table([MarkupTable.Alignment?])
    case row
    case cell
    /// The definition of a footnote, with its label in normal form.
    case footnote(LinkLabel)
  }

  /// The kind of the block.
  package internal(set) var kind: Kind
  /// The blocks inside; the rows of a table, the cells of a row.
  package internal(set) var children: [MarkupNode] = []
  /// The text of paragraphs, headings and cells.
  package internal(set) var content = MarkupContent()
  /// The text of code and HTML.
  package internal(set) var literal = ""
  /// Whether some text inside has labels that are not defined so far.
  var isWaiting = false
  /// Whether some text inside refers to a footnote.
  var hasNotes = false
  /// The first and the last line of the block.
  var lines = 0...0

  init(_ kind: Kind, children: [MarkupNode] = []) {
    self.kind = kind
    self.children = children
    isWaiting = children.contains(where: \.isWaiting)
    hasNotes = children.contains(where: \.hasNotes)
  }

  init(_ kind: Kind, _ content: MarkupContent) {
    self.kind = kind
    self.content = content
    isWaiting = !content.waiting.isEmpty
    hasNotes = !content.notes.isEmpty
  }

  init(_ kind: Kind, literal: String) {
    self.kind = kind
    self.literal = literal
  }
}

extension MarkupNode {
  /// Reads text again whose labels became defined.
  mutating func resolve(
    _ definitions: LinkDefinitions, _ extensions: MarkupExtensions, _ scope: WorkScope
  ) throws(CancellationError) {
    guard isWaiting else { return }
    if content.waiting.contains(where: definitions.contains) {
      content = try MarkupContent(
        content.source, ordinal: content.ordinal, extensions, definitions, scope)
    }
    for index in children.indices {
      try children[index].resolve(definitions, extensions, scope)
    }
    noteTexts()
  }

  /// Notes what the texts inside wait for and refer to.
  mutating func noteTexts() {
    isWaiting = !content.waiting.isEmpty || children.contains(where: \.isWaiting)
    hasNotes = !content.notes.isEmpty || children.contains(where: \.hasNotes)
  }

  /// The place of the first text inside that waits for a label; `Int.max` for none.
  var waitingOrdinal: Int {
    var first = Int.max
    visitContents { if !$0.waiting.isEmpty { first = min(first, $0.ordinal) } }
    return first
  }

  /// Whether no definition can change the block: nothing in it waits, and its numbers of footnotes
  /// come before all texts that wait.
  func isSettled(before ordinal: Int) -> Bool {
    guard !isWaiting else { return false }
    var isBefore = true
    visitContents { if !$0.notes.isEmpty, $0.ordinal >= ordinal { isBefore = false } }
    return isBefore
  }

  /// Visits the texts inside that wait for labels or refer to footnotes.
  func visitContents(_ visit: (MarkupContent) -> Void) {
    guard isWaiting || hasNotes else { return }
    if !content.waiting.isEmpty || !content.notes.isEmpty { visit(content) }
    for child in children { child.visitContents(visit) }
  }
}
