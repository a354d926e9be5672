import LinecasterBase

/// A Unicode script (UAX 24) with ICU's number.
struct ScriptCode: RawRepresentable, Hashable, Sendable {
  let rawValue: UInt8
}

extension ScriptCode {
  /// Whether the script is Han, kana or Bopomofo, which share words and items.
  var isEastAsian: Bool { Self.areEastAsian[Int(rawValue)] }

  /// Whether text of both scripts can share an item.
  @inline(__always)
  func shares(itemsOf other: ScriptCode) -> Bool {
    self == other || (isEastAsian && other.isEastAsian)
  }

  /// The East Asian scripts that `ScriptResolver` leaves.
  static let eastAsianScripts: [ScriptCode] = [han, hiragana, bopomofo]

  private static let areEastAsian = (0...UInt8.max).map {
    eastAsianScripts.contains(ScriptCode(rawValue: $0))
  }
}

extension ScriptCode {
  /// Whether the script is cursive; letter spacing would break its words.
  ///
  /// Includes the cursive scripts of CSS Text 4 §8.2.1 and the others that HarfBuzz joins.
  var joinsLetters: Bool { Self.joining[Int(rawValue)] }

  private static let joining: [Bool] = tags.map(joiningTags.contains)

  private static let joiningTags: Set<UInt32> = [
    0x4164_6C6D,  // Adlm
    0x4172_6162,  // Arab
    0x4368_7273,  // Chrs
    0x4D61_6E64,  // Mand
    0x4D61_6E69,  // Mani
    0x4D6F_6E67,  // Mong
    0x4E6B_6F6F,  // Nkoo
    0x4F75_6772,  // Ougr
    0x5068_6167,  // Phag
    0x5068_6C70,  // Phlp
    0x526F_6867,  // Rohg
    0x536F_6764,  // Sogd
    0x5379_7263,  // Syrc
  ]
}

/// The single-unit brackets of common script (Unicode's `BidiBrackets`).
enum PairedBracket {
  /// The closing bracket of an opening one; `nil` for other units.
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

  /// Whether a unit is a closing bracket.
  static func isClosing(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x29, 0x5D, 0x7D, 0xFF3D, 0xFF5D: true
    case 0x2046...0xFF63: closing(of: unit - 1) == unit
    default: false
    }
  }

  /// Whether a unit is the first of a pair, in a block of pairs.
  private static func isFirst(_ unit: UInt16) -> Bool {
    // The pairs U+2983 and U+2984 to U+2997 and U+2998 start at odd numbers.
    unit & 1 == ((0x2983...0x2998).contains(unit) ? 1 : 0)
  }
}
