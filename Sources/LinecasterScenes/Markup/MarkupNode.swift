import LinecasterBase

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
