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
