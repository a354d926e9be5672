/// Rules about hyphens that browsers have and ICU 72 does not: those of Unicode 15.1 and 16.
enum Hyphens {
  /// The hyphen of ASCII, which may be a minus sign.
  static let minus: UInt16 = 0x2D

  /// Whether a line may end after a hyphen; nil for what is none, or not up to these rules.
  static func answer(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ last: UInt16, _ next: UInt16
  ) -> LetterPairs.Answer? {
    guard isHyphen(last) else { return nil }
    let before = place >= 2 ? text[place - 2] : nil
    // LB21a: Hebrew words part after a hyphen between them.
    if isHebrew(next), let before, isHebrew(before) { return .break }
    // LB20a: a hyphen that starts a word stays with it.
    guard last != minus, last != maqaf, isAlphabetic(text, place) else { return nil }
    return before.map(precedesWord) ?? true ? .keep : nil
  }

  private static let maqaf: UInt16 = 0x05BE

  private static func isHyphen(_ unit: UInt16) -> Bool {
    unit == minus || unit == 0x2010 || unit == 0x2013 || unit == maqaf
  }

  private static func isAlphabetic(_ text: UnsafeBufferPointer<UInt16>, _ place: Int) -> Bool {
    guard let value = text.scalarValue(at: place) else { return false }
    let lineClass = LineClass(of: value)
    return lineClass == .alphabetic || lineClass == .hebrewLetter
  }

  private static func isHebrew(_ unit: UInt16) -> Bool { unit >= 0x05D0 && unit <= 0x05F2 }

  /// White space, terminators, and what joins on both sides.
  private static func precedesWord(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0xA0, 0x200B, 0x202F, 0x2060: true
    default: LineTerminator.isOne(unit)
    }
  }
}
