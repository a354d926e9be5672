import LinecasterBase

/// The heights and positions of rows, which can be queried and corrected in logarithmic time.
///
/// Rows are grouped in blocks with their own sums, and a tree holds the sums of the blocks. Copies
/// share blocks: correcting a height of a shared geometry copies one block and the table of blocks,
/// not the whole list. Lengths are in layout points.
public struct RowGeometry: Sendable {
  /// The number of rows in a block; only the last may have fewer.
  static let blockSize = 512

  private(set) var blocks: [HeightTree]
  private var totals: HeightTree

  /// The number of rows.
  let count: Int
  /// The number of rows whose heights are not estimates.
  public private(set) var measuredCount: Int

  /// Creates the geometry of rows from their heights, which count as measured. Heights that are not
  /// finite and above 0 count as 0.
  ///
  /// - Complexity: O(rows).
  public init(heights: [Double]) {
    var builder = RowGeometryBuilder()
    for height in heights { builder.append(height: height, isMeasured: true) }
    self = builder.finish()
  }

  /// Creates the geometry of at most `Int32.max` rows with one estimated height.
  ///
  /// - Complexity: O(rows / 512): full blocks are shared.
  public init(estimate: Double, count: Int) {
    var builder = RowGeometryBuilder()
    builder.append(estimate: estimate, count: min(count, Int(Int32.max)))
    self = builder.finish()
  }

  /// Creates the geometry of blocks, all but the last one full.
  init(blocks: [HeightTree]) {
    self.blocks = blocks
    totals = HeightTree(blocks.map { HeightTree.Entry($0.total, isMeasured: true) })
    count = max(0, blocks.count - 1) * Self.blockSize + (blocks.last?.entries.count ?? 0)
    measuredCount = blocks.reduce(0) { $0 + $1.measuredCount }
  }

  /// The sum of all heights.
  ///
  /// - Complexity: O(log rows).
  public var totalHeight: Double { offset(ofRow: count) }

  /// Returns the height of a row; 0 if the row is out of range.
  ///
  /// - Complexity: O(1).
  public func height(ofRow row: Int) -> Double { entry(ofRow: row)?.height ?? 0 }

  /// Returns whether the height of a row is not an estimate; false for rows out of range.
  ///
  /// - Complexity: O(1).
  public func isMeasured(_ row: Int) -> Bool { entry(ofRow: row)?.isMeasured ?? false }

  private func entry(ofRow row: Int) -> HeightTree.Entry? {
    guard row >= 0, row < count else { return nil }
    return blocks[row / Self.blockSize].entries[row % Self.blockSize]
  }

  /// Returns the distance from the top of the list to the top of a row; if `row` is the number of
  /// rows, to the end of the list.
  ///
  /// - Complexity: O(log rows).
  public func offset(ofRow row: Int) -> Double {
    let (block, rest) = min(max(row, 0), count).quotientAndRemainder(dividingBy: Self.blockSize)
    let sum = totals.sum(ofFirst: block, after: 0)
    return rest == 0 ? sum : blocks[block].sum(ofFirst: rest, after: sum)
  }

  /// Returns the row at a distance from the top of the list; `nil` above the first row and below
  /// the last one.
  ///
  /// Rows without height are skipped: the result is the first row that reaches beyond the distance.
  ///
  /// - Complexity: O(log rows).
  public func row(at offset: Double) -> Int? {
    guard offset >= 0, offset < totalHeight else { return nil }
    var sum = 0.0
    let block = totals.count(within: offset, adding: &sum)
    guard block < blocks.count else { return count - 1 }
    let rest = blocks[block].count(within: offset, adding: &sum)
    return min(block * Self.blockSize + rest, count - 1)
  }

  /// Returns the rows that are at least partly within a range of offsets, and rows without height
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

  /// Corrects the height of a row; a no-op for rows out of range.
  ///
  /// Rounding errors do not accumulate: the geometry depends only on the current heights.
  ///
  /// - Complexity: O(log² rows), and a copy of the row's block if it is shared.
  public mutating func setHeight(_ height: Double, ofRow row: Int, isMeasured: Bool = true) {
    guard row >= 0, row < count else { return }
    let (block, rest) = row.quotientAndRemainder(dividingBy: Self.blockSize)
    measuredCount -= blocks[block].measuredCount
    blocks[block].setHeight(height.ofRow, at: rest, isMeasured: isMeasured)
    measuredCount += blocks[block].measuredCount
    totals.setHeight(blocks[block].total, at: block, isMeasured: true)
  }

