/// Small numbers for the strikes a table knows; a number is never given to another strike.
struct StrikeNumbers {
  /// Keys of glyphs have 20 bits for the number.
  private static let limit: UInt32 = 1 << 20

  private var numbers: [GlyphStrike: UInt32] = [:]
  /// The first strikes in the order of their numbers, which are found without hashing.
  private var first: [GlyphStrike] = []
  /// As many as are looked through faster than a hash is made.
  private static let firstCount = 12

  /// The number of a strike, from 1; 0 if all are used up.
  mutating func number(of strike: GlyphStrike) -> UInt32 {
    for index in first.indices where first[index] == strike { return UInt32(index + 1) }
    if let known = numbers[strike] { return known }
    let number = next
    if number > 0 { numbers[strike] = number }
    if first.count < Self.firstCount { first.append(strike) }
    return number
  }

  /// Whether a table that lives on could run out of numbers while it is used.
  var isNearlyUsedUp: Bool { numbers.count > 1 << 14 }

  private var next: UInt32 {
    let number = UInt32(numbers.count) + 1
    return number < Self.limit ? number : 0
  }
}
