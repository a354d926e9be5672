import LinecasterBase

/// Decides line opportunities by the two adjacent characters alone, if possible.
enum LetterPairs {
  /// The decision for a place.
  enum Answer {
    case `break`
    case keep
    case unknown
  }

  /// Whether browsers break between two characters, neither of them white space or a terminator.
  static func answer(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ last: UInt16, _ next: UInt16
  ) -> Answer {
    if last < LatinPairs.first || next < LatinPairs.first { return .keep }
    if last == minus { return afterMinus(text, place, next) }
    if last <= LatinPairs.last, next <= LatinPairs.last {
      return LatinPairs.breaks(between: last, and: next) ? .break : .keep
    }
    let lastKind = kind(last)
    let nextKind = kind(next)
    if lastKind == .mark || nextKind == .mark {
      return besideMark(text, place, lastKind, nextKind)
    }
    if lastKind == .letter && joinsLetterBefore(nextKind) { return .keep }
    if nextKind == .letter && joinsLetterAfter(lastKind) { return .keep }
    return HyphenRules.answer(text, place, last) ?? .unknown
  }

  /// Whether a unit is a letter (UAX 14, AL and HL).
  static func isLetter(_ unit: UInt16) -> Bool { kind(unit) == .letter }

  /// Decides a place after a hyphen. A hyphen before a digit may be a minus sign, unless it follows
  /// a letter or digit.
  private static func afterMinus(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ next: UInt16
  ) -> Answer {
    guard next < 0x80 else {
      return HyphenRules.answer(text, place, minus) ?? .unknown
    }
    guard isDigit(next) else {
      return LatinPairs.breaks(between: minus, and: next) ? .break : .keep
    }
    guard place >= 2, text[place - 2] < 0x80 else { return .keep }
    return isDigit(text[place - 2]) || isASCIILetter(text[place - 2]) ? .break : .keep
  }

  /// Whether only letters and their marks are on both sides of a place, by kinds that the caller
  /// holds, to avoid a lookup for every pair.
  @inline(__always)
  static func areLetters(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ last: UInt16, _ next: UInt16,
    _ kinds: UnsafeBufferPointer<Kind>
  ) -> Bool {
    guard last < kinds.count, next < kinds.count else { return false }
    let nextKind = kinds[Int(next)]
    let lastKind = kinds[Int(last)]
    // Only a letter after marks scans back over them, so each mark is scanned once.
    if nextKind == .mark { return lastKind == .letter || lastKind == .mark }
    guard nextKind == .letter else { return false }
    return lastKind == .letter || (lastKind == .mark && endsLetter(text, place - 1))
  }

  /// Whether a place is inside text whose words need a dictionary.
  @inline(__always)
  static func areComplex(
    _ last: UInt16, _ next: UInt16, _ kinds: UnsafeBufferPointer<Kind>
  ) -> Bool {
    last < kinds.count && next < kinds.count && kinds[Int(last)] == .complex
      && kinds[Int(next)] == .complex
  }

  /// Whether a unit is of a script whose words need a dictionary.
  static func isComplex(_ unit: UInt16) -> Bool { kind(unit) == .complex }

  /// Whether a unit is a letter, or a mark on a letter, which acts like it.
  static func endsLetter(_ text: UnsafeBufferPointer<UInt16>, _ unit: Int) -> Bool {
    var unit = unit
    while unit > 0, kind(text[unit]) == .mark { unit -= 1 }
    return kind(text[unit]) == .letter
  }

  /// Marks attach to their base and act like it (UAX 14, LB9).
  private static func besideMark(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ last: Kind, _ next: Kind
  ) -> Answer {
    if next == .mark { return last == .mark || last == .letter ? .keep : .unknown }
    return joinsLetterBefore(next) && endsLetter(text, place - 1) ? .keep : .unknown
  }

  private static func joinsLetterBefore(_ kind: Kind) -> Bool {
    kind != .other && kind != .opening && kind != .complex
  }

  private static func joinsLetterAfter(_ kind: Kind) -> Bool {
    kind != .other && kind != .closing && kind != .complex
  }

