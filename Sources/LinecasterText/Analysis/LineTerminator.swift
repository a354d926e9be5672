/// The characters that end a line wherever they stand (UAX 14, classes BK, CR, LF and NL).
enum LineTerminator {
  /// Whether a unit is one; no other character of these classes is outside the basic plane.
  static func isOne(_ unit: UInt16) -> Bool {
    if unit > 0x0D && unit < 0x85 { return false }
    return switch unit {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Whether a line ends between two units: not between a carriage return and its line feed.
  static func endsLine(_ unit: UInt16, before next: UInt16?) -> Bool {
    isOne(unit) && !(unit == 0x0D && next == 0x0A)
  }
}
