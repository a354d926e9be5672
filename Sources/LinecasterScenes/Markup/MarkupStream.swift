import LinecasterBase
import LinecasterText

/// Markdown that arrives in pieces, for example from a network.
///
/// After each piece, ``blocks`` are those of the whole text so far. A block is final when no later
/// byte can change it.
///
///     var stream = MarkupStream()
///     stream.append("# Title\n\nSome *te")
///     stream.append("xt*")
///     stream.finish()
///     let blocks = stream.blocks.map(\.content)
///
/// Appending takes time in proportion to the piece, and ``update()`` in proportion to the blocks
/// that changed: the open one, and those whose labels were defined.
public struct MarkupStream: Sendable {
  /// A block of the text so far.
  public struct Block: Identifiable, Hashable, Sendable {
    /// The identity of the block, which stays the same while the text grows.
    public let id: Int
    /// The block.
    public let content: MarkupBlock
    /// Whether no later byte can change the block.
    public let isFinal: Bool
  }

  /// The difference between the blocks at two times.
  public struct Update: Hashable, Sendable {
    /// The new and changed blocks, in order. The identity of a block is its index.
    public let blocks: [Block]
    /// The number of blocks, without the footnotes.
    public let count: Int
    /// All footnotes, in order.
    public let footnotes: [Block]
  }

  /// The progress of a stream.
  public enum State: Hashable, Sendable {
    /// More text may come.
    case growing
    /// The text is complete.
    case finished
    /// The source failed, for the given reason. The text so far stays.
    case failed(String)
  }

  /// The progress of the stream.
  public private(set) var state = State.growing

  let lineBreaks: Markup.LineBreaks
  var document: GrowingDocument
  /// The line that has no end so far.
  private(set) var line: [UInt8] = []
  private var lines = MarkupLines()
  /// The bytes of a character that is not complete.
  private var held: [UInt8] = []

  /// Creates an empty stream.
  ///
  /// - Parameters:
  ///   - extensions: The additions to CommonMark.
  ///   - lineBreaks: The treatment of line ends inside a paragraph.
  public init(
    extensions: MarkupExtensions = [.gitHub, .cjkFriendly],
    lineBreaks: Markup.LineBreaks = .spaces
  ) {
    self.lineBreaks = lineBreaks
    document = GrowingDocument(extensions: extensions, keepsLineBreaks: lineBreaks == .kept)
  }

  /// Appends text. Does nothing after the end of the stream.
  ///
  /// - Complexity: O(bytes).
  public mutating func append(_ text: String) {
    append(bytes: text.utf8)
  }

  /// Appends UTF-8 bytes; a character may be split between two calls. Invalid bytes become U+FFFD.
  /// Does nothing after the end of the stream.
  ///
  /// - Complexity: O(bytes).
  public mutating func append(bytes: some Sequence<UInt8>) {
    guard state == .growing else { return }
    held += bytes
    let end = held.endOfCompleteCharacters
    read(held[..<end])
    held.removeSubrange(..<end)
  }

  /// Ends the text. All blocks are final.
  public mutating func finish() {
    guard state == .growing else { return }
    end(.finished)
  }

  /// Ends the text because its source failed. The text so far stays, and all blocks are final.
  public mutating func fail(_ reason: String) {
    guard state == .growing else { return }
    end(.failed(reason))
  }

  private mutating func end(_ state: State) {
    read(held[...])
    held = []
    self.state = state
  }

  private mutating func read(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    let text = Array(String(decoding: bytes, as: UTF8.self).utf8)
    WorkScope.finish { scope throws(CancellationError) in
      var rest = text[...]
      while let end = lines.next(&rest) {
        if line.isEmpty {
          try document.add(MarkupLines.repaired(end), scope)
        } else {
          line += end
          try document.add(MarkupLines.repaired(line[...]), scope)
          line.removeAll(keepingCapacity: line.count < Self.keptLineLength)
        }
      }
      line += rest
    }
  }

