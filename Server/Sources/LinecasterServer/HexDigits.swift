/// Bytes as two hexadecimal digits each.
enum HexDigits {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The digits of some bytes, in small letters.
  static func text(of bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    for byte in bytes { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of some digits, in letters of either case; nil where these are none.
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

  /// What one digit stands for; nil for what is none.
  static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Whether a text is digits in small letters, so many of them.
  static func isText(_ text: some StringProtocol, ofCount count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy { digits.contains($0) }
  }
}
