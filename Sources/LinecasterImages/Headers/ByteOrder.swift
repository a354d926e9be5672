/// Numbers of several bytes, read from a header.
enum ByteOrder {
  case bigEndian
  case littleEndian

  /// The number that `count` bytes stand for; nil where the bytes end before.
  func number(_ bytes: [UInt8], at position: Int, count: Int) -> Int? {
    guard position >= 0, position <= bytes.count - count else { return nil }
    let part = bytes[position..<position + count]
    return self == .bigEndian
      ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
