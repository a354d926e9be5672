/// The parts of links: labels, destinations and titles (CommonMark §4.7 and §6.3).
enum LinkScanner {
  /// The maximum length of a label, in bytes.
  static let labelLimit = 999
  /// The maximum nesting of parentheses in a destination.
  private static let nestingLimit = 32

  /// The index after the spaces at a place, with at most one line end among them.
  static func skipBlanks(_ text: ArraySlice<UInt8>, _ start: Int) -> Int {
    var index = start
    var isAfterLineEnd = false
    while index < text.endIndex, text[index].isBlank {
      if text[index] == 0x0A {
        if isAfterLineEnd { break }
        isAfterLineEnd = true
      }
      index += 1
    }
    return index
  }

  /// The index after the label at `[`; `nil` for other text.
  static func labelEnd(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    guard start < text.endIndex, text[start] == UInt8(ascii: "[") else { return nil }
    var index = start + 1
    while index < text.endIndex, index - start <= labelLimit + 1 {
      switch text[index] {
      case UInt8(ascii: "]"): return index + 1
      case UInt8(ascii: "["): return nil
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  /// The destination at a place, and the index after it.
  static func destination(
    _ text: ArraySlice<UInt8>, at start: Int
  ) -> (destination: String, end: Int)? {
    guard start < text.endIndex else { return nil }
    let isPointed = text[start] == UInt8(ascii: "<")
    guard let end = isPointed ? pointedEnd(text, start) : plainEnd(text, start) else { return nil }
    let range = isPointed ? start + 1..<end - 1 : start..<end
    return (CharacterReference.unescaped(text[range]), end)
  }

  private static func pointedEnd(_ text: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var index = start + 1
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: ">"): return index + 1
      case UInt8(ascii: "<"), 0x0A: return nil
      case UInt8(ascii: "\\"): index += 2
      default: index += 1
      }
    }
    return nil
  }

  private static func plainEnd(_ text: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var index = start
    var nesting = 0
    loop: while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "("):
        nesting += 1
        if nesting > nestingLimit { return nil }
      case UInt8(ascii: ")"):
        if nesting == 0 { break loop }
        nesting -= 1
      case UInt8(ascii: "\\"):
        if index + 1 < text.endIndex, text[index + 1].isPunctuation { index += 1 }
      case ...0x20, 0x7F: break loop
      default: break
      }
      index += 1
    }
    return nesting == 0 ? index : nil
  }

  /// The title at a place, and the index after it.
  static func title(_ text: ArraySlice<UInt8>, at start: Int) -> (title: String, end: Int)? {
    guard start < text.endIndex, [0x22, 0x27, 0x28].contains(text[start]) else { return nil }
    let close: UInt8 = text[start] == 0x28 ? 0x29 : text[start]
    var index = start + 1
    while index < text.endIndex {
      if text[index] == close {
        return (CharacterReference.unescaped(text[start + 1..<index]), index + 1)
      }
      if close == 0x29, text[index] == 0x28 { return nil }
      index += text[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }
}
