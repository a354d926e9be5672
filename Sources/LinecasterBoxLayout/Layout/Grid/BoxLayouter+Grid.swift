import LinecasterBase

/// CSS Grid Layout 1 §12.1: the driver, one call per step.
extension BoxLayouter {
  /// Lays out the items of a grid and writes their boxes.
  mutating func layOutGrid(of node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    var grid = GridContainer(node: node, style: nodes[node], request: request)
    placeGridItems(of: &grid)  // §8.5
    try sizeColumns(of: &grid)  // §12.1 step 1
    try sizeRows(of: &grid)  // step 2
    try sizeColumnsAgain(of: &grid)  // steps 3 and 4
    let contentHeight = grid.rows.contentSum
    try determineHeight(of: &grid)  // §5.2
    align(&grid)  // §10.5, step 5
    if hasPlacedAbsolutes(node) {
      gridLines[node] = GridLines(grid, isRightToLeft: nodes[node].isRightToLeft)
    }
    try placeItems(of: &grid)
    return LayoutResult(
      height: request.height.or(grid.innerHeight + grid.edges.vertical),
      contentHeight: contentHeight + grid.edges.vertical,
      baseline: request.needsBaseline ? try baseline(of: &grid) : .indefinite)
  }

  /// Returns the min-content or max-content width of a grid: the sum of its columns (§5.2).
  mutating func gridWidth(
    of node: Int, _ query: LayoutCache.Query, basis: PercentBasis, height: Double
  ) throws -> Double {
    let request = LayoutRequest(
      width: .indefinite, height: height, percentHeight: height, basis: basis)
    var grid = GridContainer(node: node, style: nodes[node], request: request)
    placeGridItems(of: &grid)
    let constraint: GridTrackSizer.Constraint =
      query == .minContentWidth ? .minContent : .maxContent
    try sizeColumns(of: &grid, constraint)
    if height.isDefinite, dependsOnRows(grid) {
      try sizeRows(of: &grid)
      try sizeColumns(of: &grid, constraint, usesRows: true)
    }
    return grid.columns.sum + grid.edges.horizontal
  }

  mutating func sizeColumns(
    of grid: inout GridContainer, _ constraint: GridTrackSizer.Constraint = .none,
    usesRows: Bool = false
  ) throws {
    defer { if constraint == .none { setSubgridTracks(of: grid, isColumns: true) } }
    if !subgrids.isEmpty, let columns = subgrids[grid.node]?.columns {
      return grid.columns.setTracks(columns)
    }
    let style = nodes[grid.node]
    let items = try columnContributions(of: grid, constraint, usesRows: usesRows)
    var sizer = GridTrackSizer(
      items, available: grid.innerWidth, constraint: constraint, limits: (0, .infinity),
      stretches: style.justifyContent == .flexStart)
    sizer.run(&grid.columns)
    guard constraint == .none else { return }
    let space = FreeSpace(
      style.justifyContent, free: grid.innerWidth - grid.columns.sum,
      count: grid.columns.shownCount, isSwapped: false)
    grid.columns.setPositions(start: space.start, between: space.between)
  }

  private mutating func sizeRows(of grid: inout GridContainer) throws {
    if !subgrids.isEmpty, let rows = subgrids[grid.node]?.rows {
      return grid.rows.setTracks(rows)
    }
    let items = try rowContributions(of: &grid)
    var sizer = GridTrackSizer(
      items, available: grid.innerHeight,
      limits: (grid.minInnerHeight, grid.maxInnerHeight.or(.infinity)),
      stretches: nodes[grid.node].alignContent == .stretch)
    sizer.run(&grid.rows)
  }

  /// Sizes columns again, once, if widths follow from the height of rows.
  private mutating func sizeColumnsAgain(of grid: inout GridContainer) throws {
    guard dependsOnRows(grid) else { return }
    let columns = grid.columns
    try sizeColumns(of: &grid, usesRows: true)
    let isSame = zip(columns.tracks, grid.columns.tracks).allSatisfy {
      abs($0.base - $1.base) <= Self.tolerance
    }
    if !isSame { try sizeRows(of: &grid) }
  }

