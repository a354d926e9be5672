import LinecasterBase

/// The markers that start blocks (CommonMark §4 and §5), in the rest of a line after its
/// indentation.
enum BlockStart {
  /// Whether the line is three or more of `*`, `-` or `_`, with or without spaces (§4.1).
  static func isThematicBreak(_ line: ArraySlice<UInt8>) -> Bool {
    guard let mark = line.first, mark == 0x2A || mark == 0x2D || mark == 0x5F else { return false }
    var count = 0
    for byte in line {
      if byte == mark {
        count += 1
      } else if !byte.isSpaceOrTab {
        return false
      }
    }
    return count >= 3
  }

  /// The level and the text of an ATX heading (§4.2).
  static func heading(_ line: ArraySlice<UInt8>) -> (level: Int, text: ArraySlice<UInt8>)? {
    let mark = UInt8(ascii: "#")
    let level = line.prefix(7).prefix { $0 == mark }.count
    guard 1...6 ~= level else { return nil }
    let rest = line.dropFirst(level)
    guard rest.first?.isSpaceOrTab ?? true else { return nil }
    let title = rest.trimmed
    let closing = title.reversed().prefix { $0 == mark }.count
    let kept = title.dropLast(closing)
    return (level, kept.last?.isSpaceOrTab ?? true ? kept.trimmed : title)
  }

  /// The level of the setext heading that the line underlines (§4.3).
  static func underlineLevel(_ line: ArraySlice<UInt8>) -> Int? {
    guard let mark = line.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: "-"),
      line.trimmed.allSatisfy({ $0 == mark })
    else { return nil }
    return mark == UInt8(ascii: "=") ? 1 : 2
  }

  /// The mark, its length and the info string of a code fence (§4.5).
  static func fence(
    _ line: ArraySlice<UInt8>
  ) -> (mark: UInt8, length: Int, info: ArraySlice<UInt8>)? {
    guard let mark = line.first, mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~") else {
      return nil
    }
    let length = line.prefix { $0 == mark }.count
    guard length >= 3 else { return nil }
    let info = line.dropFirst(length).trimmed
    return mark == UInt8(ascii: "`") && info.contains(mark) ? nil : (mark, length, info)
  }

  /// The label of a footnote definition, and the length of its marker.
  static func footnote(
    _ line: ArraySlice<UInt8>
  ) -> (label: ArraySlice<UInt8>, length: Int)? {
    guard line.starts(with: [0x5B, 0x5E]) else { return nil }
    let label = line.dropFirst(2).prefix(LinkScanner.labelLimit).prefix {
      $0 != 0x5D && !$0.isBlank && $0 != 0
    }
    let rest = line[label.endIndex...]
    guard !label.isEmpty, rest.starts(with: [0x5D, 0x3A]) else { return nil }
    return (label, label.count + 4 + rest.dropFirst(2).prefix { $0.isSpaceOrTab }.count)
  }
}

/// The marker of a list item (§5.2).
struct ListMarker: Hashable, Sendable {
  /// `-`, `+`, `*`, `.` or `)`; equal for all items of a list.
  let kind: UInt8
  /// The number of an ordered item.
  let number: Int?
  /// The bytes of the marker.
  let length: Int

  init?(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return nil }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") || first == UInt8(ascii: "*") {
      (kind, number, length) = (first, nil, 1)
    } else {
      var value = 0
      let digits = line.prefix(10).prefix { $0.isDigit }
      guard 1...9 ~= digits.count, let end = line.dropFirst(digits.count).first,
        end == UInt8(ascii: ".") || end == UInt8(ascii: ")")
      else { return nil }
      for digit in digits { value = value * 10 + Int(digit - 0x30) }
      (kind, number, length) = (end, value, digits.count + 1)
    }
    guard line.dropFirst(length).first?.isSpaceOrTab ?? true else { return nil }
  }
}

/// The kinds of HTML blocks, numbered as in CommonMark §4.6.
enum HTMLBlock {
  /// The kind of the HTML block that a line starts; `nil` for other lines.
  static func kind(_ line: ArraySlice<UInt8>, mayBeAnyTag: Bool) -> Int? {
    guard line.first == UInt8(ascii: "<") else { return nil }
    let rest = line.dropFirst()
    switch rest.first {
    case UInt8(ascii: "?"): return 3
    case UInt8(ascii: "!"):
      if rest.starts(with: Array("!--".utf8)) { return 2 }
      if rest.starts(with: Array("![CDATA[".utf8)) { return 5 }
      return rest.dropFirst().first?.isLetter == true ? 4 : nil
    default: break
    }
    let isClosing = rest.first == UInt8(ascii: "/")
    let named = isClosing ? rest.dropFirst() : rest
    let name = named.prefix(16).prefix { $0.isLetterOrDigit }
    let after = named.dropFirst(name.count)
    let key = String(decoding: name.map(\.lowercased), as: UTF8.self)
    let isEnd = after.first.map { $0.isBlank || $0 == UInt8(ascii: ">") } ?? true
    if !isClosing, rawTags.contains(key), isEnd { return 1 }
    if blockTags.contains(key), isEnd || after.starts(with: Array("/>".utf8)) { return 6 }
    guard mayBeAnyTag, let end = RawHTML.tagEnd(line, at: line.startIndex),
      line[end...].allSatisfy(\.isBlank)
    else { return nil }
    return 7
  }

  /// Whether a line ends a block of a kind.
  static func ends(_ line: ArraySlice<UInt8>, kind: Int) -> Bool {
    switch kind {
    case 1:
      rawTags.contains { RawHTML.range(of: Array("</\($0)>".utf8), in: line) != nil }
    case 2: RawHTML.range(of: Array("-->".utf8), in: line) != nil
    case 3: RawHTML.range(of: Array("?>".utf8), in: line) != nil
    case 4: line.contains(UInt8(ascii: ">"))
    case 5: RawHTML.range(of: Array("]]>".utf8), in: line) != nil
    default: false
    }
  }

  private static let rawTags: Set = ["pre", "script", "style", "textarea"]
  private static let blockTags: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "search", "section",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
