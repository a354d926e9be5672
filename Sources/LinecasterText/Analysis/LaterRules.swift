/// Rules of Unicode 15.1 and 16 about hyphens, which browsers have and ICU 72 does not.
enum LaterRules {
  /// Whether a line may end after a hyphen or the like; nil where these rules say nothing.
  static func answer(
    _ text: UnsafeBufferPointer<UInt16>, _ place: Int, _ last: UInt16
  ) -> LetterPairs.Answer? {
    let before = place >= 2 ? text[place - 2] : nil
    if let before, isHebrew(before) { return afterHebrew(text, place, last) }
    // LB20a: a hyphen that starts a word stays with it.
    guard last == hyphen || last == enDash, isAlphabetic(text, place) else { return nil }
    return before.map(precedesWord) ?? true ? .keep : nil
  }

  /// LB21a: a hyphen after a Hebrew letter joins what follows, but not another Hebrew letter.
  ///
  /// Other characters that break after, such as soft hyphens and spaces of fixed width, join
  /// nothing.
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

  /// White space, terminators, and what joins on both sides.
  private static func precedesWord(_ unit: UInt16) -> Bool {
    switch unit {
    case 0x20, 0x09, 0xA0, 0x200B, 0x202F, 0x2060: true
    default: LineTerminator.isOne(unit)
    }
  }
}