  /// Whether an item may need another width once the height of its area is known.
  private func dependsOnRows(_ grid: GridContainer) -> Bool {
    for item in grid.items where item.hasRatio || nodes[Int(item.node)].isHeightSensitive {
      if !grid.columns.isFixed(item.columns) { return true }
    }
    return false
  }

  /// Sets an automatic height to that of the rows, whose percentages then refer to it.
  private mutating func determineHeight(of grid: inout GridContainer) throws {
    guard !grid.innerHeight.isDefinite else { return }
    let limits = (grid.minInnerHeight, grid.maxInnerHeight)
    grid.innerHeight = max(grid.rows.contentSum.clamped(limits.0, limits.1), 0)
    let gap = nodes[grid.node].rowGap
    guard gap.isPercent || grid.rows.dependsOnExtent else { return }
    grid.rows.gap = gap.resolvedOrZero(against: grid.innerHeight)
    for index in grid.rows.tracks.indices where !grid.rows.tracks[index].isCollapsed {
      grid.rows.tracks[index] = SizedTrack(
        grid.rows.tracks[index].style, available: grid.innerHeight)
    }
    try sizeRows(of: &grid)
  }

  /// Places the rows; columns were placed after they were sized.
  private mutating func align(_ grid: inout GridContainer) {
    defer { setSubgridTracks(of: grid, isColumns: false) }
    if !subgrids.isEmpty, subgrids[grid.node]?.rows != nil { return }
    let space = FreeSpace(
      nodes[grid.node].alignContent, free: grid.innerHeight - grid.rows.sum,
      count: grid.rows.shownCount, isSwapped: false)
    grid.rows.setPositions(start: space.start, between: space.between)
  }
}

/// Converts areas to boxes (§10).
extension BoxLayouter {
  /// Sizes each item in its area and writes its border box, relative to the container's.
  private mutating func placeItems(of grid: inout GridContainer) throws {
    for index in grid.items.indices {
      let area = grid.area(of: grid.items[index])
      let size = try size(of: grid.items[index], in: area)
      grid.items[index].width = size.width
      grid.items[index].height = size.height
      let node = Int(grid.items[index].node)
      boxes[node].width = size.width
      boxes[node].height = size.height
      if contexts.isUsed {
        contexts[node] = NodeContext(
          percentHeight: size.percentHeight,
          basis: PercentBasis(width: area.width, height: area.height))
      }
    }
    try determineAscents(in: &grid, isFinal: true)
    for item in grid.items { placeItem(item, in: grid) }
  }

  private func placeItem(_ item: GridItem, in grid: GridContainer) {
    let node = Int(item.node)
    let style = nodes[node]
    let isRightToLeft = nodes[grid.node].isRightToLeft
    let area = grid.area(of: item)
    let margin = style.margin.resolved(against: area.width)
    var inline = AreaSpan(
      free: area.width - item.width - margin.horizontal, startMargin: margin.left,
      isAuto: (style.margin.left.isAuto, style.margin.right.isAuto))
    if isRightToLeft {
      inline.startMargin = margin.right
      inline.isAuto = (inline.isAuto.1, inline.isAuto.0)
    }
    let block = AreaSpan(
      free: area.height - item.height - margin.vertical, startMargin: margin.top,
      isAuto: (style.margin.top.isAuto, style.margin.bottom.isAuto))
    var x = grid.columns.positions[item.columns.lowerBound] + inline.offset(item.justify)
    if isRightToLeft { x = grid.innerWidth - x - item.width }
    var y = grid.rows.positions[item.rows.lowerBound] + block.offset(item.align)
    if item.isOnBaseline { y += item.shim }
    if style.position == .relative, style.hasExtras {
      let offset = Self.offset(
        style.inset, width: area.width, height: area.height, isRightToLeft: isRightToLeft)
      x += offset.x
      y += offset.y
    }
    boxes[node].x = grid.edges.left + x
    boxes[node].y = grid.edges.top + y
  }

