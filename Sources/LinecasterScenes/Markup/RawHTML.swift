/// Raw HTML in text (CommonMark §6.6).
struct RawHTML {
  /// The ends that no later text has, so that each is searched in vain once.
  private var missing: Set<[UInt8]> = []

  /// The index after the raw HTML at a `<`; `nil` for other text.
  mutating func end(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    let rest = text[start...].dropFirst()
    switch rest.first {
    case UInt8(ascii: "?"): return find("?>", in: rest.dropFirst())
    case UInt8(ascii: "!"):
      let body = rest.dropFirst()
      if body.starts(with: Array("--".utf8)) {
        let comment = body.dropFirst(2)
        if comment.first == UInt8(ascii: ">") { return comment.startIndex + 1 }
        if comment.starts(with: Array("->".utf8)) { return comment.startIndex + 2 }
        return find("-->", in: comment)
      }
      if body.starts(with: Array("[CDATA[".utf8)) { return find("]]>", in: body.dropFirst(7)) }
      return body.first?.isLetter == true ? find(">", in: body) : nil
    default: return Self.tagEnd(text, at: start)
    }
  }

  private mutating func find(_ end: String, in text: ArraySlice<UInt8>) -> Int? {
    let end = Array(end.utf8)
    guard !missing.contains(end) else { return nil }
    if let range = Self.range(of: end, in: text) { return range.upperBound }
    missing.insert(end)
    return nil
  }

  /// The first range of ASCII bytes in a text, without regard to letter case.
  static func range(of part: [UInt8], in text: ArraySlice<UInt8>) -> Range<Int>? {
    guard let first = part.first, text.count >= part.count else { return nil }
    for start in text.startIndex...(text.endIndex - part.count)
    where text[start].lowercased == first {
      if zip(text[start...], part).allSatisfy({ $0.lowercased == $1 }) {
        return start..<start + part.count
      }
    }
    return nil
  }

  /// The index after the open or closing tag at a `<`; `nil` for other text.
  static func tagEnd(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    var index = start + 1
    let isClosing = index < text.endIndex && text[index] == UInt8(ascii: "/")
    if isClosing { index += 1 }
    guard index < text.endIndex, text[index].isLetter else { return nil }
    index = skip(text, index) { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
    while true {
      let blank = skip(text, index, while: \.isBlank)
      guard blank < text.endIndex else { return nil }
      if text[blank] == UInt8(ascii: ">") { return blank + 1 }
      if isClosing { return nil }
      if text[blank] == UInt8(ascii: "/") {
        return blank + 1 < text.endIndex && text[blank + 1] == UInt8(ascii: ">") ? blank + 2 : nil
      }
      guard blank > index, let end = attributeEnd(text, at: blank) else { return nil }
      index = end
    }
  }

  private static func attributeEnd(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard
      text[start].isLetter || text[start] == UInt8(ascii: "_") || text[start] == UInt8(ascii: ":")
    else { return nil }
    let name = skip(text, start) {
      $0.isLetterOrDigit || [0x5F, 0x2E, 0x3A, 0x2D].contains($0)
    }
    var index = skip(text, name, while: \.isBlank)
    guard index < text.endIndex, text[index] == UInt8(ascii: "=") else { return name }
    index = skip(text, index + 1, while: \.isBlank)
    guard index < text.endIndex else { return nil }
    let quote = text[index]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let end = skip(text, index + 1) { $0 != quote }
      return end < text.endIndex ? end + 1 : nil
    }
    let end = skip(text, index) { !$0.isBlank && !Array("\"'=<>`".utf8).contains($0) }
    return end > index ? end : nil
  }

  private static func skip(
    _ text: ArraySlice<UInt8>, _ start: Int, while condition: (UInt8) -> Bool
  ) -> Int {
    var index = start
    while index < text.endIndex, condition(text[index]) { index += 1 }
    return index
  }
}
