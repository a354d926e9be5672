import LinecasterBase

/// A program made of bytes: each choice consumes some, and is the first one after their end.
struct FuzzBytes {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
  }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

  /// A number below a count, which is 1 to 256.
  mutating func choice(_ count: Int) -> Int { Int(byte()) % count }

  mutating func element<Value>(_ values: [Value]) -> Value { values[choice(values.count)] }

  /// Numbers at the edges of arithmetic, and some usual ones.
  static let numbers: [Double] = [
    0, 1, 2, 7.5, 16, 100, 360, 0.1, -1, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
    Double(bitPattern: 2024), 1e-15, 1e15, 1e300, -1e300, .greatestFiniteMagnitude,
    -.greatestFiniteMagnitude,
    Double(Int.max), Double(Int.min), 4_294_967_296, 2_147_483_648, 65536, 1_000_000, 1e-6, 90,
  ]

  /// A number of the table, of a byte, or of any bits.
  mutating func number() -> Double {
    switch choice(4) {
    case 0, 1: return Self.numbers[choice(Self.numbers.count)]
    case 2: return Double(Int8(bitPattern: byte()))
    default:
      let bits = (0..<8).reduce(UInt64(0)) { bits, _ in bits << 8 | UInt64(byte()) }
      return Double(bitPattern: bits)
    }
  }

  /// A number that is usually between 0 and a few hundred.
  mutating func length() -> Double { choice(4) == 0 ? number() : Double(byte()) }

  /// An integer of the table, of a byte, or of any bits.
  mutating func integer() -> Int {
    switch choice(4) {
    case 0:
      let numbers = [Int.max, Int.min, Int.max - 1, Int(Int32.max), Int(Int32.min), 1 << 40, -1]
      return element(numbers)
    case 1: return Int(Int8(bitPattern: byte()))
    default: return choice(64)
    }
  }

  mutating func color() -> Color {
    Color(red: byte(), green: byte(), blue: 128, alpha: element([255, 0, 128]))
  }

  mutating func point() -> Point { Point(x: length(), y: length()) }

  mutating func rect() -> Rect {
    Rect(x: length(), y: length(), width: length(), height: length())
  }

  /// A text of letters of many scripts, marks and controls, or of raw bytes.
  mutating func text() -> String {
    var text = ""
    for _ in 0..<choice(12) {
      if choice(4) == 0 {
        let count = min(choice(16), bytes.count)
        text += String(decoding: bytes.prefix(count), as: UTF8.self)
        bytes = bytes.dropFirst(count)
      } else {
        text += element(Self.pieces)
      }
    }
    return text
  }

  private static let pieces = [
    "a", "fi ", "AV", " ", "\n", "\r\n", "\t", "\u{AD}", "-", "é", "e\u{301}", "\u{301}\u{323}",
    "مرحبا", " 123 ", "שלום", "क्षि", "ไทย", "ភាសា", "日本語", "한글", "👍🏽", "👨‍👩‍👧", "🇩🇪", "\u{202E}", "\u{2066}",
    "\u{2069}", "\u{200D}", "\u{200B}", "\u{2028}", "\u{0}", "\u{FFFF}", "\u{10FFFF}", "word ",
    "https://example.org/?q=1", "\u{FE0F}", "1\u{20E3}", "\u{FDFA}", "\u{1F}",
  ]
}
