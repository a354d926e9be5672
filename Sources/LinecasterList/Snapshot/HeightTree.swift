/// Heights and their sums in one array: a block of rows of a `RowGeometry`, or its blocks' totals.
///
/// A Fenwick tree (P. M. Fenwick, 1994): the sum of entry i, counted from 1, is that of the last
/// i & −i heights up to its own. Lengths are layout points.
struct HeightTree: Sendable {
  /// A row, or a block of rows.
  struct Entry: Sendable {
    /// The height; negative, also where it is 0, if it is an estimate.
    var signedHeight: Double
    /// The sum of the last heights up to this one; what counts is said by the index.
    var sum = 0.0

    /// Makes a height without sum; what is not a number above 0 counts as 0.
    init(_ height: Double, isMeasured: Bool) {
      let height = height.isFinite ? max(0, height) : 0
      signedHeight = isMeasured ? height.magnitude : -height.magnitude
    }

    var height: Double { signedHeight.magnitude }
    var isMeasured: Bool { signedHeight.sign == .plus }

    /// The same height as an estimate.
    var estimated: Entry { Entry(height, isMeasured: false) }
  }

  private(set) var entries: [Entry]
  /// The number of heights that are no estimates.
  private(set) var measuredCount: Int

  /// Sums up heights; sums that the entries hold are not looked at.
  ///
  /// - Complexity: O(n).
  init(_ entries: [Entry]) {
    self.entries = entries
    measuredCount = 0
    sumUp()
  }

  private mutating func sumUp() {
    var measured = 0
    var span = entries.mutableSpan
    for index in span.indices {
      span[index].sum = span[index].height
      measured += span[index].isMeasured ? 1 : 0
    }
    for index in span.indices {
      let parent = index | (index + 1)
      if parent < span.count { span[parent].sum += span[index].sum }
    }
    measuredCount = measured
  }

  /// The sum of all heights.
  var total: Double { sum(ofFirst: entries.count, after: 0) }

  /// The largest power of two that is no more than the number of entries.
  private var topStep: Int {
    entries.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - entries.count.leadingZeroBitCount)
  }

  /// Adds the first `count` heights to a sum.
  ///
  /// - Complexity: O(log n).
  func sum(ofFirst count: Int, after start: Double) -> Double {
    // From the largest part to the smallest, as `count(within:)` adds, so that both find one sum.
    var index = 0
    var sum = start
    var step = topStep
    while step > 0 {
      if count & step != 0 {
        index += step
        sum += entries[index - 1].sum
      }
      step /= 2
    }
    return sum
  }

  /// How many of the first heights can be added to `sum` without going beyond `limit`; adds them.
  ///
  /// - Complexity: O(log n).
  func count(within limit: Double, adding sum: inout Double) -> Int {
    var count = 0
    var step = topStep
    while step > 0 {
      if count + step <= entries.count {
        let next = sum + entries[count + step - 1].sum
        if next <= limit {
          count += step
          sum = next
        }
      }
      step /= 2
    }
    return count
  }

  /// Corrects a height.
  ///
  /// Sums are added again, not changed by a difference: corrections leave no rounding errors
  /// behind, and the tree is the one that the heights alone give.
  ///
  /// - Complexity: O(log² n).
  mutating func setHeight(_ height: Double, at index: Int, isMeasured: Bool) {
    if entries[index].isMeasured { measuredCount -= 1 }
    if isMeasured { measuredCount += 1 }
    entries[index].signedHeight = Entry(height, isMeasured: isMeasured).signedHeight
    var end = index + 1
    while end <= entries.count {
      entries[end - 1].sum = sum(endingAt: end)
      end += end & -end
    }
  }

  /// What an entry holds, added in the order of `init(_:)`.
  private func sum(endingAt end: Int) -> Double {
    var sum = entries[end - 1].height
    var step = (end & -end) / 2
    while step > 0 {
      sum += entries[end - 1 - step].sum
      step /= 2
    }
    return sum
  }
}
