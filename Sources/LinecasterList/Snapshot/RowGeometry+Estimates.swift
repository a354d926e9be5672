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
