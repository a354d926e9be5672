/// The set of scalars a face has glyphs for, as bitmaps of 256 scalars a page.
///
/// A question costs two array reads; a face that covers all of Chinese takes about 8 KB.
struct Coverage: Sendable {
  /// For each page of 256 scalars, where its four words start in `words`; 0 is the empty page.
  private var pages: [UInt16] = []
  private var words: [UInt64] = [0, 0, 0, 0]

  /// Makes the set from closed ranges of scalar values; values above U+10FFFF are dropped.
  ///
  /// - Complexity: O(ranges + scalars ÷ 64).
  init(ranges: [ClosedRange<UInt32>]) {
    for range in ranges where range.lowerBound <= Self.last {
      var first = range.lowerBound
      let end = min(range.upperBound, Self.last)
      while first <= end {
        let last = min(first | 63, end)
        insert(first...last)
        first = last + 1
      }
    }
  }

  /// The last scalar value of Unicode.
  private static let last: UInt32 = 0x10FFFF

  /// Inserts scalars that share a word.
  private mutating func insert(_ range: ClosedRange<UInt32>) {
    let page = Int(range.lowerBound >> 8)
    if page >= pages.count {
      pages.append(contentsOf: repeatElement(0, count: page + 1 - pages.count))
    }
    if pages[page] == 0 {
      pages[page] = UInt16(words.count / 4)
      words.append(contentsOf: [0, 0, 0, 0])
    }
    let bits = UInt64.max >> UInt64(63 - (range.upperBound - range.lowerBound))
    words[Int(pages[page]) * 4 + Int(range.lowerBound >> 6 & 3)] |=
      bits << UInt64(range.lowerBound & 63)
  }

  /// Whether the scalar with this value is in the set.
  ///
  /// - Complexity: O(1).
  func contains(_ scalar: UInt32) -> Bool {
    let page = Int(scalar >> 8)
    guard page < pages.count else { return false }
    return words[Int(pages[page]) * 4 + Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 != 0
  }
}
