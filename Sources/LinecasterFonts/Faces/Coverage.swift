import LinecasterBase

/// The set of scalars that a face has glyphs for, as bitmaps of 256 scalars per page.
///
/// A lookup takes two array reads; a face that covers all of Chinese takes about 8 KB.
final class Coverage: Sendable {
  /// The start of each page's four words in `words`, divided by four; 0 is the empty page.
  let pages: [UInt16]
  let words: [UInt64]

  /// Creates the set from closed ranges of scalar values; values above U+10FFFF are dropped.
  ///
  /// - Complexity: O(ranges + scalars ÷ 64).
  convenience init(ranges: [ClosedRange<UInt32>]) {
    var builder = CoverageBuilder()
    for range in ranges { builder.insert(range) }
    self.init(builder)
  }

  init(_ builder: CoverageBuilder) {
    pages = builder.pages
    words = builder.words
  }

  /// Whether the scalar with this value is in the set.
  ///
  /// - Complexity: O(1).
  func contains(_ scalar: UInt32) -> Bool {
    let page = Int(scalar >> 8)
    guard page < pages.count else { return false }
    return words[Int(pages[page]) * 4 + Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 != 0
  }

  /// The non-empty pages, in order.
  var occupiedPages: some Sequence<Int> {
    pages.indices.lazy.filter { self.pages[$0] != 0 }
  }

  /// Returns the four words of a page.
  func words(ofPage page: Int) -> ArraySlice<UInt64> {
    words[Int(pages[page]) * 4..<Int(pages[page]) * 4 + 4]
  }

  /// Whether no scalar is in the set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of scalars in the set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}

/// Builds a coverage from scalars.
struct CoverageBuilder {
  private(set) var pages: [UInt16] = []
  private(set) var words: [UInt64] = [0, 0, 0, 0]

  /// The number of pages of Unicode.
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

  /// Returns the start of a page's words, adding the page if necessary.
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
