import LinecasterBase

/// The items of a grid and their tracks (CSS Grid 1 §7 and §8).
extension BoxLayouter {
  /// Finds the items, places them into cells, and makes the tracks.
  mutating func placeGridItems(of grid: inout GridContainer) {
    let style = nodes[grid.node]
    let template = templates[style.template]
    grid.columns.gap = style.columnGap.resolvedOrZero(against: grid.innerWidth)
    grid.rows.gap = style.rowGap.resolvedOrZero(against: grid.innerHeight)
    let span = subgrids.isEmpty ? nil : subgrids[grid.node]
    if span == nil, template.hasFixedCounts {
      let placement = keptPlacement(of: grid.node, template)
      let value = template.value
      take(placement, into: &grid)
      grid.columns.fill(
        value.columns.leading, areas: value.areas.columnCount, placement.columns,
        auto: value.autoColumns, extent: grid.innerWidth)
      grid.rows.fill(
        value.rows.leading, areas: value.areas.rowCount, placement.rows, auto: value.autoRows,
        extent: grid.innerHeight)
    } else {
      placeGridItems(of: &grid, template.value, span)
    }
    prepareSubgrids(of: grid)
  }

  /// Returns the cached placement of a grid, if its number of tracks does not depend on its
  /// extents.
  private mutating func keptPlacement(
    of node: Int, _ shared: SharedTemplate
  ) -> GridPlacement {
    if let known = placements[node] { return known }
    let template = shared.value
    let placement = placement(
      of: node, template,
      columnCount: max(template.columns.leading.count, template.areas.columnCount),
      rowCount: max(template.rows.leading.count, template.areas.rowCount), nil)
    // With keywords replaced, an item may use its area differently in another layout.
    if !nodes.hasReplacements { placements[node] = placement }
    return placement
  }

  /// Places the items of a grid with given numbers of explicit tracks; a subgrid only has the
  /// tracks of its span.
  private func placement(
    of node: Int, _ template: GridTemplate, columnCount: Int, rowCount: Int, _ span: SubgridSpan?
  ) -> GridPlacement {
    let isRow = template.flow.isRow
    let children = itemNodes(of: node)
    // Loops, because a closure that reads the layouter would copy it.
    var ranges: [GridPlacer.Item] = []
    ranges.reserveCapacity(children.count)
    for child in children {
      let column = Self.clamp(nodes[child].gridColumn, span?.columnCount)
      let row = Self.clamp(nodes[child].gridRow, span?.rowCount)
      ranges.append(GridPlacer.Item(major: isRow ? row : column, minor: isRow ? column : row))
    }
    var placer = GridPlacer(
      ranges, majorCount: isRow ? rowCount : columnCount,
      minorCount: isRow ? columnCount : rowCount, isDense: template.flow.isDense)
    placer.place()
    var items: [GridItem] = []
    items.reserveCapacity(children.count)
    for (child, place) in zip(children, placer.items) {
      var item = gridItem(child, in: node)
      item.columns = Self.clamp(isRow ? place.minorLines : place.majorLines, span?.columnCount)
      item.rows = Self.clamp(isRow ? place.majorLines : place.minorLines, span?.rowCount)
      items.append(item)
    }
    return GridPlacement(placer, isRow: isRow, items: items)
  }

  private func gridItem(_ node: Int, in container: Int) -> GridItem {
    let style = nodes[node]
    guard style.display == .grid, style.kind == .container else {
      return GridItem(
        node: node, style: style, container: nodes[container], subgrids: (false, false))
    }
    let template = templates[style.template].value
    return GridItem(
      node: node, style: style, container: nodes[container],
      subgrids: (template.columns.isSubgrid, template.rows.isSubgrid))
  }

  private func take(_ placement: GridPlacement, into grid: inout GridContainer) {
    grid.items = placement.items
    grid.hasSubgrids = placement.hasSubgrids
  }

