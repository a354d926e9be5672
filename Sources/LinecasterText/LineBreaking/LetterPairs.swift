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
