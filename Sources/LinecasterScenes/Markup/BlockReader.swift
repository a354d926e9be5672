import LinecasterBase
import LinecasterText

/// Finds the blocks of lines, container by container.
///
/// Each container passes its lines on without their markers, so a line is read once for each
/// container around it. Their depth is limited.
struct BlockReader {
  let lineBreaks: Markup.LineBreaks

  /// Whether reading is still wanted.
  private let scope: WorkScope
  private var depth = 0

  init(lineBreaks: Markup.LineBreaks, _ scope: WorkScope) {
    self.lineBreaks = lineBreaks
    self.scope = scope
  }

  /// The approximate cost of reading a line in a container, in nanoseconds.
  private var lineSteps: Int { 300 }

  /// The blocks of some lines.
  mutating func blocks(of lines: [MarkupLine]) throws(CancellationError) -> [MarkupBlock] {
    try content(of: lines).blocks
  }

  /// The blocks of some lines, and whether a blank line separates two of them.
  private mutating func content(
    of lines: [MarkupLine]
  ) throws(CancellationError) -> (blocks: [MarkupBlock], hasGap: Bool) {
    var blocks: [MarkupBlock] = []
    var hasGap = false
    var rest = lines[...]
    while let line = rest.first {
      try scope.pass(lineSteps)
      if line.isBlank {
        rest.removeFirst()
        continue
      }
      // The blank line may end a nested list.
      if !blocks.isEmpty, lines[rest.startIndex - 1].isBlank { hasGap = true }
      blocks.append(try block(&rest))
    }
    return (blocks, hasGap)
  }

  /// Consumes the lines of the block that starts at the first one.
  private mutating func block(
    _ lines: inout ArraySlice<MarkupLine>
  ) throws(CancellationError) -> MarkupBlock {
    let line = lines[lines.startIndex]
    guard !line.isLazy else { return try paragraph(&lines) }
    if line.isIndentedCode { return try indentedCode(&lines) }
    if line.isThematicBreak {
      lines.removeFirst()
      return .thematicBreak
    }
    if let heading = line.heading {
      lines.removeFirst()
      return .heading(level: heading.level, try spans(heading.text))
    }
    if line.fence != nil { return try fencedCode(&lines) }
    if depth < Markup.depthLimit {
      if line.quoted != nil { return try quote(&lines) }
      if let mark = line.itemMark { return try list(&lines, kind: mark.kind, start: mark.number) }
    }
    return try paragraph(&lines)
  }

  private func spans(_ text: ArraySlice<UInt8>) throws(CancellationError) -> [MarkupSpan] {
    try InlineTokens(String(decoding: text, as: UTF8.self), scope)
      .spans(lineBreaks: lineBreaks, scope)
  }
}

