/// Quotation marks among East Asian characters, which open and close as brackets do.
///
/// The rules of Unicode 15 keep a mark with both its neighbours, since it may be either; those of
/// Unicode 16 (LB19a), which browsers follow, look whether the neighbours are East Asian.
enum EastAsianQuotes {
  /// Part of a text with brackets for those marks; nil where it has none.
  static func bracketed(
    _ text: UnsafeBufferPointer<UInt16>, in range: Range<Int>
  ) -> [UInt16]? {
    var bracketed: [UInt16]?
    for unit in range {
      guard let bracket = bracket(for: text[unit]), isAmongEastAsian(text, unit) else { continue }
      if bracketed == nil { bracketed = Array(text[range]) }
      bracketed?[unit - range.lowerBound] = bracket
    }
    return bracketed
  }

  private static func bracket(for unit: UInt16) -> UInt16? {
    switch unit {
    case 0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039: 0x300C
    case 0xBB, 0x2019, 0x201D, 0x203A: 0x300D
    default: nil
    }
  }

  private static func isAmongEastAsian(_ text: UnsafeBufferPointer<UInt16>, _ unit: Int) -> Bool {
    guard unit > 0, unit + 1 < text.count else { return false }
    let before = text.scalarValue(at: unit - 1) ?? text.scalarValue(at: max(0, unit - 2))
    guard let before, let after = text.scalarValue(at: unit + 1) else { return false }
    return UnicodeAnalyzer.isEastAsian(before) && UnicodeAnalyzer.isEastAsian(after)
  }
}
