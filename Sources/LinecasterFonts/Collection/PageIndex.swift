/// For each page of 256 scalars, which families of a collection have a glyph for something there.
///
/// Takes four bytes a family and page, and 17 KB.
struct PageIndex: Sendable {
  /// Where the families of a page start in `families`; one entry more than there are pages.
  private let starts: [UInt32]
  private let families: [UInt32]

  /// Makes the index; `coverages` has those of each family's faces.
  ///
  /// - Complexity: O(pages of all coverages).
  init(_ coverages: [[Coverage]]) {
    var counts = [UInt32](repeating: 0, count: CoverageBuilder.pageCount + 1)
    let pages = coverages.map(Self.pages)
    for page in pages.joined() { counts[page + 1] += 1 }
    for page in 0..<CoverageBuilder.pageCount { counts[page + 1] += counts[page] }
    var next = counts
    var families = [UInt32](repeating: 0, count: Int(counts[CoverageBuilder.pageCount]))
    for (family, pages) in pages.enumerated() {
      for page in pages {
        families[Int(next[page])] = UInt32(family)
        next[page] += 1
      }
    }
    starts = counts
    self.families = families
  }

  /// The families that have something on the page of a scalar, in order.
  ///
  /// - Complexity: O(1).
  func families(near value: UInt32) -> ArraySlice<UInt32> {
    let page = Int(value >> 8)
    guard page < CoverageBuilder.pageCount else { return [] }
    return families[Int(starts[page])..<Int(starts[page + 1])]
  }

  /// The bytes that the index takes.
  var byteCount: Int { (starts.count + families.count) * MemoryLayout<UInt32>.stride }

  /// The pages of a family's faces, each once; faces that share a coverage are looked at once.
  private static func pages(_ coverages: [Coverage]) -> [Int] {
    guard let first = coverages.first else { return [] }
    let others = coverages.dropFirst().filter { $0 !== first }
    if others.isEmpty { return Array(first.occupiedPages) }
    var isOccupied = [Bool](repeating: false, count: CoverageBuilder.pageCount)
    for page in first.occupiedPages { isOccupied[page] = true }
    for coverage in others {
      for page in coverage.occupiedPages { isOccupied[page] = true }
    }
    return isOccupied.indices.filter { isOccupied[$0] }
  }
}