extension BlockReader {
  private func fencedCode(
    _ lines: inout ArraySlice<MarkupLine>
  ) throws(CancellationError) -> MarkupBlock {
    let first = lines.removeFirst()
    guard let fence = first.fence else { return .thematicBreak }
    var code = ""
    while let line = lines.first, !line.isLazy {
      try scope.pass(lineSteps)
      lines.removeFirst()
      if let end = line.fence, end.mark == fence.mark, end.length >= fence.length,
        end.info.isEmpty
      {
        break
      }
      code += line.unindented(first.indent).indentedText + "\n"
    }
    let language = fence.info.split(separator: 0x20).first
    return .code(code, language: language.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Lines indented by four columns, and the blank ones between them.
  private func indentedCode(
    _ lines: inout ArraySlice<MarkupLine>
  ) throws(CancellationError) -> MarkupBlock {
    var code: [String] = []
    var count = 0
    for line in lines {
      guard line.isBlank || line.isIndentedCode, !line.isLazy else { break }
      try scope.pass(lineSteps)
      code.append(line.unindented(4).indentedText)
      if !line.isBlank { count = code.count }
    }
    lines = lines.dropFirst(count)
    return .code(code.prefix(count).map { $0 + "\n" }.joined(), language: nil)
  }

  private mutating func quote(
    _ lines: inout ArraySlice<MarkupLine>
  ) throws(CancellationError) -> MarkupBlock {
    var inner: [MarkupLine] = []
    var lazy = LazyLines()
    while let line = lines.first {
      try scope.pass(lineSteps)
      if !line.isLazy, let quoted = line.quoted {
        inner.append(quoted)
      } else if lazy.takes(line) {
        inner.append(line.asLazy)
      } else {
        break
      }
      lazy.look(at: inner[inner.count - 1])
      lines.removeFirst()
    }
    depth += 1
    defer { depth -= 1 }
    return .quote(try blocks(of: inner))
  }

  private mutating func list(
    _ lines: inout ArraySlice<MarkupLine>, kind: UInt8, start: Int?
  ) throws(CancellationError) -> MarkupBlock {
    var items: [[MarkupBlock]] = []
    var isTight = true
    var endedBlank = false
    depth += 1
    defer { depth -= 1 }
    while let line = lines.first, !line.isLazy, !line.isThematicBreak, let mark = line.itemMark,
      mark.kind == kind
    {
      if endedBlank { isTight = false }
      let item = try item(&lines, contentIndent: mark.contentIndent, first: mark.first)
      let content = try content(of: item.lines)
      items.append(content.blocks)
      if content.hasGap { isTight = false }
      endedBlank = item.endsBlank
    }
    return .list(MarkupList(start: start, isTight: isTight, items: items))
  }

  /// The lines of a list item, without its marker and indentation.
  private func item(
    _ lines: inout ArraySlice<MarkupLine>, contentIndent: Int, first: MarkupLine
  ) throws(CancellationError) -> (lines: [MarkupLine], endsBlank: Bool) {
    lines.removeFirst()
    var inner = [first]
    var lazy = LazyLines()
    lazy.look(at: first)
    var blanks = 0
    while let line = lines.first {
      try scope.pass(lineSteps)
      if line.isBlank {
        blanks += 1
        inner.append(line)
      } else if first.isBlank, inner.count == 1 + blanks, blanks > 0 {
        // An item that starts with a blank line ends at the next one.
        break
      } else if !line.isLazy, line.indent >= contentIndent {
        blanks = 0
        inner.append(line.unindented(contentIndent))
      } else if lazy.takes(line) {
        inner.append(line.asLazy)
      } else {
        break
      }
      lazy.look(at: inner[inner.count - 1])
      lines.removeFirst()
    }
    return (inner, blanks > 0)
  }
}

extension BlockReader {
  /// Lines until a blank one or a block that may interrupt a paragraph.
  private func paragraph(
    _ lines: inout ArraySlice<MarkupLine>
  ) throws(CancellationError) -> MarkupBlock {
    var text: [UInt8] = []
    while let line = lines.first, !line.isBlank {
      try scope.pass(lineSteps)
      if !text.isEmpty {
        if !line.isLazy, let level = line.underlineLevel {
          lines.removeFirst()
          return .heading(level: level, try spans(text[...].trimmed))
        }
        if !line.isLazy, line.interruptsParagraphs(depth: depth) { break }
        text.append(0x0A)
      }
      text += line.text
      lines.removeFirst()
    }
    if let image = try MarkupBlock.image(in: text, scope) { return image }
    return .paragraph(try spans(text[...].trimmed))
  }
}

extension MarkupLine {
  /// The line as a possible paragraph continuation line only.
  fileprivate var asLazy: MarkupLine {
    var line = self
    line.isLazy = true
    return line
  }

  /// Whether the line starts a block other than a paragraph or indented code.
  fileprivate var startsBlock: Bool {
    isThematicBreak || heading != nil || fence != nil || quoted != nil || itemMark != nil
  }

  /// Whether a paragraph ends before the line, inside a number of containers.
  fileprivate func interruptsParagraphs(depth: Int) -> Bool {
    if isThematicBreak || heading != nil || fence != nil { return true }
    guard depth < Markup.depthLimit else { return false }
    if quoted != nil { return true }
    guard let mark = itemMark else { return false }
    return !mark.isEmpty && (mark.number ?? 1) == 1
  }
}

/// Finds lines that continue a paragraph without the container's marker (CommonMark §5.1,
/// laziness).
private struct LazyLines {
  private var endsInParagraph = false
  private var fence: (mark: UInt8, length: Int)?

  /// Whether a line without the marker belongs to the container.
  func takes(_ line: MarkupLine) -> Bool {
    endsInParagraph && !line.isBlank && (line.isLazy || !line.startsBlock)
  }

  /// Records a line of the container, without its marker.
  mutating func look(at line: MarkupLine) {
    if let open = fence {
      let end = line.fence
      if let end, end.mark == open.mark, end.length >= open.length, end.info.isEmpty { fence = nil }
      endsInParagraph = false
    } else if let opened = line.fence, !line.isLazy {
      fence = (opened.mark, opened.length)
      endsInParagraph = false
    } else if line.isLazy {
      endsInParagraph = true
    } else {
      endsInParagraph = hasParagraph(line)
    }
  }

  /// Whether a line starts or continues a paragraph, after the markers of containers.
  private func hasParagraph(_ line: MarkupLine) -> Bool {
    var line = line
    for _ in 0...Markup.depthLimit {
      if line.isBlank || line.isThematicBreak || line.heading != nil || line.fence != nil {
        return false
      }
      if line.isIndentedCode { return endsInParagraph }
      if let quoted = line.quoted {
        line = quoted
      } else if let mark = line.itemMark {
        line = mark.first
      } else {
        return true
      }
    }
    return true
  }
}

extension MarkupBlock {
  /// The image of a paragraph that contains only `![words](path)`; `nil` for all others.
  fileprivate static func image(
    in paragraph: [UInt8], _ scope: WorkScope
  ) throws(CancellationError) -> MarkupBlock? {
    guard paragraph.starts(with: [0x21, 0x5B]), !paragraph.contains(0x0A) else { return nil }
    let tokens = try InlineTokens(
      String(decoding: paragraph[...].trimmed, as: UTF8.self), scope)
    guard let image = tokens.images.last, image.start == 0, image.end == tokens.text.count else {
      return nil
    }
    let label = String(String.UnicodeScalarView(tokens.text[2..<image.labelEnd]))
    let words = try InlineTokens(label, scope).spans(lineBreaks: .spaces, scope)
    return .image(path: image.address, description: words.map(\.text).joined())
  }
}
