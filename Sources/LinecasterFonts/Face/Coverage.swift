/// The set of scalars a face has glyphs for, as bitmaps of 256 scalars a page.
///
/// A question costs two array reads; a face that covers all of Chinese takes about 8 KB.
final class Coverage: Sendable {
  /// For each page of 256 scalars, where its four words start in `words`, divided by four; 0 is
  /// the empty page.
  let pages: [UInt16]
  let words: [UInt64]

  /// Makes the set from closed ranges of scalar values; values above U+10FFFF are dropped.
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

  /// The pages that have a scalar of the set, in order.
  var occupiedPages: some Sequence<Int> {
    pages.indices.lazy.filter { self.pages[$0] != 0 }
  }

  /// The four words of a page.
  func words(ofPage page: Int) -> ArraySlice<UInt64> {
    words[Int(pages[page]) * 4..<Int(pages[page]) * 4 + 4]
  }

  /// Whether no scalar is in the set.
  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The number of scalars in the set.
  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }
}
