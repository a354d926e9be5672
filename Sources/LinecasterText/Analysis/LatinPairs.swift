/// Where browsers break between two characters of ASCII and Latin-1, by those two alone.
///
/// Browsers leave UAX 14 inside ASCII, so that addresses and code break as people are used to. A
/// break is only ever before an opening bracket, after a hyphen or after a question mark.
enum LatinPairs {
  /// The first character the pairs are about; what is below is white space or a control code.
  static let first: UInt16 = 0x21
  /// The last one.
  static let last: UInt16 = 0xFF

  /// Whether a line may end between two characters, both from `first` to `last`.
  ///
  /// A digit after a hyphen is up to what stands before the hyphen, and not answered here.
  static func breaks(between left: UInt16, and right: UInt16) -> Bool {
    rows.withUnsafeBufferPointer { breaks(between: left, and: right, $0) }
  }

  /// The same by rows that the caller holds, which spares looking them up for every pair.
  @inline(__always)
  static func breaks(
    between left: UInt16, and right: UInt16, _ rows: UnsafeBufferPointer<UInt64>
  ) -> Bool {
    rows[Int(left) << 2 | Int(right) >> 6] >> UInt64(right & 63) & 1 != 0
  }

  /// One bit a pair; four words a left character.
  static let rows: [UInt64] = (0...255).flatMap { left in
    (0..<4).map { word in
      (0..<64).reduce(into: UInt64(0)) { bits, bit in
        if allows(UInt8(left), UInt8(word << 6 | bit)) { bits |= 1 << UInt64(bit) }
      }
    }
  }

  private static func allows(_ left: UInt8, _ right: UInt8) -> Bool {
    if min(left, right) <= 0x20 { return false }
    return max(left, right) < 0x80
      ? allowsASCII(left, right) : LatinLineClass(left).allowsBreak(before: LatinLineClass(right))
  }

  private static func allowsASCII(_ left: UInt8, _ right: UInt8) -> Bool {
    if closing.contains(right) || joining.contains(left) || isAlphanumeric(left) { return false }
    return switch left {
    case UInt8(ascii: "?"): right != UInt8(ascii: "\"") && right != UInt8(ascii: "'")
    case UInt8(ascii: "-"): right != UInt8(ascii: "$") && !isDigit(right)
    default: opening.contains(right)
    }
  }

  /// No line starts with one of these.
  private static let closing = Set("!),./:;?]}".utf8)
  /// Lines may end before these.
  private static let opening = Set("(<[{".utf8)
  /// No line ends after one of these.
  private static let joining = Set("$'(/<@[^_`{\u{7F}".utf8)

  private static func isAlphanumeric(_ unit: UInt8) -> Bool {
    isDigit(unit) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit | 0x20)
  }

  private static func isDigit(_ unit: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
  }
}
