import LinecasterBase
import LinecasterText

/// A line in block parsing: its indentation and the rest of its text.
struct MarkupLine {
  /// The columns of white space at its start; a tab advances to the next multiple of four.
  private(set) var indent: Int
  /// The text after the indentation, without the line end.
  private(set) var text: ArraySlice<UInt8>
  /// The column that the line starts at, for tabs.
  private var column: Int
  /// Whether the line can only continue a paragraph, because its container's marker is missing.
  var isLazy = false

  init(_ text: ArraySlice<UInt8>, column: Int = 0) {
    indent = 0
    self.text = text
    self.column = column
    while let byte = self.text.first, byte == 0x20 || byte == 0x09 {
      indent += byte == 0x20 ? 1 : 4 - (column + indent) % 4
      self.text.removeFirst()
    }
  }

  var isBlank: Bool { text.isEmpty }
  /// Whether the indentation makes it a line of indented code.
  var isIndentedCode: Bool { indent >= 4 && !isBlank }

  /// The line with up to a number of indentation columns removed.
  func unindented(_ columns: Int) -> MarkupLine {
    var line = self
    let taken = min(columns, indent)
    line.indent -= taken
    line.column += taken
    return line
  }

  /// The line after the first bytes of the text.
  func after(_ count: Int) -> MarkupLine {
    MarkupLine(text.dropFirst(count), column: column + indent + count)
  }

  /// The text with its indentation as spaces.
  var indentedText: String {
    String(repeating: " ", count: indent) + String(decoding: text, as: UTF8.self)
  }

  /// The lines of a text.
  static func lines(
    of text: String, _ scope: WorkScope
  ) throws(CancellationError) -> [MarkupLine] {
    var lines: [MarkupLine] = []
    var rest = Array(text.utf8)[...]
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      try scope.pass(50 + end - rest.startIndex)
      lines.append(MarkupLine(rest[..<end]))
      let isPair = rest[end] == 0x0D && end + 1 < rest.endIndex && rest[end + 1] == 0x0A
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    if !rest.isEmpty { lines.append(MarkupLine(rest)) }
    return lines
  }
}

/// The markers that start blocks (CommonMark §4 and §5).
extension MarkupLine {
  /// The marker of a list item.
  struct ItemMark {
    /// `-`, `+`, `*`, `.` or `)`; equal for all items of a list.
    let kind: UInt8
    /// The number of an ordered item.
    let number: Int?
    /// The columns from the line's start to the item's content.
    let contentIndent: Int
    /// The rest of the line, as the first line of the item.
    let first: MarkupLine
    var isEmpty: Bool { first.isBlank }
  }

  private func count(of byte: UInt8) -> Int { text.prefix { $0 == byte }.count }

  /// Whether the line is three or more of `*`, `-` or `_`, with or without spaces.
  var isThematicBreak: Bool {
    guard indent < 4, let mark = text.first, [0x2A, 0x2D, 0x5F].contains(mark) else { return false }
    var count = 0
    for byte in text {
      if byte == mark {
        count += 1
      } else if byte != 0x20 && byte != 0x09 {
        return false
      }
    }
    return count >= 3
  }

  /// The level and the text of a heading with `#`.
  var heading: (level: Int, text: ArraySlice<UInt8>)? {
    let level = count(of: UInt8(ascii: "#"))
    guard indent < 4, 1...6 ~= level else { return nil }
    let rest = text.dropFirst(level)
    guard rest.isEmpty || rest.first == 0x20 || rest.first == 0x09 else { return nil }
    let title = rest.trimmed
    let closing = title.reversed().prefix { $0 == UInt8(ascii: "#") }.count
    let kept = title.dropLast(closing)
    let isClosed = kept.isEmpty || kept.last == 0x20 || kept.last == 0x09
    return (level, isClosed ? kept.trimmed : title)
  }

  /// The level of the setext heading that the line underlines.
  var underlineLevel: Int? {
    guard indent < 4, let mark = text.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-"),
      text.trimmed.allSatisfy({ $0 == mark })
    else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : 2
  }

  /// The mark, its length and the info string of a code fence.
  var fence: (mark: UInt8, length: Int, info: ArraySlice<UInt8>)? {
    guard indent < 4, let mark = text.first,
      mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~")
    else { return nil }
    let length = count(of: mark)
    let info = text.dropFirst(length).trimmed
    guard length >= 3, mark == UInt8(ascii: "~") || !info.contains(mark) else { return nil }
    return (mark, length, info)
  }

  /// The line without its quote marker; `nil` if it has none.
  var quoted: MarkupLine? {
    guard indent < 4, text.first == UInt8(ascii: ">") else { return nil }
    return after(1).unindented(1)
  }

  /// The marker of a list item.
  var itemMark: ItemMark? {
    guard indent < 4, let first = text.first else { return nil }
    if [UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*")].contains(first) {
      return itemMark(kind: first, number: nil, length: 1)
    }
    let digits = text.prefix { (0x30...0x39).contains($0) }
    guard 1...9 ~= digits.count, let end = text.dropFirst(digits.count).first,
      end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
    else { return nil }
    return itemMark(
      kind: end, number: Int(String(decoding: digits, as: UTF8.self)), length: digits.count + 1)
  }

  private func itemMark(kind: UInt8, number: Int?, length: Int) -> ItemMark? {
    let rest = after(length)
    guard rest.isBlank || rest.indent > 0 else { return nil }
    // If the content is indented like code, it starts one column after the marker.
    let gap = rest.isBlank || rest.indent > 4 ? 1 : rest.indent
    return ItemMark(
      kind: kind, number: number, contentIndent: indent + length + gap,
      first: rest.unindented(gap))
  }
}

extension ArraySlice<UInt8> {
  /// Without spaces and tabs at both ends.
  var trimmed: ArraySlice<UInt8> {
    var slice = drop { $0 == 0x20 || $0 == 0x09 }
    while let last = slice.last, last == 0x20 || last == 0x09 { slice.removeLast() }
    return slice
  }
}
