/// Addresses in text that are links by themselves (CommonMark §6.5, GFM §6.9).
enum Autolink {
  /// The address between `<` and `>`, and the index after it.
  static func pointed(
    _ text: ArraySlice<UInt8>, at start: Int
  ) -> (destination: String, end: Int)? {
    let body = text[(start + 1)...]
    let scheme = body.prefix(33).prefix {
      $0.isLetterOrDigit || [0x2B, 0x2D, 0x2E].contains($0)
    }
    if 2...32 ~= scheme.count, body.first?.isLetter == true, scheme.endIndex < text.endIndex,
      text[scheme.endIndex] == UInt8(ascii: ":")
    {
      let rest = text[(scheme.endIndex + 1)...]
      let path = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }
      guard path.endIndex < text.endIndex, text[path.endIndex] == UInt8(ascii: ">") else {
        return nil
      }
      let address = text[scheme.startIndex..<path.endIndex]
      return (String(decoding: address, as: UTF8.self), path.endIndex + 1)
    }
    let name = body.prefix { $0.isLetterOrDigit || mailMarks.contains($0) }
    guard !name.isEmpty, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: "@"),
      let end = domainEnd(text, at: name.endIndex + 1), end < text.endIndex,
      text[end] == UInt8(ascii: ">")
    else { return nil }
    return ("mailto:" + String(decoding: text[start + 1..<end], as: UTF8.self), end + 1)
  }

  private static let mailMarks = Set(".!#$%&'*+/=?^_`{|}~-".utf8)

  /// The index after the labels of a mail domain, each of at most 63 letters, digits and hyphens.
  private static func domainEnd(_ text: ArraySlice<UInt8>, at start: Int) -> Int? {
    var index = start
    while true {
      let label = text[index...].prefix { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
      guard 1...63 ~= label.count, label.first != UInt8(ascii: "-"),
        label.last != UInt8(ascii: "-")
      else { return nil }
      index = label.endIndex
      guard index < text.endIndex, text[index] == UInt8(ascii: ".") else { return index }
      index += 1
    }
  }

  /// A bare address in text.
  struct Found {
    let start: Int
    let end: Int
    let destination: String
  }

  /// The address whose scheme ends at a colon, with its letters from a place on.
  static func url(_ text: ArraySlice<UInt8>, atColon colon: Int, from first: Int) -> Found? {
    guard text[colon...].starts(with: Array("://".utf8)) else { return nil }
    var start = colon
    while start > first, colon - start < 6, text[start - 1].isLetter { start -= 1 }
    let scheme = String(decoding: text[start..<colon].map(\.lowercased), as: UTF8.self)
    let host = colon + 3
    guard ["http", "https", "ftp"].contains(scheme), isHostCharacter(text, host),
      let hostEnd = hostEnd(text, host, needsDot: false)
    else { return nil }
    let end = addressEnd(text, from: start, hostEnd: hostEnd)
    guard end > host else { return nil }
    return Found(
      start: start, end: end, destination: String(decoding: text[start..<end], as: UTF8.self))
  }

  /// The address that starts with `www.`.
  static func www(_ text: ArraySlice<UInt8>, at start: Int) -> Found? {
    guard text[start...].starts(with: Array("www.".utf8)) else { return nil }
    if start > text.startIndex {
      let before = text[start - 1]
      guard before.isBlank || [0x2A, 0x5F, 0x7E, 0x28].contains(before) else { return nil }
    }
    guard let hostEnd = hostEnd(text, start, needsDot: true) else { return nil }
    let end = addressEnd(text, from: start, hostEnd: hostEnd)
    guard end > start + 4 else { return nil }
    return Found(
      start: start, end: end,
      destination: "http://" + String(decoding: text[start..<end], as: UTF8.self))
  }

  private static func isHostCharacter(_ text: ArraySlice<UInt8>, _ index: Int) -> Bool {
    guard index < text.endIndex else { return false }
    if text[index] < 0x80 { return text[index].isLetterOrDigit }
    let bytes = text[index..<min(index + 4, text.endIndex)]
    guard let scalar = String(decoding: bytes, as: UTF8.self).unicodeScalars.first else {
      return false
    }
    return text[index] & 0xC0 == 0x80 || !scalar.isWhite && !scalar.isMark
  }

  /// The index after a host; its last two parts have no underscores.
  private static func hostEnd(
    _ text: ArraySlice<UInt8>, _ start: Int, needsDot: Bool
  ) -> Int? {
    var index = start
    var dots = 0
    var underscores = (previous: 0, last: 0)
    while index < text.endIndex {
      switch text[index] {
      case UInt8(ascii: "_"): underscores.last += 1
      case UInt8(ascii: "."):
        underscores = (underscores.last, 0)
        dots += 1
      case UInt8(ascii: "-"): break
      default:
        if !isHostCharacter(text, index) {
          return end()
        }
      }
      index += 1
    }
    return end()

    func end() -> Int? {
      let hasUnderscore = underscores.previous + underscores.last > 0
      return hasUnderscore && dots <= 10 || needsDot && dots == 0 ? nil : index
    }
  }

  /// The index after an address, without the punctuation at its end.
  private static func addressEnd(
    _ text: ArraySlice<UInt8>, from start: Int, hostEnd: Int
  ) -> Int {
    var end = hostEnd
    while end < text.endIndex, !text[end].isBlank, text[end] != UInt8(ascii: "<") { end += 1 }
    var excess = 0
    for byte in text[start..<end] {
      excess += byte == UInt8(ascii: ")") ? 1 : byte == UInt8(ascii: "(") ? -1 : 0
    }
    while end > start {
      switch text[end - 1] {
      case UInt8(ascii: ")"):
        guard excess > 0 else { return end }
        excess -= 1
        end -= 1
      case let mark where trailingMarks.contains(mark): end -= 1
      case UInt8(ascii: ";"):
        var name = end - 1
        while name > start, text[name - 1].isLetterOrDigit { name -= 1 }
        let isReference = name < end - 1 && name > start && text[name - 1] == UInt8(ascii: "&")
        end = isReference ? name - 1 : end - 1
      default: return end
      }
    }
    return end
  }

  private static let trailingMarks = Set("?!.,:*_~'\"".utf8)

  /// The mail addresses of a text, in order.
  static func mails(_ text: ArraySlice<UInt8>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var first = text.startIndex
    for at in text.indices where text[at] == UInt8(ascii: "@") {
      var start = at
      while start > first,
        text[start - 1].isLetterOrDigit || [0x2E, 0x2B, 0x2D, 0x5F].contains(text[start - 1])
      {
        start -= 1
      }
      var end = at + 1
      var dots = 0
      while end < text.endIndex {
        let byte = text[end]
        if byte == UInt8(ascii: "."), end + 1 < text.endIndex, text[end + 1].isLetterOrDigit {
          dots += 1
        } else if !byte.isLetterOrDigit, byte != UInt8(ascii: "-"), byte != UInt8(ascii: "_") {
          break
        }
        end += 1
      }
      let isAnother = end < text.endIndex && text[end] == UInt8(ascii: "@")
      if start < at, dots > 0, !isAnother, text[end - 1].isLetterOrDigit {
        found.append(start..<end)
      }
      first = at + 1
      if let last = found.last { first = max(first, last.upperBound) }
    }
    return found
  }
}

extension Unicode.Scalar {
  /// Whether it is punctuation that cannot be part of a host; symbols can.
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol: false
    default: isPunctuation
    }
  }
}
