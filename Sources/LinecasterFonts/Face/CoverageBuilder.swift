/// Collects the scalars of a coverage.
struct CoverageBuilder {
  private(set) var pages: [UInt16] = []
  private(set) var words: [UInt64] = [0, 0, 0, 0]

  /// The pages of Unicode.
  static let pageCount = 0x1100
  /// The last scalar value of Unicode.
  private static let last: UInt32 = 0x10FFFF

  /// Inserts a range; values above U+10FFFF are dropped.
  mutating func insert(_ range: ClosedRange<UInt32>) {
    guard range.lowerBound <= Self.last else { return }
    var first = range.lowerBound
    let end = min(range.upperBound, Self.last)
    while first <= end {
      let last = min(first | 63, end)
      let bits = UInt64.max >> UInt64(63 - (last - first))
      let start = place(ofPage: Int(first >> 8))
      words[start + Int(first >> 6 & 3)] |= bits << UInt64(first & 63)
      first = last + 1
    }
  }

  /// Inserts the four words of a page.
  mutating func insert(page: Int, _ bits: SIMD4<UInt64>) {
    guard page < Self.pageCount, bits != .zero else { return }
    let start = place(ofPage: page)
    for index in 0..<4 { words[start + index] |= bits[index] }
  }

  /// Where the words of a page are, made where they are not there yet.
  private mutating func place(ofPage page: Int) -> Int {
    if page >= pages.count {
      pages.append(contentsOf: repeatElement(0, count: page + 1 - pages.count))
    }
    if pages[page] == 0 {
      pages[page] = UInt16(words.count / 4)
      words.append(contentsOf: [0, 0, 0, 0])
    }
    return Int(pages[page]) * 4
  }
}
