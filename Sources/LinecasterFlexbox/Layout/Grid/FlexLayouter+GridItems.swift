import LinecasterGeometry

/// Which nodes are items of a grid, and in which tracks (CSS Grid 1 §7 and §8).
extension FlexLayouter {
  /// Finds the items, puts them into cells, and makes the tracks that they need.
  mutating func placeGridItems(of grid: inout GridContainer) {
    let style = nodes[grid.node]
    let template = templates[style.template]
    let limits = style.limits(isRow: true, edges: grid.edges.horizontal, against: .indefinite)
    grid.columns.gap = style.columnGap.resolvedOrZero(against: grid.innerWidth)
    grid.rows.gap = style.rowGap.resolvedOrZero(against: grid.innerHeight)
    let columns = ExplicitTracks(
      template.columns, count: template.areas.columnCount, gap: grid.columns.gap,
      extent: grid.innerWidth,
      limits: (limits.minimum - grid.edges.horizontal, limits.maximum - grid.edges.horizontal))
    let rows = ExplicitTracks(
      template.rows, count: template.areas.rowCount, gap: grid.rows.gap, extent: grid.innerHeight,
      limits: (grid.minInnerHeight, grid.maxInnerHeight))
    let span = subgrids[grid.node]
    if let span {
      if span.columnCount != nil {
        grid.columns.gap = gap(of: grid.node, isColumn: true, inherited: span.columnGap)
      }
      if span.rowCount != nil {
        grid.rows.gap = gap(of: grid.node, isColumn: false, inherited: span.rowGap)
      }
    }
    let (columnCount, rowCount) = (span?.columnCount ?? columns.count, span?.rowCount ?? rows.count)
    let isRow = template.flow.isRow
    let children = itemNodes(of: grid.node)
    var placer = GridPlacer(
      children.map { child in
        let column = Self.clamp(nodes[child].gridColumn, span?.columnCount)
        let row = Self.clamp(nodes[child].gridRow, span?.rowCount)
        return GridPlacer.Item(major: isRow ? row : column, minor: isRow ? column : row)
      },
      majorCount: isRow ? rowCount : columnCount, minorCount: isRow ? columnCount : rowCount,
      isDense: template.flow.isDense)
    placer.place()
    grid.items.reserveCapacity(children.count)
    for (child, place) in zip(children, placer.items) {
      var item = GridItem(
        node: child, style: nodes[child], container: style,
        template: templates[nodes[child].template])
      item.columns = Self.clamp(isRow ? place.minorLines : place.majorLines, span?.columnCount)
      item.rows = Self.clamp(isRow ? place.majorLines : place.minorLines, span?.rowCount)
      grid.items.append(item)
    }
    let major = (count: placer.majorCount, offset: placer.majorOffset)
    let minor = (count: placer.minorCount, offset: placer.minorOffset)
    let columnLines = span?.columnCount.map { ($0, 0) } ?? (isRow ? minor : major)
    let rowLines = span?.rowCount.map { ($0, 0) } ?? (isRow ? major : minor)
    columns.fill(
      &grid.columns, columnLines, auto: template.autoColumns, extent: grid.innerWidth)
    rows.fill(
      &grid.rows, rowLines, auto: template.autoRows, extent: grid.innerHeight)
    grid.columns.collapseEmpty(grid.items.lazy.map(\.columns))
    grid.rows.collapseEmpty(grid.items.lazy.map(\.rows))
    prepareSubgrids(of: grid)
  }

  /// The lines of an item of a subgrid, which has no tracks but those around it.
  private static func clamp(_ range: GridRange, _ count: Int?) -> GridRange {
    guard let count else { return range }
    guard range.isPlaced else { return GridRange(.span(min(range.span, count))) }
    let lines = range.lines(explicitCount: count)
    let start = min(max(lines.start, 0), count - 1)
    let end = min(max(lines.end, start + 1), count)
    return GridRange(.line(start + 1), .line(end + 1))
  }

  private static func clamp(_ range: Range<Int>, _ count: Int?) -> Range<Int> {
    guard let count else { return range }
    let start = min(range.lowerBound, count - 1)
    return start..<max(min(range.upperBound, count), start + 1)
  }

  /// The children in flow, those of `contents` nodes included, in the order of placement.
  func itemNodes(of container: Int) -> [Int] {
    var children: [Int] = []
    let end = nodes[container].end
    var child = container + 1
    while child < end {
      if nodes[child].display == .contents {
        child += 1
        continue
      }
      if nodes[child].display.hasBox, !nodes[child].isOutOfFlow { children.append(child) }
      child = nodes[child].end
    }
    guard nodes[container].flags.contains(.ordersItems) else { return children }
    return children.sorted { first, second in
      let (a, b) = (nodes[first].order, nodes[second].order)
      return a == b ? first < second : a < b
    }
  }