  /// Corrects the heights of many rows, like repeated calls of `setHeight(_:ofRow:isMeasured:)`.
  ///
  /// - Parameter corrections: The corrections, by ascending row.
  /// - Complexity: O(corrections + 512 · blocks with many of them + blocks · log² rows).
  mutating func setHeights(_ corrections: [HeightCorrection]) {
    var rest = corrections[...].drop { $0.row < 0 }
    while let first = rest.first, first.row < count {
      let block = first.row / Self.blockSize
      let end = min(count, (block + 1) * Self.blockSize)
      let part = rest.prefix { $0.row < end }
      setHeights(part, inBlock: block)
      rest = rest[part.endIndex...]
    }
  }

  private mutating func setHeights(
    _ corrections: ArraySlice<HeightCorrection>, inBlock block: Int
  ) {
    // Summing a whole block takes the time of a few corrections.
    guard corrections.count > 8 else {
      for correction in corrections {
        setHeight(
          correction.height, ofRow: correction.row, isMeasured: correction.isMeasured)
      }
      return
    }
    measuredCount -= blocks[block].measuredCount
    blocks[block].setHeights(corrections, from: block * Self.blockSize)
    measuredCount += blocks[block].measuredCount
    totals.setHeight(blocks[block].total, at: block, isMeasured: true)
  }
}

extension Double {
  /// The number as a height: clamped to the limit of lengths, so sums are finite.
  fileprivate var ofRow: Double { isFinite ? Swift.min(self, Limit.length) : 0 }
}

/// A new height of a row, in layout points.
struct HeightCorrection: Hashable, Sendable {
  let row: Int
  var height: Double
  /// Whether the height is not an estimate.
  var isMeasured = true
}

extension RowGeometry {
  /// Returns the first row at or after `row` whose height is an estimate, or `nil`.
  ///
  /// - Complexity: O(rows / 512 + 512): measured blocks are skipped.
  func firstEstimate(from row: Int) -> Int? {
    var row = max(0, row)
    while row < count {
      let block = blocks[row / Self.blockSize]
      let start = row - row % Self.blockSize
      if block.measuredCount < block.entries.count,
        let found = block.entries[(row - start)...].firstIndex(where: { !$0.isMeasured })
      {
        return start + found
      }
      row = start + Self.blockSize
    }
    return nil
  }

  /// Returns the last row before `end` whose height is an estimate, or `nil`.
  ///
  /// - Complexity: O(rows / 512 + 512): measured blocks are skipped.
  func lastEstimate(before end: Int) -> Int? {
    var end = min(end, count)
    while end > 0 {
      let block = blocks[(end - 1) / Self.blockSize]
      let start = (end - 1) - (end - 1) % Self.blockSize
      if block.measuredCount < block.entries.count,
        let found = block.entries[..<(end - start)].lastIndex(where: { !$0.isMeasured })
      {
        return start + found
      }
      end = start
    }
    return nil
  }
}

/// Makes a `RowGeometry` row by row, or by whole ranges of known or estimated rows.
struct RowGeometryBuilder {
  private var blocks: [HeightTree] = []
  /// The heights of the rows after the last block.
  private var open: [HeightTree.Entry] = []
  /// A full block of rows with one estimate, shared by all such blocks.
  private var uniform: (estimate: Double, block: HeightTree)?

  /// The number of rows so far.
  var count: Int { blocks.count * RowGeometry.blockSize + open.count }

  private var openSpace: Int { RowGeometry.blockSize - open.count }

  /// Appends a row.
  mutating func append(height: Double, isMeasured: Bool) {
    append(CollectionOfOne(HeightTree.Entry(height.ofRow, isMeasured: isMeasured)))
  }

  /// Appends rows with one estimated height.
  ///
  /// - Complexity: O(rows / 512 + 512).
  mutating func append(estimate: Double, count: Int) {
    let estimate = estimate.ofRow
    var rest = count
    while rest > 0 {
      if open.isEmpty, rest >= RowGeometry.blockSize {
        blocks.append(uniformBlock(estimate))
        rest -= RowGeometry.blockSize
      } else {
        let part = min(rest, openSpace)
        append(repeatElement(HeightTree.Entry(estimate, isMeasured: false), count: part))
        rest -= part
      }
    }
  }

