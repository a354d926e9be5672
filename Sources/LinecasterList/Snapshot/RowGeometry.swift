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

extension RowGeometry {
  /// The first row at or after `row` whose height is an estimate; nil where there is none.
  ///
  /// - Complexity: O(rows / 512 + 512): blocks that are measured are passed over.
  public func firstEstimate(from row: Int) -> Int? {
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

  /// The last row before `end` whose height is an estimate; nil where there is none.
  ///
  /// - Complexity: O(rows / 512 + 512): blocks that are measured are passed over.
  public func lastEstimate(before end: Int) -> Int? {
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

/// Makes a `RowGeometry` row by row, or by whole stretches of rows that are known or estimated.
struct RowGeometryBuilder {
  private var blocks: [HeightTree] = []
  /// The heights of the rows after the last block.
  private var open: [HeightTree.Entry] = []
  /// A full block of rows of one estimate, which all such blocks share.
  private var uniform: (estimate: Double, block: HeightTree)?

  /// The number of rows so far.
  var count: Int { blocks.count * RowGeometry.blockSize + open.count }

  private var openSpace: Int { RowGeometry.blockSize - open.count }

  /// Appends a row.
  mutating func append(height: Double, isMeasured: Bool) {
    append(CollectionOfOne(HeightTree.Entry(height, isMeasured: isMeasured)))
  }

  /// Appends rows that are all estimated to be of one height.
  ///
  /// - Complexity: O(rows / 512 + 512).
  mutating func append(estimate: Double, count: Int) {
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
  ///   - rows: Which rows, all of them in the geometry.
  ///   - geometry: Where their heights are known from.
  ///   - keepsMeasurements: Whether measured heights count as measured here too, not as estimates.
  /// - Complexity: O(rows); O(rows / 512) where whole blocks come to stand in whole blocks.
  mutating func append(
    _ rows: Range<Int>, of geometry: RowGeometry, keepsMeasurements: Bool
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
        append(entries.lazy.map(\.estimated))
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

  /// The geometry of the rows appended.
  consuming func finish() -> RowGeometry {
    if !open.isEmpty { close() }
    return RowGeometry(blocks: blocks)
  }
}
