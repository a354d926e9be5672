import LinecasterBase

/// Characters that combine with the one before them (general category M).
///
/// Line breaking keeps them with it (UAX 14, LB9), also those that are graphemes of their own: some
/// vowel signs of Burmese and Tai Tham. Without their letter, fonts draw them on a dotted circle,
/// and a stacker without the letter after it too.
enum CombiningMark {
  /// Whether the character at a unit of a text combines with the one before it: it is a mark, or
  /// follows a stacker.
  static func isTied(at unit: Int, in text: UnsafeBufferPointer<UInt16>) -> Bool {
    stands(at: unit, in: text) || isStacked(at: unit, in: text)
  }

  private static func stands(at unit: Int, in text: UnsafeBufferPointer<UInt16>) -> Bool {
    let first = text[unit]
    guard first >= 0x300 else { return false }
    guard UTF16.isLeadSurrogate(first), unit + 1 < text.count else {
      return UnicodeAnalyzer.isMark(UInt32(first))
    }
    let low = UInt32(text[unit + 1]) & 0x3FF
    return UnicodeAnalyzer.isMark(0x10000 + (UInt32(first) & 0x3FF) << 10 + low)
  }

  private static func isStacked(at unit: Int, in text: UnsafeBufferPointer<UInt16>) -> Bool {
    // The first stacker is U+1039.
    guard unit > 0, text[unit - 1] >= 0x1039 else { return false }
    let value = text.scalarValue(at: unit - 1) ?? (unit > 1 ? text.scalarValue(at: unit - 2) : nil)
    return value.map(UnicodeAnalyzer.isStacker) ?? false
  }
}

extension ParagraphView {
  /// Whether text may be cut before a unit, at boundaries of a kind.
  ///
  /// Graphemes are not all cuts: no line starts with a combining mark, or ends with a stacker.
  func isCut(_ unit: Int, at kind: BoundaryFlags) -> Bool {
    guard boundaries[unit].contains(kind) else { return false }
    return kind != .grapheme || unit == count || !CombiningMark.isTied(at: unit, in: text)
  }

  /// Whether a line may end before a unit, at boundaries of a kind: as in browsers, no line starts
  /// with a soft hyphen.
  func mayEnd(before unit: Int, at kind: BoundaryFlags) -> Bool {
    isCut(unit, at: kind)
      && (kind != .grapheme || unit == count || text[unit] != BoundaryFlags.softHyphen)
  }
}
