import LinecasterBase

/// Grids that share the tracks of the enclosing grid (CSS Grid 2 §9).
///
/// A subgrid affects the sizes of its tracks only by its items and its edges. Items count as items
/// of the enclosing grid, with the margin, border and padding of the subgrid added to the outer
/// ones. The first and the last track are at least as large as the edges there, as in Chromium,
/// even if no item stands in them. Once the tracks are sized, the subgrid is laid out in them.
extension BoxLayouter {
  /// Sets the number of tracks of each subgrid among the items.
  mutating func prepareSubgrids(of grid: GridContainer) {
    guard grid.hasSubgrids else { return }
    for item in grid.items where item.isSubgrid {
      let node = Int(item.node)
      var span = SubgridSpan()
      span.columnGap = grid.columns.gap
      span.rowGap = grid.rows.gap
      if item.subgridsColumns { span.columnCount = item.columns.count }
      if item.subgridsRows { span.rowCount = item.rows.count }
      let known = subgrids[node]
      if let known, known.hasShape(of: span) { continue }
      setSpan(span, of: node)
    }
  }

  /// Passes the sizes of columns, or of rows, to subgrids among the items.
  mutating func setSubgridTracks(of grid: GridContainer, isColumns: Bool) {
    guard grid.hasSubgrids else { return }
    for item in grid.items where isColumns ? item.subgridsColumns : item.subgridsRows {
      let node = Int(item.node)
      guard var span = subgrids[node] else { continue }
      let outer = outerEdges(of: item, areaWidth: grid.columns.extent(of: item.columns), in: grid)
      if isColumns {
        span.columns = SubgridTracks(
          grid.columns, item.columns, edges: (outer.columnStart, outer.columnEnd),
          gap: gap(of: node, isColumn: true, inherited: grid.columns.gap),
          isReversed: isReversed(node, in: grid))
      } else {
        span.rows = SubgridTracks(
          grid.rows, item.rows, edges: (outer.rowStart, outer.rowEnd),
          gap: gap(of: node, isColumn: false, inherited: grid.rows.gap), isReversed: false)
      }
      setSpan(span, of: node)
    }
  }

  /// Sets the span of a subgrid, and forgets its results for other tracks.
  private mutating func setSpan(_ span: SubgridSpan, of node: Int) {
    guard subgrids[node] != span else { return }
    subgrids[node] = span
    cache.removeAll(in: &boxes[node])
  }

  private func isReversed(_ node: Int, in grid: GridContainer) -> Bool {
    nodes[node].isRightToLeft != nodes[grid.node].isRightToLeft
  }

  /// Returns the gap of a subgrid: its own, or else that of the enclosing grid.
  func gap(of node: Int, isColumn: Bool, inherited: Double) -> Double {
    let gap = isColumn ? nodes[node].columnGap : nodes[node].rowGap
    return gap == .zero ? inherited : gap.resolvedOrZero(against: .indefinite)
  }

  /// Margin, border and padding of an item along the axes of the grid.
  private func outerEdges(
    of item: GridItem, areaWidth: Double, in grid: GridContainer
  ) -> (columnStart: Double, columnEnd: Double, rowStart: Double, rowEnd: Double) {
    let style = nodes[Int(item.node)]
    let sum = style.edges(against: areaWidth) + style.margin.resolved(against: areaWidth)
    return nodes[grid.node].isRightToLeft
      ? (sum.right, sum.left, sum.top, sum.bottom) : (sum.left, sum.right, sum.top, sum.bottom)
  }

  /// Returns the contributions of a subgrid's items to columns of the enclosing grid.
  mutating func subgridColumnContributions(
    of item: GridItem, in grid: GridContainer, _ constraint: GridTrackSizer.Constraint
  ) throws -> [GridContribution] {
    let node = Int(item.node)
    var inner = GridContainer(
      node: node, style: nodes[node],
      request: LayoutRequest(
        width: .indefinite, height: .indefinite, percentHeight: .indefinite, basis: .indefinite))
    placeGridItems(of: &inner)
    let isReversed = isReversed(node, in: grid)
    let tracks = grid.columns.tracks[item.columns]
    inner.columns.tracks = isReversed ? tracks.reversed() : Array(tracks)
    let contributions = try columnContributions(of: inner, constraint, usesRows: false)
    let outer = outerEdges(of: item, areaWidth: .indefinite, in: grid)
    let place = SubgridPlace(
      tracks: item.columns, edges: (outer.columnStart, outer.columnEnd),
      gapDifference: inner.columns.gap - grid.columns.gap, isReversed: isReversed)
    return place.outer(contributions)
  }