  /// Whether a child of a grid is absolutely positioned.
  func hasPlacedAbsolutes(_ container: Int) -> Bool {
    let end = nodes[container].end
    var child = container + 1
    while child < end {
      if nodes[child].isOutOfFlow, nodes[child].display.hasBox { return true }
      child = nodes[child].display == .contents ? child + 1 : nodes[child].end
    }
    return false
  }
}

extension GridAxis {
  /// Takes repeated tracks that no item is in out of the grid.
  mutating func collapseEmpty(_ ranges: some Sequence<Range<Int>>) {
    guard !collapsible.isEmpty else { return }
    var isEmpty = [Bool](repeating: true, count: tracks.count)
    for range in ranges {
      for index in range { isEmpty[index] = false }
    }
    for index in collapsible where isEmpty[index] {
      tracks[index].collapse()
      hasCollapsed = true
    }
  }
}

/// The tracks of an axis that the style names, repetitions counted (§7.2.3.2).
private struct ExplicitTracks {
  private var tracks: [GridTrack]
  /// Those of an automatic repetition that collapses.
  private let collapsible: Range<Int>
  /// The number of tracks, those for areas included.
  let count: Int

  /// - Parameters:
  ///   - count: the tracks that areas need.
  ///   - extent: the inner extent of the container, or indefinite.
  ///   - limits: the limits of an extent that is indefinite.
  init(
    _ list: GridTrackList, count: Int, gap: Double, extent: Double,
    limits: (minimum: Double, maximum: Double)
  ) {
    tracks = list.leading
    var repetition = 0..<0
    if !list.repeated.isEmpty {
      let counted = Self.repetitions(of: list, gap: gap, extent: extent, limits: limits)
      let start = tracks.count
      for _ in 0..<counted { tracks += list.repeated }
      repetition = start..<tracks.count
      tracks += list.trailing
    }
    collapsible = list.collapses ? repetition : 0..<0
    self.count = max(tracks.count, count)
  }

  private static func repetitions(
    of list: GridTrackList, gap: Double, extent: Double,
    limits: (minimum: Double, maximum: Double)
  ) -> Int {
    let room = extent.isDefinite ? extent : limits.maximum
    let basis = extent
    func size(_ tracks: [GridTrack]) -> Double {
      var sum = Double(tracks.count) * gap
      for track in tracks { sum += size(track, basis) }
      return sum
    }
    func size(_ track: GridTrack, _ basis: Double) -> Double {
      let least = track.minimum.resolved(against: basis)
      let most =
        track.isFlexible || track.fits ? .indefinite : track.maximum.resolved(against: basis)
      return max(most.isDefinite ? max(most, least.or(0)) : least.or(0), 1)
    }
    let single = size(list.repeated)
    // One gap less than there are tracks.
    let others = size(list.leading) + size(list.trailing) - gap
    let limit = max(GridTrackList.maximumCount / list.repeated.count, 1)
    if room.isDefinite {
      return min(max(Int(saturating: (room - others + FlexLayouter.tolerance) / single), 1), limit)
    }
    let needed = ((limits.minimum - others - FlexLayouter.tolerance) / single).rounded(.up)
    return min(max(Int(saturating: needed), 1), limit)
  }

  /// Makes the tracks of the implicit grid.
  ///
  /// - Parameters:
  ///   - grid: the number of tracks, and of those before the explicit ones.
  ///   - auto: what other tracks are, again and again.
  func fill(
    _ axis: inout GridAxis, _ grid: (count: Int, offset: Int), auto: [GridTrack], extent: Double
  ) {
    axis.explicitStart = grid.offset
    axis.explicitCount = count
    axis.tracks.reserveCapacity(grid.count)
    for index in 0..<grid.count {
      let explicit = index - grid.offset
      var track = GridTrack.auto
      if tracks.indices.contains(explicit) {
        track = tracks[explicit]
      } else if !auto.isEmpty {
        let place = explicit < 0 ? explicit % auto.count : (explicit - tracks.count) % auto.count
        track = auto[place < 0 ? place + auto.count : place]
      }
      axis.tracks.append(SizedTrack(track, available: extent))
    }
    axis.collapsible = collapsible.lowerBound + grid.offset..<collapsible.upperBound + grid.offset
  }
}
