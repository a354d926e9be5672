extension OutlineStretches {
  /// Puts the edges of a row on: each makes the stretch longer that it is in line with, or starts
  /// one.
  ///
  /// Lines that lead to the right go on from left to right, the others from right to left, so that
  /// each edge is looked at when what is before it has been seen.
  ///
  /// - Parameters:
  ///   - edges: The edges, located.
  ///   - row: The row, one below the last.
  ///   - ends: For each column, and the one on either side, the stretch that ended there last, or
  ///     -1; changed. An old one does no harm, being too far away.
  @inline(__always)
  mutating func trace(_ edges: EdgeRow, row: Int, ends: UnsafeMutablePointer<Int32>) {
    reserve(edges.count &+ edges.uprightCount)
    traceUpright(edges, Float(row), ends)
    var leadsBack = false
    var index = 0
    while index < edges.count {
      let edge = LocatedEdge(edges, index)
      index &+= 1
      guard edge.end.x >= edge.start.x else {
        leadsBack = true
        continue
      }
      let column = edge.firstColumn
      ends[edge.lastColumn] = join(ends[column &- 1], ends[column], edge)
    }
    while leadsBack, index > 0 {
      index &-= 1
      let edge = LocatedEdge(edges, index)
      guard edge.end.x < edge.start.x else { continue }
      let column = edge.firstColumn
      ends[column] = join(ends[column &+ 1], ends[column], edge)
    }
  }

  @inline(__always)
  private mutating func traceUpright(
    _ edges: EdgeRow, _ top: Float, _ ends: UnsafeMutablePointer<Int32>
  ) {
    // A copy: Swift 6.3 cannot compile changes through a stored pointer for the thread sanitizer.
    let stretches = base
    for index in 0..<edges.uprightCount {
      let upright = edges.upright(index)
      let column = Int(upright.column)
      let known = ends[column]
      if known >= 0, stretches[Int(known)].extendDown(x: upright.x, from: top) { continue }
      ends[column] = join(ends[column &- 1], ends[column &+ 1], LocatedEdge(upright, top: top))
    }
  }

  /// Makes one of two stretches longer, or starts one; -1 where that has no direction to go on in.
  @inline(__always)
  private mutating func join(_ one: Int32, _ other: Int32, _ edge: LocatedEdge) -> Int32 {
    // A copy, as above.
    let stretches = base
    if one >= 0, stretches[Int(one)].extend(with: edge) { return one }
    if other >= 0, stretches[Int(other)].extend(with: edge) { return other }
    let stretch = OutlineStretch(edge)
    let index = append(stretch)
    return stretch.isOpen ? index : -1
  }
}
