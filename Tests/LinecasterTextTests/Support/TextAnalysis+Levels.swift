@testable import LinecasterText

extension TextAnalysis {
  /// The embedding level of each unit as an array, which outlives the analysis; empty if all are 0.
  var levelList: [UInt8] { withExtendedLifetime(self) { Array(levels) } }
}

extension UnicodeAnalyzer {
  /// The levels of text and of its first paragraph, by the whole algorithm.
  func levels(
    _ text: [UInt16], direction: BaseDirection
  ) -> (levels: [UInt8], paragraph: UInt8)? {
    var levels = [UInt8](repeating: 0, count: text.count)
    let paragraphs = levels.withUnsafeMutableBufferPointer { levels in
      text.withUnsafeBufferPointer { findLevels($0, direction: direction, into: levels) }
    }
    return paragraphs.map { (levels, $0[0].level) }
  }

  /// Marks the line break opportunities in a stretch of a text.
  func offerLineBreaks(
    _ text: UnsafeBufferPointer<UInt16>, in range: Range<Int>, by rules: LineRules,
    opensQuotes: Bool, into flags: UnsafeMutableBufferPointer<UInt8>
  ) {
    guard let flags = flags.baseAddress.map({ $0 + range.lowerBound }) else { return }
    let quotes = opensQuotes ? EastAsianQuotes.bracketed(text, in: range) : nil
    (quotes ?? Array(text[range])).withUnsafeBufferPointer {
      offerLineBreaks($0, by: rules, into: flags)
    }
  }
}
