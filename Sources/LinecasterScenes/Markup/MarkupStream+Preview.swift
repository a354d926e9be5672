import LinecasterBase
import LinecasterText

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
      machine.keepsSource = true
      let isHidden = line.isEmpty || machine.hides(line[...])
      if !isHidden { try machine.add(MarkupLines.repaired(line[...]), scope) }
      let isOpen = !isHidden || machine.open.last?.kind == .paragraph
      try machine.completeTable(scope)
      let isNote = machine.open.contains { if case .footnote = $0.kind { true } else { false } }
      var view = try view(closing: &machine, scope)
      guard isOpen else { return view }
      if isNote, let last = view.footnotes.indices.last {
        try machine.complete(&view.footnotes[last], scope)
      } else if let last = view.blocks.indices.last {
        try machine.complete(&view.blocks[last], scope)
      }
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

  /// Reads the text that ends a block again, as text that goes on.
  fileprivate func complete(_ node: inout MarkupNode, _ scope: WorkScope) throws(CancellationError)
  {
    switch node.kind {
    case .paragraph where node.lines.upperBound < line - 1: break
    case .paragraph, .heading, .cell:
      let ordinal = node.content.ordinal
      node.content = try MarkupContent(
        node.content.source, ordinal: ordinal, extensions, definitions, isGrowing: true, scope)
    default:
      guard let last = node.children.indices.last else { return }
      try complete(&node.children[last], scope)
    }
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
