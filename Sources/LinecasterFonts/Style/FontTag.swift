/// The four-letter name of a feature, an axis, a table or a script in OpenType.
public struct FontTag: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The letters as one big-endian number, as fonts store them.
  public let rawValue: UInt32

  /// Makes a tag from its number.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Makes a tag from up to four printable ASCII characters, filled up with spaces.
  ///
  /// The result is nil for the empty name, for longer ones and for other characters.
  public init?(_ name: some StringProtocol) {
    let letters = Array(name.utf8)
    guard 1...4 ~= letters.count, letters.allSatisfy({ 0x20...0x7E ~= $0 }) else { return nil }
    rawValue = Self.number(letters)
  }

  /// Makes a tag from a literal; what follows its first four characters is left out.
  public init(stringLiteral name: String) {
    rawValue = Self.number(name.utf8.prefix(4).map { 0x20...0x7E ~= $0 ? $0 : 0x20 })
  }

  /// The four characters.
  public var name: String {
    String(
      decoding: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: rawValue >> $0) }, as: UTF8.self)
  }

  private static func number(_ letters: [UInt8]) -> UInt32 {
    (0..<4).reduce(0) { $0 << 8 | UInt32($1 < letters.count ? letters[$1] : 0x20) }
  }
}
