/// A line on its way into blocks: how far it is indented, and what follows.
struct MarkupLine {
  /// The columns of white space at its start; a tab goes to the next multiple of four.
  private(set) var indent: Int
  /// What follows, from its first character on, without the end of the line.
  private(set) var text: ArraySlice<UInt8>
  /// The column that the line starts at, for tabs.
  private var column: Int
  /// Whether the line can only go on with a paragraph: its container's mark is missing.
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
  /// Whether the indentation makes it a line of code.
  var isIndentedCode: Bool { indent >= 4 && !isBlank }

  /// The line with columns of white space taken off, as far as there are so many.
  func unindented(_ columns: Int) -> MarkupLine {
    var line = self
    let taken = min(columns, indent)
    line.indent -= taken
    line.column += taken
    return line
  }

  /// What follows the first bytes of the text, as a line of its own.
  func after(_ count: Int) -> MarkupLine {
    MarkupLine(text.dropFirst(count), column: column + indent + count)
  }

  /// The text with its indentation as spaces.
  var indentedText: String {
    String(repeating: " ", count: indent) + String(decoding: text, as: UTF8.self)
  }

  /// The lines of a text.
  static func lines(of text: String) -> [MarkupLine] {
    var lines: [MarkupLine] = []
    var rest = Array(text.utf8)[...]
    while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
      lines.append(MarkupLine(rest[..<end]))
      let isPair = rest[end] == 0x0D && end + 1 < rest.endIndex && rest[end + 1] == 0x0A
      rest = rest[(end + (isPair ? 2 : 1))...]
    }
    if !rest.isEmpty { lines.append(MarkupLine(rest)) }
    return lines
  }
}