  /// Returns the baseline of the first row: of its first baseline-aligned item, or else its first
  /// item (§10.6).
  private mutating func baseline(of grid: inout GridContainer) throws -> Double {
    guard let row = grid.items.lazy.map(\.rows.lowerBound).min() else { return .indefinite }
    let first = grid.items.filter { $0.rows.lowerBound == row }
    let leftmost = first.min { $0.columns.lowerBound < $1.columns.lowerBound }
    guard let item = first.first(where: \.isOnBaseline) ?? leftmost else { return .indefinite }
    let baseline = try baseline(
      of: item, in: grid.area(of: item),
      percentHeight: contexts.isUsed ? contexts[Int(item.node)].percentHeight : .indefinite)
    return boxes[Int(item.node)].y + baseline.or(item.height)
  }
}

/// The place of an item in its area along an axis, from the edge where the axis starts.
private struct AreaSpan {
  /// The extent of the area beyond the margin box.
  let free: Double
  var startMargin: Double
  /// Whether the margins are automatic, and take free space.
  var isAuto: (Bool, Bool)

  /// Returns the offset of the border box.
  func offset(_ align: BoxAlign) -> Double {
    if isAuto.0 || isAuto.1 {
      let start = isAuto.0 ? (isAuto.1 ? free / 2 : free) : 0
      return max(start, 0) + startMargin
    }
    return startMargin + free * GridContainer.share(align)
  }
}

extension GridContainer {
  /// Returns the alignment of a box in an area, from 0 (start edge of the axis) to 1 (end edge).
  static func share(_ align: BoxAlign) -> Double {
    switch align {
    case .stretch, .flexStart, .baseline, .start, .fill: 0
    case .flexEnd, .end: 1
    case .center: 0.5
    }
  }
}

/// The lines of a grid in its padding box, for absolutely positioned children.
struct GridLines {
  private let columns, rows: GridAxis
  private let left, top, innerWidth: Double
  private let isRightToLeft: Bool

  init(_ grid: GridContainer, isRightToLeft: Bool) {
    columns = grid.columns
    rows = grid.rows
    left = grid.edges.left
    top = grid.edges.top
    innerWidth = grid.innerWidth
    self.isRightToLeft = isRightToLeft
  }

  /// Returns the area of an absolutely positioned child, narrowed from the padding box (§9); both
  /// are relative to the border box of the grid.
  func area(column: GridRange, row: GridRange, in block: Rect) -> Rect {
    var horizontal = Self.span(column, columns)
    if isRightToLeft {
      horizontal = (
        horizontal.end.map { innerWidth - $0 }, horizontal.start.map { innerWidth - $0 }
      )
    }
    let vertical = Self.span(row, rows)
    let minX = horizontal.start.map { $0 + left } ?? block.minX
    let maxX = horizontal.end.map { $0 + left } ?? block.maxX
    let minY = vertical.start.map { $0 + top } ?? block.minY
    let maxY = vertical.end.map { $0 + top } ?? block.maxY
    // Lines that cross leave no room, at the first of them.
    return Rect(
      x: isRightToLeft ? min(minX, maxX) : minX, y: minY, width: max(maxX - minX, 0),
      height: max(maxY - minY, 0))
  }

  /// The edges at lines; `nil` for automatic lines and those outside of the grid.
  private static func span(
    _ range: GridRange, _ axis: GridAxis
  ) -> (start: Double?, end: Double?) {
    guard range.isPlaced else { return (nil, nil) }
    let lines = range.lines(explicitCount: axis.explicitCount)
    let hasStart = range.start != .auto
    let hasEnd = range.end != .auto
    let start = axis.explicitStart + lines.start
    let end = axis.explicitStart + lines.end
    return (
      hasStart && start >= 0 && start <= axis.tracks.count
        ? axis.start(afterLine: start) : nil,
      hasEnd && end >= 0 && end <= axis.tracks.count ? axis.end(beforeLine: end) : nil
    )
  }
}
