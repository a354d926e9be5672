import LinecasterBase

/// The line breaking rules of browsers for pairs of ASCII and Latin-1 characters.
///
/// Browsers deviate from UAX 14 inside ASCII, so URLs and code break in familiar places. A break is
/// only ever before an opening bracket, after a hyphen or after a question mark.
enum LatinPairs {
  /// The first character of the table; characters below it are white space or control codes.
  static let first: UInt16 = 0x21
  /// The last character of the table.
  static let last: UInt16 = 0xFF

  /// Whether a line may end between two characters, both from `first` to `last`.
  ///
  /// A digit after a hyphen depends on the character before the hyphen, and is not decided here.
  static func breaks(between left: UInt16, and right: UInt16) -> Bool {
    rows.withUnsafeBufferPointer { breaks(between: left, and: right, $0) }
  }

  /// Whether a line may end between two characters, by rows that the caller holds, to avoid a
  /// lookup for every pair.
  @inline(__always)
  static func breaks(
    between left: UInt16, and right: UInt16, _ rows: UnsafeBufferPointer<UInt64>
  ) -> Bool {
    rows[Int(left) << 2 | Int(right) >> 6] >> UInt64(right & 63) & 1 != 0
  }

  /// One bit per pair; four words per left character.
  static let rows: [UInt64] = {
    // Computed for the first text of a process, so left characters are grouped by class.
    let classRows = LatinLineClass.allCases.map { left in
      row { left.allowsBreak(before: LatinLineClass($0)) }
    }
    return (0...UInt8.max).flatMap { left -> [UInt64] in
      guard left >= first else { return [0, 0, 0, 0] }
      let classRow = classRows[Int(LatinLineClass(left).rawValue)]
      guard left < 0x80 else { return classRow }
      // ASCII pairs have their own rules.
      let ascii = endsNoLine(left) ? [0, 0] : row { $0 < 0x80 && allowsASCII(left, $0) }
      return Array(ascii[..<2] + classRow[2...])
    }
  }()

  /// The four words of a left character.
  private static func row(_ allows: (UInt8) -> Bool) -> [UInt64] {
    var words: [UInt64] = [0, 0, 0, 0]
    for right in UInt8(first)...UInt8.max where allows(right) {
      words[Int(right >> 6)] |= 1 << UInt64(right & 63)
    }
    return words
  }

  private static func endsNoLine(_ left: UInt8) -> Bool {
    isAlphanumeric(left) || joining.contains(left)
  }

  /// Whether a line may end between two ASCII characters; the first must allow a line end.
  private static func allowsASCII(_ left: UInt8, _ right: UInt8) -> Bool {
    if closing.contains(right) { return false }
    return switch left {
    case UInt8(ascii: "?"): right != UInt8(ascii: "\"") && right != UInt8(ascii: "'")
    case UInt8(ascii: "-"): right != UInt8(ascii: "$") && !isDigit(right)
    default: opening.contains(right)
    }
  }

  /// Characters that never start a line.
  private static let closing = Set("!),./:;?]}".utf8)
  /// Characters before which a line may end.
  private static let opening = Set("(<[{".utf8)
  /// Characters that never end a line.
  private static let joining = Set("$'(/<@[^_`{\u{7F}".utf8)

  private static func isAlphanumeric(_ unit: UInt8) -> Bool {
    isDigit(unit) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(unit | 0x20)
  }

  private static func isDigit(_ unit: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(unit)
  }
}

/// The line breaking classes of ASCII and Latin-1 (UAX 14); equivalent classes are merged.
enum LatinLineClass: UInt8, CaseIterable {
  /// Letters, digits and symbols that behave like letters.
  case alphabetic
  /// Never starts a line; a line may end after it before any character that may start one.
  case closing
  /// Never starts a line; a line may end after it, except before letters.
  case infix
  /// Currency and percent signs and similar characters.
  case numeric
  /// Opening brackets.
  case opening
  /// Quotation marks, which may open or close.
  case quotation
  /// The no-break space.
  case glue
  /// A line may end after it, for example after a soft hyphen.
  case breakAfter
  /// A line may end before it.
  case breakBefore
  /// Control codes, which count as combining marks.
  case mark

  /// The class of a character.
  init(_ unit: UInt8) {
    self =
      switch unit {
      case 0x21, 0x2F, 0x3F, 0x7D: .closing  // ! / ? }
      case 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x5D: .infix  // ) , . : ; ]
      case 0x24, 0x25, 0x2B, 0x5C, 0xA2...0xA5, 0xB0, 0xB1: .numeric  // $ % + \ and currencies
      case 0x28, 0x5B, 0x7B, 0xA1, 0xBF: .opening  // ( [ {
      case 0x22, 0x27, 0xAB, 0xBB: .quotation
      case 0xA0: .glue
      case 0x2D, 0x7C, 0xAD: .breakAfter  // - |
      case 0xB4: .breakBefore
      case 0x7F...0x9F: .mark
      default: .alphabetic
      }
  }

  /// Whether a line may end between characters of this class and of another (UAX 14, LB9–LB31).
  func allowsBreak(before next: LatinLineClass) -> Bool {
    switch next {
    case .closing, .infix, .quotation, .breakAfter, .mark: return false
    case .glue: return self == .breakAfter
    case .breakBefore: return !joinsWhatFollows
    case .alphabetic: return self == .closing || self == .breakAfter
    case .numeric, .opening:
      return self != .alphabetic && self != .mark && !joinsWhatFollows
    }
  }

  /// Whether a line never ends after a character of this class.
  private var joinsWhatFollows: Bool {
    self == .opening || self == .quotation || self == .glue || self == .breakBefore
  }
}