  /// The length of a line whose memory is used again.
  private static let keptLineLength = 1 << 16

  /// The blocks of the text so far, as ``Markup/blocks`` of the whole text. Bytes of an incomplete
  /// character are not part of it.
  ///
  /// - Complexity: O(blocks + text of the open block).
  public var blocks: [Block] {
    let document = settled
    return document.blocks(document.view(line: line), isEnded: state != .growing)
  }

  /// Returns the blocks that changed since the last call.
  ///
  ///     let update = stream.update()
  ///     shown.removeSubrange(min(update.count, shown.count)...)
  ///     for block in update.blocks {
  ///       if block.id < shown.count { shown[block.id] = block } else { shown.append(block) }
  ///     }
  ///
  /// - Complexity: O(text of the open block + changed blocks + footnotes and references to them).
  public mutating func update() -> Update {
    document.settle()
    return document.update(document.view(line: line), isEnded: state != .growing)
  }

  /// The tree of the text so far.
  package var tree: MarkupTree {
    let document = settled
    return document.tree(document.view(line: line))
  }

  /// The document with all closed blocks taken in.
  var settled: GrowingDocument {
    var document = document
    document.settle()
    return document
  }
}

extension [UInt8] {
  /// The index after the last complete or invalid character of UTF-8: bytes after it may be the
  /// start of one.
  fileprivate var endOfCompleteCharacters: Int {
    for length in 1...3 where length <= count {
      let lead = self[count - length]
      if lead < 0x80 { return count }
      guard lead >= 0xC0 else { continue }
      let whole =
        switch lead {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
      let second: ClosedRange<UInt8> =
        switch lead {
        case 0xE0: 0xA0...0xBF
        case 0xED: 0x80...0x9F
        case 0xF0: 0x90...0xBF
        case 0xF4: 0x80...0x8F
        default: 0x80...0xBF
        }
      let isStart = length < whole && (length == 1 || second.contains(self[count - length + 1]))
      return isStart ? count - length : count
    }
    return count
  }
}

extension MarkupStream {
  /// The blocks of the text so far, with unfinished ones as they will most likely be.
  ///
  /// Emphasis and code that are open end with the text, half a link is its text, the header of a
  /// table is a table, and marks whose meaning is not known are hidden. After the end of the
  /// stream these are the ``blocks``.
  ///
  /// - Complexity: O(blocks + text of the open block).
  public var preview: [Block] {
    guard state == .growing else { return blocks }
    let document = settled
    return document.blocks(document.preview(line: line), isEnded: false)
  }

  /// Returns the blocks of the ``preview`` that changed since the last call of this function or
  /// ``update()``.
  ///
  /// - Complexity: O(text of the open block + changed blocks + footnotes and references to them).
  public mutating func updatePreview() -> Update {
    guard state == .growing else { return update() }
    document.settle()
    return document.update(document.preview(line: line), isEnded: false)
  }
}

extension GrowingDocument {
  /// Reads an unfinished line, and closes all blocks as they will most likely end.
  func preview(line: [UInt8]) -> View {
    WorkScope.finish { scope throws(CancellationError) in
      var machine = machine
      machine.putsOffTexts = true
      let isHidden = line.isEmpty || machine.hides(line[...])
      if !isHidden { try machine.add(MarkupLines.repaired(line[...]), scope) }
      let isOpen = !isHidden || machine.open.last?.kind == .paragraph
      try machine.completeTable(scope)
      let isNote = machine.open.contains { if case .footnote = $0.kind { true } else { false } }
      var view = try view(closing: &machine, scope)
      try machine.readTexts(of: &view.blocks, isGrowing: isOpen && !isNote, scope)
      try machine.readTexts(of: &view.footnotes, isGrowing: isOpen && isNote, scope)
      return view
    }
  }
}

extension BlockMachine {
  /// Whether an unfinished line has nothing but marks, whose meaning is not known.
  fileprivate func hides(_ line: ArraySlice<UInt8>) -> Bool {
    switch open.last?.kind {
    case .code(let fence?):
      let marks = line.trimmed
      return !marks.isEmpty && marks.allSatisfy { $0 == fence.mark }
    case .code, .html: return false
    default:
      let number = line.trimmed.prefix { $0.isDigit }
      let rest = line.trimmed.dropFirst(number.count)
      return rest.allSatisfy { Self.marks.contains($0) || $0.isSpaceOrTab }
        && (number.isEmpty || number.count < 10 && rest.count < 2)
    }
  }

