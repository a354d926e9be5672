import LinecasterBase

/// Character references and backslash escapes (CommonMark §2.4 and §2.5).
enum CharacterReference {
  /// The characters of the reference at `&`, and the index after it; `nil` for other text.
  static func characters(
    _ text: ArraySlice<UInt8>, at start: Int
  ) -> (bytes: [UInt8], end: Int)? {
    let rest = text[start...].dropFirst()
    if rest.first == UInt8(ascii: "#") { return number(rest.dropFirst()) }
    let name = rest.prefix(nameLimit).prefix { $0.isLetterOrDigit }
    guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";"),
      let bytes = CharacterReferenceTable.characters[Array(name)]
    else { return nil }
    return (bytes, name.endIndex + 1)
  }

  /// The length of the longest name.
  private static let nameLimit = 32

  private static func number(_ text: ArraySlice<UInt8>) -> (bytes: [UInt8], end: Int)? {
    let isHex = text.first.map { $0 | 0x20 } == UInt8(ascii: "x")
    let limit = isHex ? 6 : 7
    let digits = text.dropFirst(isHex ? 1 : 0).prefix(limit + 1)
      .prefix { isHex ? $0.isDigit || (0x61...0x66).contains($0 | 0x20) : $0.isDigit }
    guard 1...limit ~= digits.count, digits.endIndex < text.endIndex,
      text[digits.endIndex] == UInt8(ascii: ";")
    else { return nil }
    let value = UInt32(String(decoding: digits, as: UTF8.self), radix: isHex ? 16 : 10) ?? 0
    let scalar = value == 0 ? nil : Unicode.Scalar(value)
    return (Array(String(scalar.map { Character($0) } ?? "\u{FFFD}").utf8), digits.endIndex + 1)
  }

  /// A text with its escapes and references replaced.
  static func unescaped(_ text: ArraySlice<UInt8>) -> String {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "\\"), index + 1 < text.endIndex, text[index + 1].isPunctuation
      {
        bytes.append(text[index + 1])
        index += 2
      } else if text[index] == UInt8(ascii: "&"), let found = characters(text, at: index) {
        bytes += found.bytes
        index = found.end
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
