/// A paragraph in the sense of UAX 9: text up to and with a paragraph separator.
struct BidiParagraph: Hashable, Sendable {
  /// The UTF-16 offset after its last unit.
  let end: Int
  /// The paragraph embedding level: even is left to right, odd right to left.
  let level: UInt8
}

extension BidiParagraph {
  /// A list of the only paragraph of a text of any length.
  static func single(level: UInt8) -> [BidiParagraph] {
    level == 0 ? leftToRight : rightToLeft
  }

  private static let leftToRight = [BidiParagraph(end: .max, level: 0)]
  private static let rightToLeft = [BidiParagraph(end: .max, level: 1)]
}