  private static let marks = Set("-=*_+#>`~|:.)".utf8)

  /// Reads the texts of blocks that were put off.
  ///
  /// - Parameter isGrowing: Whether the text that ends the last block goes on.
  fileprivate func readTexts(
    of nodes: inout [MarkupNode], isGrowing: Bool, _ scope: WorkScope
  ) throws(CancellationError) {
    for index in nodes.indices {
      try readTexts(of: &nodes[index], isGrowing: isGrowing && index == nodes.count - 1, scope)
    }
  }

  private func readTexts(
    of node: inout MarkupNode, isGrowing: Bool, _ scope: WorkScope
  ) throws(CancellationError) {
    if node.content.isUnread {
      let isOver = node.kind == .paragraph && node.lines.upperBound < line - 1
      node.content = try MarkupContent(
        node.content.source, ordinal: node.content.ordinal, extensions, definitions,
        isGrowing: isGrowing && !isOver, scope)
    }
    try readTexts(of: &node.children, isGrowing: isGrowing, scope)
    node.noteTexts()
  }
}

// MARK: - Spans

/// The spans of a text that is not complete: they are shown as they will most likely be.
extension InlineParser {
  /// Leaves bytes out.
  mutating func hide(upTo end: Int) {
    add(.text, index..<index, end: end)
  }

  /// Whether the rest of the text may be the start of a tag or of an address.
  var isIncompleteTag: Bool {
    let rest = text[(index + 1)...]
    guard let first = rest.first else { return true }
    return (first.isLetter || first == UInt8(ascii: "/"))
      && !rest.contains { $0.isBlank || $0 == UInt8(ascii: ">") }
  }

  /// Whether the rest of the text may be the start of a character reference.
  var isIncompleteReference: Bool {
    let rest = text[(index + 1)...]
    return rest.count < 32 && rest.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "#") }
  }

  /// Hides the marks of a link whose end is the end of the text; false for other brackets.
  mutating func completeLink(_ open: Bracket) -> Bool {
    guard isGrowing else { return false }
    let isAtEnd = index + 1 == text.count
    let rest = text[(index + 1)...]
    let isInTarget = rest.first == UInt8(ascii: "(") && !rest.contains(UInt8(ascii: ")"))
    guard isAtEnd || isInTarget else { return false }
    flush(upTo: index)
    hideMarks(of: open)
    index = text.count
    pending = index
    return true
  }

  /// Hides the bracket, and the label of a footnote after it.
  private mutating func hideMarks(of open: Bracket) {
    let start = tokens[open.token].range.lowerBound
    tokens[open.token].range = start..<start
    let isNote = open.start < text.count && text[open.start] == UInt8(ascii: "^")
    if isNote, extensions.contains(.footnotes) {
      tokens.removeSubrange((open.token + 1)...)
      emphasis.remove(from: open.runCount)
    }
  }

  /// Hides the brackets without a partner, and ends the open spans at the end of the text.
  mutating func completeSpans() {
    for bracket in brackets.reversed() { hideMarks(of: bracket) }
    let spans = emphasis.complete()
    for span in spans.reversed() {
      tokens.append(Token(kind: .close(span), range: text.count..<text.count))
    }
  }
}
