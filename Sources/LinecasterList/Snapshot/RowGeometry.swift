/// Where rows are: heights that can be asked for sums, and corrected, in logarithmic time.
///
/// A Fenwick tree (P. M. Fenwick, 1994): entry i holds the sum of the heights of the last
/// i & −i rows up to row i, counted from 1. Lengths are layout points.
public struct RowGeometry: Sendable {
  private var tree: [Double]
  private var heights: [Double]
  /// The largest power of two that is no more than the number of rows.
  private let topStep: Int

  /// Makes the geometry of rows from their heights; those that are not numbers above 0 count as 0.
  ///
  /// - Complexity: O(rows).
  public init(heights: [Double]) {
    self.heights = heights.map { $0.isFinite ? max(0, $0) : 0 }
    topStep = heights.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - heights.count.leadingZeroBitCount)
    tree = [0] + self.heights
    for index in tree.indices.dropFirst() {
      let parent = index + index & -index
      if parent < tree.count { tree[parent] += tree[index] }
    }
  }

  /// The number of rows.
  public var count: Int { heights.count }

  /// The sum of all heights.
  public var totalHeight: Double { offset(ofRow: count) }

  /// The height of a row; 0 for rows that are not there.
  public func height(ofRow row: Int) -> Double {
    heights.indices.contains(row) ? heights[row] : 0
  }

  /// The distance from the top of the list to the top of a row; row `count` is the end.
  ///
  /// - Complexity: O(log rows).
  public func offset(ofRow row: Int) -> Double {
    // From the largest part to the smallest, as `row(at:)` adds, so that both find one sum.
    let end = min(max(row, 0), count)
    var index = 0
    var sum = 0.0
    var step = topStep
    while step > 0 {
      if end & step != 0 {
        index += step
        sum += tree[index]
      }
      step /= 2
    }
    return sum
  }

  /// The row that is at a distance from the top of the list; nil above the first and below the
  /// last.
  ///
  /// Of rows without height the first that reaches beyond the distance is found.
  ///
  /// - Complexity: O(log rows).
  public func row(at offset: Double) -> Int? {
    guard offset >= 0, offset < totalHeight else { return nil }
    var row = 0
    var sum = 0.0
    var step = topStep
    while step > 0 {
      if row + step <= count, sum + tree[row + step] <= offset {
        row += step
        sum += tree[row]
      }
      step /= 2
    }
    return min(row, count - 1)
  }

  /// The rows that are at least partly within a stretch of the list, and those without height
  /// between them.
  ///
  /// - Complexity: O(log rows).
  public func rows(in offsets: Range<Double>) -> Range<Int> {
    let end = min(offsets.upperBound, totalHeight)
    guard !offsets.isEmpty, let first = row(at: max(0, offsets.lowerBound)),
      let last = row(at: end.nextDown)
    else { return 0..<0 }
    return first..<max(first, last) + 1
  }

  /// Corrects the height of a row; nothing happens for rows that are not there.
  ///
  /// Sums are added anew, not changed by a difference: corrections leave no rounding errors behind,
  /// and the geometry is the one that the heights alone give.
  ///
  /// - Complexity: O(log² rows).
  public mutating func setHeight(_ height: Double, ofRow row: Int) {
    guard heights.indices.contains(row) else { return }
    heights[row] = height.isFinite ? max(0, height) : 0
    var index = row + 1
    while index < tree.count {
      tree[index] = sum(at: index)
      index += index & -index
    }
  }

  /// What an entry of the tree holds, added in the order of `init(heights:)`.
  private func sum(at index: Int) -> Double {
    var sum = heights[index - 1]
    var step = (index & -index) / 2
    while step > 0 {
      sum += tree[index - step]
      step /= 2
    }
    return sum
  }
}
