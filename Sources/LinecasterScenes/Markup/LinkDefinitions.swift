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

/// A link reference definition (CommonMark §4.7).
struct LinkDefinition {
  let label: LinkLabel
  let target: LinkTarget
  /// The index after the definition.
  let end: Int

  /// The definition at the start of a paragraph; `nil` for other text.
  init?(_ text: ArraySlice<UInt8>) {
    guard let labelEnd = LinkScanner.labelEnd(text, at: text.startIndex),
      let label = LinkLabel(text[text.startIndex + 1..<labelEnd - 1]),
      labelEnd < text.endIndex, text[labelEnd] == UInt8(ascii: ":")
    else { return nil }
    let start = LinkScanner.skipBlanks(text, labelEnd + 1)
    guard let found = LinkScanner.destination(text, at: start), found.end > start else {
      return nil
    }
    self.label = label
    let titleStart = LinkScanner.skipBlanks(text, found.end)
    if titleStart > found.end, let title = LinkScanner.title(text, at: titleStart),
      let end = Self.lineEnd(text, title.end)
    {
      target = LinkTarget(destination: found.destination, title: title.title)
      self.end = end
    } else {
      guard let end = Self.lineEnd(text, found.end) else { return nil }
      target = LinkTarget(destination: found.destination, title: "")
      self.end = end
    }
  }

  /// The index after the line that ends with blanks at a place.
  private static func lineEnd(_ text: ArraySlice<UInt8>, _ start: Int) -> Int? {
    var index = start
    while index < text.endIndex, text[index].isSpaceOrTab { index += 1 }
    if index == text.endIndex { return index }
    return text[index] == 0x0A ? index + 1 : nil
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