  /// Appends rows of another geometry.
  ///
  /// - Parameters:
  ///   - rows: The rows, all of them in range.
  ///   - geometry: The geometry with their heights.
  ///   - keepsMeasurements: Whether measured heights stay measured instead of becoming estimates.
  ///   - estimate: The estimate for rows without height, if measurements are not kept.
  /// - Complexity: O(rows); O(rows / 512) if whole blocks can be shared.
  mutating func append(
    _ rows: Range<Int>, of geometry: RowGeometry, keepsMeasurements: Bool, estimate: Double = 0
  ) {
    var next = rows.lowerBound
    while next < rows.upperBound {
      let block = geometry.blocks[next / RowGeometry.blockSize]
      let start = next % RowGeometry.blockSize
      let part = min(rows.upperBound - next, block.entries.count - start, openSpace)
      let entries = block.entries[start..<start + part]
      if part == RowGeometry.blockSize, keepsMeasurements || block.measuredCount == 0 {
        blocks.append(block)
      } else if keepsMeasurements {
        append(entries)
      } else {
        append(entries.lazy.map { $0.estimated(unless0: estimate) })
      }
      next += part
    }
  }

  /// Appends rows that fit into the open block.
  private mutating func append(_ entries: some Collection<HeightTree.Entry>) {
    if open.isEmpty { open.reserveCapacity(RowGeometry.blockSize) }
    open.append(contentsOf: entries)
    if openSpace == 0 { close() }
  }

  private mutating func close() {
    blocks.append(HeightTree(open))
    open = []
  }

  private mutating func uniformBlock(_ estimate: Double) -> HeightTree {
    if let uniform, uniform.estimate == estimate { return uniform.block }
    let entry = HeightTree.Entry(estimate, isMeasured: false)
    let block = HeightTree(Array(repeating: entry, count: RowGeometry.blockSize))
    uniform = (estimate, block)
    return block
  }

  /// Returns the geometry of the appended rows.
  consuming func finish() -> RowGeometry {
    if !open.isEmpty { close() }
    return RowGeometry(blocks: blocks)
  }
}

/// Heights and their sums in one array: a block of rows of a `RowGeometry`, or the totals of its
/// blocks.
///
/// A Fenwick tree (P. M. Fenwick, 1994): the sum of entry i, counted from 1, is that of the last
/// i & −i heights up to its own. Lengths are layout points.
struct HeightTree: Sendable {
  /// A row, or a block of rows.
  struct Entry: Sendable {
    /// The height; negative, even if 0, for an estimate.
    var signedHeight: Double
    /// The sum of the last heights up to this one; the index determines how many.
    var sum = 0.0

    /// Creates a height without a sum; numbers that are not finite or not above 0 count as 0.
    init(_ height: Double, isMeasured: Bool) {
      let height = height.isFinite ? max(0, height) : 0
      signedHeight = isMeasured ? height.magnitude : -height.magnitude
    }

    var height: Double { signedHeight.magnitude }
    var isMeasured: Bool { signedHeight.sign == .plus }

    /// Returns the height as an estimate, or another estimate if it is 0.
    func estimated(unless0 estimate: Double) -> Entry {
      Entry(height > 0 ? height : estimate, isMeasured: false)
    }
  }

  private(set) var entries: [Entry]
  /// The number of heights that are not estimates.
  private(set) var measuredCount: Int

  /// Sums up heights; sums in the entries are ignored.
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

  /// The largest power of two that is at most the number of entries.
  private var topStep: Int {
    entries.isEmpty ? 0 : 1 << (Int.bitWidth - 1 - entries.count.leadingZeroBitCount)
  }

  /// Adds the first `count` heights to a sum.
  ///
  /// - Complexity: O(log n).
  func sum(ofFirst count: Int, after start: Double) -> Double {
    // From the largest part to the smallest, like `count(within:)`, so both give the same sum.
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

  /// Returns how many of the first heights can be added to `sum` without exceeding `limit`; adds
  /// them.
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
  /// Sums are recomputed, not changed by a difference: corrections leave no rounding errors, and
  /// the tree depends only on the heights.
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

  /// Corrects many heights, then recomputes all sums.
  ///
  /// - Parameter start: The row of the first entry.
  /// - Complexity: O(n).
  mutating func setHeights(_ corrections: some Sequence<HeightCorrection>, from start: Int) {
    for correction in corrections {
      entries[correction.row - start].signedHeight =
        Entry(correction.height.ofRow, isMeasured: correction.isMeasured).signedHeight
    }
    sumUp()
  }

  /// Returns the sum of an entry, added in the order of `init(_:)`.
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
