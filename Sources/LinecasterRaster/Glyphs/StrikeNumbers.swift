/// Small numbers for the strikes a table knows; a number is never given to another strike.
struct StrikeNumbers {
  /// Keys of glyphs have 20 bits for the number.
  private static let limit: UInt32 = 1 << 20

  private var numbers: [GlyphStrike: UInt32] = [:]
  private var last: (strike: GlyphStrike, number: UInt32)?

  /// The number of a strike, from 1; 0 if all are used up.
  mutating func number(of strike: GlyphStrike) -> UInt32 {
    if let last, last.strike == strike { return last.number }
    let number = numbers[strike] ?? next
    if number > 0 { numbers[strike] = number }
    last = (strike, number)
    return number
  }

  /// Whether a table that lives on could run out of numbers while it is used.
  var isNearlyUsedUp: Bool { numbers.count > 1 << 14 }

  private var next: UInt32 {
    let number = UInt32(numbers.count) + 1
    return number < Self.limit ? number : 0
  }
}
