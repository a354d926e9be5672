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
