/// Hexadecimal encoding, two digits a byte.
enum HexDigits {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Encodes bytes as lowercase digits.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes digits in either case; `nil` if the text is not hexadecimal.
  static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text.utf8.makeIterator()
    while let first = rest.next() {
      guard let high = value(of: first), let low = rest.next().flatMap(value(of:)) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  /// The value of a digit; `nil` for other characters.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Whether a text consists of exactly `count` lowercase digits.
  static func isText(_ text: some StringProtocol, ofCount count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { digits.contains($0) }
  }
}
