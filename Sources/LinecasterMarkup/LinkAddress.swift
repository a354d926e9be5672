/// The address in parentheses behind the words of a link, with an optional title.
struct LinkAddress {
  let address: String
  /// Behind the closing parenthesis.
  let end: Int

  /// The most characters of an address or a title; longer ones are no links, and never read twice.
  private static let lengthLimit = 2000
  /// The most parentheses open in an address (§6.3).
  private static let nestingLimit = 32

  /// Reads what starts at a place; nil where it is no address.
  init?(_ text: [Unicode.Scalar], at start: Int) {
    guard start < text.count, text[start] == "(" else { return nil }
    var index = Self.skipBlanks(text, start + 1)
    guard index < text.count else { return nil }
    let isPointed = text[index] == "<"
    let range = isPointed ? Self.pointed(text, index) : Self.plain(text, index)
    guard let range else { return nil }
    let after = isPointed ? range.upperBound + 1 : range.upperBound
    index = Self.skipBlanks(text, after)
    if index > after, let title = Self.end(ofTitle: text, at: index) {
      index = Self.skipBlanks(text, title)
    }
    guard index < text.count, text[index] == ")" else { return nil }
    address = Self.unescaped(text[range])
    end = index + 1
  }

  private static func skipBlanks(_ text: [Unicode.Scalar], _ start: Int) -> Int {
    var index = start
    while index < text.count, text[index].isSpaceOrLineEnd, index - start < lengthLimit {
      index += 1
    }
    return index
  }

  private static func pointed(_ text: [Unicode.Scalar], _ start: Int) -> Range<Int>? {
    var index = start + 1
    while index < text.count, index - start < lengthLimit {
      switch text[index] {
      case ">": return start + 1..<index
      case "<", "\n": return nil
      case "\\": index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func plain(_ text: [Unicode.Scalar], _ start: Int) -> Range<Int>? {
    var index = start
    var nesting = 0
    while index < text.count, index - start < lengthLimit {
      switch text[index] {
      case "(":
        nesting += 1
        if nesting > nestingLimit { return nil }
      case ")" where nesting == 0: return start..<index
      case ")": nesting -= 1
      case "\\": index += 1
      case let scalar where scalar.isSpaceOrLineEnd: return nesting == 0 ? start..<index : nil
      case let scalar where scalar.value < 0x20: return nil
      default: break
      }
      index += 1
    }
    return nil
  }

  /// Behind a title in quotes or parentheses.
  private static func end(ofTitle text: [Unicode.Scalar], at start: Int) -> Int? {
    guard start < text.count, ["\"", "'", "("].contains(text[start]) else { return nil }
    let close: Unicode.Scalar = text[start] == "(" ? ")" : text[start]
    var index = start + 1
    while index < text.count, index - start < lengthLimit {
      if text[index] == close { return index + 1 }
      if close == ")", text[index] == "(" { return nil }
      index += text[index] == "\\" ? 2 : 1
    }
    return nil
  }

  private static func unescaped(_ text: ArraySlice<Unicode.Scalar>) -> String {
    var address = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text {
      if !isEscaped, scalar == "\\" {
        isEscaped = true
        continue
      }
      if isEscaped, !scalar.isPunctuation { address.append("\\") }
      address.append(scalar)
      isEscaped = false
    }
    return String(address)
  }

  /// Behind an address such as `<https://swift.org>` (§6.5); nil where there is none.
  static func end(ofAutomatic text: [Unicode.Scalar], at start: Int) -> Int? {
    let scheme = text[(start + 1)...].prefix(33).prefix {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789+.-".unicodeScalars.contains($0))
    }
    let colon = start + 1 + scheme.count
    guard 2...32 ~= scheme.count, text[start + 1].properties.isAlphabetic, colon < text.count,
      text[colon] == ":"
    else { return nil }
    var index = colon + 1
    while index < text.count, index - start < lengthLimit {
      if text[index] == ">" { return index + 1 }
      if text[index] == "<" || text[index].value <= 0x20 { return nil }
      index += 1
    }
    return nil
  }
}