  /// Places items if the number of tracks depends on an extent, or on the enclosing grid.
  private mutating func placeGridItems(
    of grid: inout GridContainer, _ template: GridTemplate, _ span: SubgridSpan?
  ) {
    let style = nodes[grid.node]
    let limits = style.limits(isRow: true, edges: grid.edges.horizontal, against: .indefinite)
    let columns = ExplicitTracks(
      template.columns, count: template.areas.columnCount, gap: grid.columns.gap,
      extent: grid.innerWidth,
      limits: (limits.minimum - grid.edges.horizontal, limits.maximum - grid.edges.horizontal))
    let rows = ExplicitTracks(
      template.rows, count: template.areas.rowCount, gap: grid.rows.gap, extent: grid.innerHeight,
      limits: (grid.minInnerHeight, grid.maxInnerHeight))
    if let span {
      if span.columnCount != nil {
        grid.columns.gap = gap(of: grid.node, isColumn: true, inherited: span.columnGap)
      }
      if span.rowCount != nil {
        grid.rows.gap = gap(of: grid.node, isColumn: false, inherited: span.rowGap)
      }
    }
    let placement = placement(
      of: grid.node, template, columnCount: span?.columnCount ?? columns.count,
      rowCount: span?.rowCount ?? rows.count, span)
    take(placement, into: &grid)
    columns.fill(
      &grid.columns, span?.columnCount.map { ($0, 0) } ?? placement.columns,
      auto: template.autoColumns, extent: grid.innerWidth)
    rows.fill(
      &grid.rows, span?.rowCount.map { ($0, 0) } ?? placement.rows, auto: template.autoRows,
      extent: grid.innerHeight)
    grid.columns.collapseEmpty(grid.items.lazy.map(\.columns))
    grid.rows.collapseEmpty(grid.items.lazy.map(\.rows))
  }

  /// Limits the lines of an item to a subgrid, which only has the tracks of its span.
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

  /// Returns the in-flow children, including those of `contents` nodes, in placement order.
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

/// The items of a grid and their tracks; they depend on styles alone unless a track repeats to fill
/// an extent.
struct GridPlacement {
  let items: [GridItem]
  /// The number of tracks, and the number before the explicit ones.
  let columns, rows: (count: Int, offset: Int)
  let hasSubgrids: Bool

  init(_ placer: GridPlacer, isRow: Bool, items: [GridItem]) {
    self.items = items
    let major = (count: placer.majorCount, offset: placer.majorOffset)
    let minor = (count: placer.minorCount, offset: placer.minorOffset)
    columns = isRow ? minor : major
    rows = isRow ? major : minor
    hasSubgrids = items.contains(where: \.isSubgrid)
  }
}

extension GridAxis {
  /// Makes the tracks of the implicit grid.
  ///
  /// - Parameters:
  ///   - explicit: the explicit tracks of the style.
  ///   - areas: the number of tracks that areas need.
  ///   - grid: the number of tracks, and the number before the explicit ones.
  ///   - auto: the implicit tracks, repeated.
  ///   - extent: the base of percentages.
  mutating func fill(
    _ explicit: [GridTrack], areas: Int, _ grid: (count: Int, offset: Int), auto: [GridTrack],
    extent: Double
  ) {
    explicitStart = grid.offset
    explicitCount = max(explicit.count, areas)
    tracks.reserveCapacity(grid.count)
    for index in 0..<grid.count {
      let place = index - grid.offset
      var track = GridTrack.auto
      if explicit.indices.contains(place) {
        track = explicit[place]
      } else if !auto.isEmpty {
        let turn = place < 0 ? place % auto.count : (place - explicit.count) % auto.count
        track = auto[turn < 0 ? turn + auto.count : turn]
      }
      tracks.append(SizedTrack(track, available: extent))
    }
  }

  /// Collapses repeated tracks without items.
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

/// The explicit tracks of an axis, with repetitions (§7.2.3.2).
private struct ExplicitTracks {
  private var tracks: [GridTrack]
  /// The indices of a collapsing automatic repetition.
  private let collapsible: Range<Int>
  /// The number of tracks, including those for areas.
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
    // There is one gap less than tracks.
    let others = size(list.leading) + size(list.trailing) - gap
    let limit = max(GridTrackList.maximumCount / list.repeated.count, 1)
    if room.isDefinite {
      return min(max(Int(saturating: (room - others + BoxLayouter.tolerance) / single), 1), limit)
    }
    let needed = ((limits.minimum - others - BoxLayouter.tolerance) / single).rounded(.up)
    return min(max(Int(saturating: needed), 1), limit)
  }

  /// Makes the tracks of the implicit grid.
  ///
  /// - Parameters:
  ///   - grid: the number of tracks, and the number before the explicit ones.
  ///   - auto: the implicit tracks, repeated.
  func fill(
    _ axis: inout GridAxis, _ grid: (count: Int, offset: Int), auto: [GridTrack], extent: Double
  ) {
    axis.fill(tracks, areas: count, grid, auto: auto, extent: extent)
    axis.collapsible = collapsible.lowerBound + grid.offset..<collapsible.upperBound + grid.offset
  }
}
