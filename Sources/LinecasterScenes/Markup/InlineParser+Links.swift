extension InlineParser {
  /// Whether no open bracket may become a link or an image.
  var isOutsideBrackets: Bool { brackets.isEmpty }

  mutating func bracket(isImage: Bool) {
    let end = index + (isImage ? 2 : 1)
    add(.text, index..<end, end: end)
    if !brackets.isEmpty { brackets[brackets.count - 1].hasBracketAfter = true }
    brackets.append(
      Bracket(
        token: tokens.count - 1, start: end, isImage: isImage, runCount: emphasis.runs.count))
  }

  /// Makes a link, an image or a footnote of the innermost bracket, or text.
  mutating func closingBracket() {
    guard let open = brackets.popLast() else {
      index += 1
      return
    }
    let isActive = open.isImage || brackets.count >= inactiveCount
    inactiveCount = min(inactiveCount, brackets.count)
    if isActive, let found = target(of: open) {
      flush(upTo: index)
      let span = open.isImage ? MarkupContent.Span.image(found.target) : .link(found.target)
      tokens[open.token].kind = .open(span)
      tokens.append(Token(kind: .close(span), range: index..<index))
      emphasis.match(from: open.runCount)
      if !open.isImage { inactiveCount = brackets.count }
      index = found.end
      pending = index
    } else if let label = footnote(of: open) {
      tokens.removeSubrange((open.token + 1)...)
      let bracket = tokens[open.token].range
      tokens[open.token].range = bracket.lowerBound..<bracket.upperBound - 1
      emphasis.remove(from: open.runCount)
      notes.append(label)
      tokens.append(Token(kind: .footnote(label), range: index..<index))
      index += 1
      pending = index
    } else if !completeLink(open) {
      index += 1
    }
  }

  /// The target after a closing bracket: an address in parentheses, or a definition.
  private mutating func target(of open: Bracket) -> (target: LinkTarget, end: Int)? {
    let text = text[...]
    if let found = inlineTarget(text) { return found }
    let second = LinkScanner.labelEnd(text, at: index + 1)
    if let second, let label = LinkLabel(text[index + 2..<second - 1]) {
      return target(of: label).map { ($0, second) }
    }
    // The first label is also the reference; it has no brackets inside. Blank brackets are none.
    guard !open.hasBracketAfter else { return nil }
    let end = second == index + 3 ? index + 3 : index + 1
    return target(of: LinkLabel(text[open.start..<index])).map { ($0, end) }
  }

  private mutating func target(of label: LinkLabel?) -> LinkTarget? {
    guard let label, !extensions.reservesForFootnotes(label) else { return nil }
    if let target = definitions.links[label] { return target }
    waiting.insert(label)
    return nil
  }

  private func inlineTarget(_ text: ArraySlice<UInt8>) -> (target: LinkTarget, end: Int)? {
    guard peek(1) == UInt8(ascii: "(") else { return nil }
    var end = LinkScanner.skipBlanks(text, index + 2)
    guard let found = LinkScanner.destination(text, at: end) else { return nil }
    end = LinkScanner.skipBlanks(text, found.end)
    var title = ""
    if end > found.end, let read = LinkScanner.title(text, at: end) {
      title = read.title
      end = LinkScanner.skipBlanks(text, read.end)
    }
    guard end < text.endIndex, text[end] == UInt8(ascii: ")") else { return nil }
    return (LinkTarget(destination: found.destination, title: title), end + 1)
  }

  /// The label of the footnote between brackets, if it is defined.
  private mutating func footnote(of open: Bracket) -> LinkLabel? {
    guard extensions.contains(.footnotes), !open.hasBracketAfter, open.start + 1 < index,
      text[open.start] == UInt8(ascii: "^"),
      let label = LinkLabel(text[open.start + 1..<index], isFootnote: true)
    else { return nil }
    if definitions.footnotes.contains(label) { return label }
    waiting.insert(label)
    return nil
  }
}