  /// Returns the contributions of a subgrid's items to rows of the enclosing grid; columns are
  /// decided.
  mutating func subgridRowContributions(
    of item: GridItem, in grid: GridContainer
  ) throws -> [GridContribution] {
    let node = Int(item.node)
    let area = (width: grid.columns.extent(of: item.columns), height: Double.indefinite)
    let basis = PercentBasis(width: area.width, height: .indefinite)
    let width = try size(of: item, in: area, measuresHeight: false).width
    var inner = GridContainer(
      node: node, style: nodes[node],
      request: LayoutRequest(
        width: width, height: .indefinite, percentHeight: .indefinite, basis: basis))
    placeGridItems(of: &inner)
    try sizeColumns(of: &inner)
    inner.rows.tracks = Array(grid.rows.tracks[item.rows])
    let contributions = try rowContributions(of: &inner)
    let outer = outerEdges(of: item, areaWidth: area.width, in: grid)
    let place = SubgridPlace(
      tracks: item.rows, edges: (outer.rowStart, outer.rowEnd),
      gapDifference: inner.rows.gap - grid.rows.gap, isReversed: false)
    return place.outer(contributions)
  }
}

/// The tracks that a grid gives to a subgrid; `nil` for an axis with the subgrid's own tracks.
struct SubgridSpan: Equatable {
  var columnCount: Int?
  var rowCount: Int?
  var columnGap = 0.0
  var rowGap = 0.0
  /// The tracks, after sizing.
  var columns: SubgridTracks?
  var rows: SubgridTracks?

  /// Whether both have the same number of tracks, of whatever size.
  func hasShape(of other: SubgridSpan) -> Bool {
    columnCount == other.columnCount && rowCount == other.rowCount
      && columnGap == other.columnGap && rowGap == other.rowGap
  }
}

/// The tracks of a subgrid along an axis, from the start of its content box.
struct SubgridTracks: Equatable {
  private(set) var starts: [Double] = []
  private(set) var ends: [Double] = []

  /// - Parameters:
  ///   - range: the tracks of the enclosing grid.
  ///   - edges: margin, border and padding of the subgrid.
  ///   - gap: the gap of the subgrid; each neighbouring track gives half of its excess.
  ///   - isReversed: whether the first track of the subgrid is the last one of the range.
  init(
    _ axis: GridAxis, _ range: Range<Int>, edges: (start: Double, end: Double), gap: Double,
    isReversed: Bool
  ) {
    guard let last = range.last else { return }
    let origin = axis.positions[range.lowerBound] + edges.start
    let limit = axis.positions[last] + axis.tracks[last].base - edges.end - origin
    let half = (gap - axis.gap) / 2
    for index in range {
      let start = axis.positions[index] - origin
      let end = start + axis.tracks[index].base
      starts.append(index == range.lowerBound ? 0 : start + half)
      ends.append(index == last ? limit : end - half)
    }
    if isReversed {
      (starts, ends) = (ends.reversed().map { limit - $0 }, starts.reversed().map { limit - $0 })
    }
  }
}

/// The place of a subgrid in the enclosing grid, along an axis.
private struct SubgridPlace {
  let tracks: Range<Int>
  let edges: (start: Double, end: Double)
  let gapDifference: Double
  let isReversed: Bool

  /// Converts contributions to tracks of a subgrid into those to tracks of the enclosing grid, and
  /// adds those of its edges.
  func outer(_ contributions: [GridContribution]) -> [GridContribution] {
    ownEdges
      + contributions.map { contribution in
        let inner = contribution.tracks
        let range =
          isReversed
          ? tracks.upperBound - inner.upperBound..<tracks.upperBound - inner.lowerBound
          : tracks.lowerBound + inner.lowerBound..<tracks.lowerBound + inner.upperBound
        let isFirst = range.lowerBound == tracks.lowerBound
        let isLast = range.upperBound == tracks.upperBound
        let extra =
          (isFirst ? edges.start : gapDifference / 2) + (isLast ? edges.end : gapDifference / 2)
        return GridContribution(
          tracks: range, minimum: contribution.minimum + extra,
          minContent: contribution.minContent + extra, maxContent: contribution.maxContent + extra,
          isFlexible: contribution.isFlexible, isEdge: contribution.isEdge)
      }
  }

  /// The contributions of the subgrid's edges to its first and last track.
  private var ownEdges: [GridContribution] {
    guard !tracks.isEmpty else { return [] }
    let first = tracks.lowerBound..<tracks.lowerBound + 1
    let last = tracks.upperBound - 1..<tracks.upperBound
    let parts =
      first == last
      ? [(first, edges.start + edges.end)] : [(first, edges.start), (last, edges.end)]
    return parts.filter { $0.1 > 0 }.map { range, size in
      GridContribution(
        tracks: range, minimum: size, minContent: size, maxContent: size, isFlexible: false,
        isEdge: true)
    }
  }
}
