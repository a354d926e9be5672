/// The brackets of common script that open and close (Unicode's `BidiBrackets`), in one unit.
enum PairedBracket {
  /// The bracket that closes one; nil for what opens nothing.
  static func closing(of unit: UInt16) -> UInt16? {
    switch unit {
    case 0x28: 0x29
    case 0x5B, 0x7B: unit + 2
    case 0x0080..<0x2045, 0x301C..<0xFF08: nil
    case 0x2045, 0x207D, 0x208D, 0x2308, 0x230A, 0x2329, 0x27C5, 0x2E22, 0x2E24, 0x2E26,
      0x2E28, 0xFF08, 0xFF5F, 0xFF62:
      unit + 1
    case 0x2768...0x2775, 0x27E6...0x27EF, 0x2983...0x2998, 0x3008...0x3011, 0x3014...0x301B:
      isFirst(unit) ? unit + 1 : nil
    case 0xFF3B, 0xFF5B: unit + 2
    default: nil
    }
  }

  /// Whether a unit closes a bracket.
  static func isClosing(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x29, 0x5D, 0x7D, 0xFF3D, 0xFF5D: true
    case 0x2046...0xFF63: closing(of: unit - 1) == unit
    default: false
    }
  }

  /// Whether a unit is the first of a pair, in blocks of pairs.
  private static func isFirst(_ unit: UInt16) -> Bool {
    // The pairs U+2983 and U+2984 to U+2997 and U+2998 start at odd numbers.
    unit & 1 == ((0x2983...0x2998).contains(unit) ? 1 : 0)
  }
}
