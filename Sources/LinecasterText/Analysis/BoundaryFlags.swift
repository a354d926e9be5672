/// What may happen before a UTF-16 unit, and what the unit is; one byte a unit.
struct BoundaryFlags: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// A line may end here, by the rules the paragraph asks for.
  static let softBreak = BoundaryFlags(rawValue: 1)
  /// A line must end here, since a line terminator stands before.
  static let hardBreak = BoundaryFlags(rawValue: 2)
  /// An extended grapheme cluster starts here (UAX 29).
  static let grapheme = BoundaryFlags(rawValue: 4)
  /// Breaking here changes the glyphs around, or falls inside a cluster of the shaper.
  static let unsafe = BoundaryFlags(rawValue: 8)
  /// The unit takes no room at the end of a line: white space that hangs or vanishes there, and
  /// control codes but for tabs that do not.
  static let space = BoundaryFlags(rawValue: 16)
  /// The unit is a control code, which has no glyph.
  static let control = BoundaryFlags(rawValue: 32)
  /// ICU offers a line opportunity here; only while the text is analyzed, then `eastAsianScript`
  /// has the bit.
  static let offered = BoundaryFlags(rawValue: 64)

  /// The flags of units that take no room at the end of a line.
  static let hanging: BoundaryFlags = [.space]
}
