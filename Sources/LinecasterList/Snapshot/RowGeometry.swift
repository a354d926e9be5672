/// Where rows are: heights that can be asked for sums, and corrected, in logarithmic time.
///
/// Rows stand in blocks, each with sums of its own, and a tree holds the sums of the blocks. Copies
/// share blocks: correcting a height of a geometry that others hold too copies one block and the
/// table of blocks, not the list. Lengths are layout points.
public struct RowGeometry: Sendable {
  /// Rows in a block; only the last may have fewer.
  static let blockSize = 512

  private(set) var blocks: [HeightTree]
  private var totals: HeightTree

  /// The number of rows.
  public let count: Int
  /// The number of rows whose heights are no estimates.
  public private(set) var measuredCount: Int

  /// Makes the geometry of rows from their heights, which count as measured; those that are not
  /// numbers above 0 count as 0.
  ///
  /// - Complexity: O(rows).
  public init(heights: [Double]) {
    var builder = RowGeometryBuilder()
    for height in heights { builder.append(height: height, isMeasured: true) }
    self = builder.finish()
  }

  /// Makes the geometry of rows that are all estimated to be of one height.
  ///
  /// - Complexity: O(rows / 512): full blocks are one.
  public init(estimate: Double, count: Int) {
    var builder = RowGeometryBuilder()
    builder.append(estimate: estimate, count: count)
    self = builder.finish()
  }

  /// Makes the geometry of blocks, all but the last one full.
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

  /// The height of a row; 0 for rows that are not there.
  ///
  /// - Complexity: O(1).
  public func height(ofRow row: Int) -> Double { entry(ofRow: row)?.height ?? 0 }

  /// Whether the height of a row is no estimate; false for rows that are not there.
  ///
  /// - Complexity: O(1).
  public func isMeasured(_ row: Int) -> Bool { entry(ofRow: row)?.isMeasured ?? false }

  private func entry(ofRow row: Int) -> HeightTree.Entry? {
    guard row >= 0, row < count else { return nil }
    return blocks[row / Self.blockSize].entries[row % Self.blockSize]
  }

  /// The distance from the top of the list to the top of a row; row `count` is the end.
  ///
  /// - Complexity: O(log rows).
  public func offset(ofRow row: Int) -> Double {
    let (block, rest) = min(max(row, 0), count).quotientAndRemainder(dividingBy: Self.blockSize)
    let sum = totals.sum(ofFirst: block, after: 0)
    return rest == 0 ? sum : blocks[block].sum(ofFirst: rest, after: sum)
  }

  /// The row that is at a distance from the top of the list; nil above the first and below the
  /// last.
  ///
  /// Of rows without height the first that reaches beyond the distance is found.
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
  /// The geometry stays the one that the heights alone give: rounding errors do not add up.
  ///
  /// - Complexity: O(log² rows), and a copy of the row's block where it is shared.
  public mutating func setHeight(_ height: Double, ofRow row: Int, isMeasured: Bool = true) {
    guard row >= 0, row < count else { return }
    let (block, rest) = row.quotientAndRemainder(dividingBy: Self.blockSize)
    measuredCount -= blocks[block].measuredCount
    blocks[block].setHeight(height, at: rest, isMeasured: isMeasured)
    measuredCount += blocks[block].measuredCount
    totals.setHeight(blocks[block].total, at: block, isMeasured: true)
  }
}
