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