  /// The behaviour of a character next to letters.
  enum Kind: UInt8 {
    case other
    case letter
    case mark
    /// Joins letters on both sides.
    case joining
    /// Joins letters that follow.
    case opening
    /// Joins letters that precede.
    case closing
    /// A letter or mark of a script whose words need a dictionary.
    case complex
  }

  private static func kind(_ unit: UInt16) -> Kind {
    if Int(unit) < kinds.count { return kinds[Int(unit)] }
    return unit >> 8 == 0x20 ? punctuationKind(unit) : .other
  }

  private static func punctuationKind(_ unit: UInt16) -> Kind {
    switch unit {
    case 0x2013, 0x2026: .closing  // – …
    default: .other
    }
  }

  /// The kinds for Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic, the scripts of India, Thai and
  /// Lao.
  static let kinds: [Kind] = (0..<UInt32(0x1000)).map { value in
    if value < 0x80 { return asciiKind(UInt16(value)) }
    return switch LineClass(of: value) {
    case .alphabetic, .hebrewLetter: .letter
    case .combiningMark: .mark
    case .infix: .joining
    case .breakAfter, .exclamation: .closing
    case .complexContext: .complex
    default: .other
    }
  }

  private static func asciiKind(_ unit: UInt16) -> Kind {
    if isASCIILetter(unit) { return .letter }
    if isDigit(unit) { return .joining }
    return switch UInt8(unit) {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: "."),
      UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "]"):
      .joining
    case UInt8(ascii: "!"), UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: "}"),
      UInt8(ascii: "-"), UInt8(ascii: "|"):
      .closing
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): .opening
    default: .other
    }
  }

  /// The ASCII hyphen, which may be a minus sign.
  static let minus: UInt16 = 0x2D

  private static func isDigit(_ unit: UInt16) -> Bool { unit >= 0x30 && unit <= 0x39 }

  private static func isASCIILetter(_ unit: UInt16) -> Bool {
    unit | 0x20 >= 0x61 && unit | 0x20 <= 0x7A
  }
}

/// Rules for hyphens from Unicode 15.1 and 16, which browsers have and ICU 72 does not.
enum HyphenRules {
  /// Decides a place after a hyphen or similar character; `nil` if these rules do not apply.
  static func answer(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ last: UInt16
  ) -> LetterPairs.Answer? {
    let before = place >= 2 ? text[place - 2] : nil
    if let before, isHebrew(before) { return afterHebrew(text, place, last) }
    // LB20a: a hyphen that starts a word stays with it.
    guard last == hyphen || last == enDash, isAlphabetic(text, place) else { return nil }
    return before.map(precedesWord) ?? true ? .keep : nil
  }

  /// LB21a: a hyphen after a Hebrew letter joins the next character, unless that is Hebrew.
  ///
  /// Other break-after characters, for example soft hyphens and fixed-width spaces, join nothing.
  private static func afterHebrew(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ last: UInt16
  ) -> LetterPairs.Answer? {
    guard isHyphen(last) || LineClass(of: UInt32(last)) == .breakAfter else { return nil }
    if isHebrew(text[place]) { return .break }
    return !isHyphen(last) && isAlphabetic(text, place) ? .break : nil
  }

  private static let hyphen: UInt16 = 0x2010
  private static let enDash: UInt16 = 0x2013

  private static func isHyphen(_ unit: UInt16) -> Bool {
    unit == 0x2D || unit == hyphen || unit == enDash || unit == 0x05BE
  }

  private static func isAlphabetic(_ text: UnsafeBufferPointer<UInt16>, _ place: Int) -> Bool {
    guard let value = text.scalarValue(at: place) else { return false }
    let lineClass = LineClass(of: value)
    return lineClass == .alphabetic || lineClass == .hebrewLetter
  }

  private static func isHebrew(_ unit: UInt16) -> Bool { unit >= 0x05D0 && unit <= 0x05F2 }

  /// Whether a unit is white space, a terminator, or a character that joins on both sides.
  private static func precedesWord(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0xA0, 0x200B, 0x202F, 0x2060: true
    default: LineTerminator.isOne(unit)
    }
  }
}

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
