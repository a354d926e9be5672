/// The destination and the title of a link or an image.
package struct LinkTarget: Hashable, Sendable {
  /// The address, with escapes and character references replaced.
  package let destination: String
  /// The title; empty for links without one.
  package let title: String
}

/// A label in its normal form: blanks collapsed, letter case folded (CommonMark §6.3).
package struct LinkLabel: Hashable, Sendable {
  let bytes: [UInt8]

  /// The label between brackets; `nil` if it is blank or too long.
  init?(_ text: ArraySlice<UInt8>, isFootnote: Bool = false) {
    guard text.count <= LinkScanner.labelLimit else { return nil }
    var bytes: [UInt8] = isFootnote ? [UInt8(ascii: "^")] : []
    let start = bytes.count
    var isASCII = true
    for byte in text {
      if !byte.isBlank {
        if byte >= 0x80 { isASCII = false }
        bytes.append(byte)
      } else if bytes.count > start, bytes.last != 0x20 {
        bytes.append(0x20)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    guard bytes.count > start else { return nil }
    if isASCII {
      self.bytes = bytes.map(\.lowercased)
    } else {
      // Both mappings together fold letter case in full: ẞ, ß and SS are equal.
      let folded = String(decoding: bytes, as: UTF8.self).lowercased().uppercased().lowercased()
      self.bytes = Array(folded.utf8)
    }
  }
}

/// The definitions that text refers to; the first one of a label counts.
struct LinkDefinitions: Sendable {
  private(set) var links: [LinkLabel: LinkTarget] = [:]
  private(set) var footnotes: Set<LinkLabel> = []

  /// The labels defined since they were last taken.
  private var added: [LinkLabel] = []

  mutating func define(_ label: LinkLabel, _ target: LinkTarget) {
    guard links[label] == nil else { return }
    links[label] = target
    added.append(label)
  }

  mutating func define(footnote label: LinkLabel) {
    if footnotes.insert(label).inserted { added.append(label) }
  }

  /// The labels defined since the last call.
  mutating func takeAdded() -> [LinkLabel] {
    defer { added = [] }
    return added
  }

  func contains(_ label: LinkLabel) -> Bool { links[label] != nil || footnotes.contains(label) }
}

extension MarkupExtensions {
  /// Whether a label can only be that of a footnote, so a link with it waits for no definition.
  func reservesForFootnotes(_ label: LinkLabel) -> Bool {
    contains(.footnotes) && label.bytes.first == UInt8(ascii: "^")
  }
}

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
