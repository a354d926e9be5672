import LinecasterBase

/// The contributions of items to their tracks (CSS Grid 1 §12.5, §6.6).
extension BoxLayouter {
  /// Returns the contributions of items to columns.
  ///
  /// - Parameter usesRows: whether rows are sized, so the heights of areas are known.
  mutating func columnContributions(
    of grid: GridContainer, _ constraint: GridTrackSizer.Constraint, usesRows: Bool
  ) throws -> [GridContribution] {
    var contributions: [GridContribution] = []
    contributions.reserveCapacity(grid.items.count)
    for item in grid.items {
      if item.subgridsColumns {
        contributions += try subgridColumnContributions(of: item, in: grid, constraint)
        continue
      }
      let needs = ContributionNeeds(
        grid.columns, item.columns, constraint, isDefinite: grid.innerWidth.isDefinite)
      guard needs.isAny else { continue }
      let isKnown = usesRows || grid.rows.isFixed(item.rows)
      let height = isKnown ? grid.rows.extent(of: item.rows) : .indefinite
      let most =
        needs.maxContent
        ? try width(of: item, .maxContentWidth, areaHeight: height) : .indefinite
      let least =
        needs.minContent || needs.minimum
        ? try width(of: item, .minContentWidth, areaHeight: height) : .indefinite
      contributions.append(
        GridContribution(
          tracks: item.columns,
          minimum: needs.minimum
            ? leastWidth(of: item, content: least, needs, in: grid) : .indefinite,
          minContent: least, maxContent: most, isFlexible: needs.isFlexible))
    }
    return contributions
  }

  /// Returns the min-content or max-content contribution: the outer width without an area.
  private mutating func width(
    of item: GridItem, _ query: LayoutCache.Query, areaHeight: Double
  ) throws -> Double {
    let node = Int(item.node)
    let basis = PercentBasis(width: .indefinite, height: areaHeight)
    try resolveKeywords(
      of: node, width: .indefinite, height: areaHeight, basis: basis, query)
    let edges = nodes[node].edges(against: .indefinite)
    let height = knownHeight(of: item, areaHeight: areaHeight, edges: edges, basis: basis)
    return try outerContentWidth(of: node, query, height: height, basis: basis)
  }

  /// Returns the height by style, or that of the area if the item fills it; indefinite if it
  /// follows from the width.
  private func knownHeight(
    of item: GridItem, areaHeight: Double, edges: ResolvedEdges, basis: PercentBasis
  ) -> Double {
    let style = nodes[Int(item.node)]
    let height = definiteHeight(of: style, edges: edges.vertical, in: basis)
    guard !height.isDefinite, item.stretchesHeight, areaHeight.isDefinite else { return height }
    let limits = style.heightLimits(edges: edges.vertical, against: basis.height)
    let margins = style.margin.resolved(against: basis.width).vertical
    return max(areaHeight - margins, edges.vertical).clamped(limits.minimum, limits.maximum)
  }

  /// Returns the minimum contribution: the outer width for a preferred minimum width.
  ///
  /// - Parameter content: the min-content contribution.
  private func leastWidth(
    of item: GridItem, content: Double, _ needs: ContributionNeeds, in grid: GridContainer
  ) -> Double {
    let style = nodes[Int(item.node)]
    guard style.width.isAuto || style.width.isPercent else { return content }
    let edges = style.edges(against: .indefinite)
    let margins = style.margin.resolved(against: .indefinite).horizontal
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: .indefinite)
    guard style.minWidth.isAuto, !style.clips(isRow: true), needs.hasAutomaticMinimum else {
      return limits.minimum + margins
    }
    return min(content, max(needs.fixedLimit, edges.horizontal + margins))
  }

  /// Returns the contributions of items to rows; widths are already decided.
  mutating func rowContributions(of grid: inout GridContainer) throws -> [GridContribution] {
    try determineAscents(in: &grid, isFinal: false)
    var contributions: [GridContribution] = []
    contributions.reserveCapacity(grid.items.count)
    for item in grid.items {
      if item.subgridsRows {
        contributions += try subgridRowContributions(of: item, in: grid)
        continue
      }
      let needs = ContributionNeeds(
        grid.rows, item.rows, .none, isDefinite: grid.innerHeight.isDefinite)
      guard needs.isAny else { continue }
      let style = nodes[Int(item.node)]
      let area = (width: grid.columns.extent(of: item.columns), height: Double.indefinite)
      let margins = style.margin.resolved(against: area.width).vertical + item.shim
      let height = try size(of: item, in: area).height + margins
      let least =
        style.isVertical ? try leastLineLength(of: item, in: area) + margins : height
      contributions.append(
        GridContribution(
          tracks: item.rows,
          minimum: leastHeight(of: item, content: least, margins: margins, needs, area.width),
          minContent: least, maxContent: height, isFlexible: needs.isFlexible))
    }
    return contributions
  }

  /// Returns the height that vertical lines need: that by style, or of their longest word.
  private mutating func leastLineLength(
    of item: GridItem, in area: (width: Double, height: Double)
  ) throws -> Double {
    let node = Int(item.node)
    let basis = PercentBasis(width: area.width, height: area.height)
    let edges = nodes[node].edges(against: area.width)
    let height = knownHeight(of: item, areaHeight: area.height, edges: edges, basis: basis)
    guard !height.isDefinite else { return height }
    let limits = nodes[node].heightLimits(edges: edges.vertical, against: area.height)
    return try leastVerticalHeight(of: node, basis: basis)
      .clamped(limits.minimum, limits.maximum)
  }

  private func leastHeight(
    of item: GridItem, content: Double, margins: Double, _ needs: ContributionNeeds,
    _ areaWidth: Double
  ) -> Double {
    let style = nodes[Int(item.node)]
    guard style.height.isAuto || style.height.isPercent else { return content }
    let edges = style.edges(against: areaWidth).vertical
    guard style.minHeight.isAuto, !style.clips(isRow: false), needs.hasAutomaticMinimum else {
      return style.heightLimits(edges: edges, against: .indefinite).minimum + margins
    }
    return min(content, max(needs.fixedLimit, edges + margins))
  }

  /// Returns the border box of an item in its area, which may have an indefinite height, and the
  /// height for percentages inside.
  mutating func size(
    of item: GridItem, in area: (width: Double, height: Double), measuresHeight: Bool = true
  ) throws -> (width: Double, height: Double, percentHeight: Double) {
    let node = Int(item.node)
    let basis = PercentBasis(width: area.width, height: area.height)
    try resolveKeywords(of: node, width: area.width, height: area.height, basis: basis)
    let style = nodes[node]
    let edges = style.edges(against: area.width)
    let margin = style.margin.resolved(against: area.width)
    let height =
      item.subgridsRows && area.height.isDefinite
      ? max(area.height - margin.vertical, edges.vertical)
      : knownHeight(of: item, areaHeight: area.height, edges: edges, basis: basis)
    let width =
      item.subgridsColumns
      ? max(area.width - margin.horizontal, edges.horizontal)
      : try self.width(of: item, areaWidth: area.width, height: height, edges, basis)
    if !measuresHeight || (item.subgridsRows && height.isDefinite) {
      return (width, height, height)
    }
    let used = try usedHeight(of: node, width: width, definite: height, edges: edges, basis: basis)
    let ratioHeight = style.hasRatio ? style.height(forWidth: width, edges: edges) : .indefinite
    return (width, used, height.or(ratioHeight))
  }

  /// Returns the width by style, by the area that the item fills, by the aspect ratio, or
  /// fit-content.
  private mutating func width(
    of item: GridItem, areaWidth: Double, height: Double, _ edges: ResolvedEdges,
    _ basis: PercentBasis
  ) throws -> Double {
    let node = Int(item.node)
    let style = nodes[node]
    let room = areaWidth - style.margin.resolved(against: areaWidth).horizontal
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: areaWidth)
    var width = style.definiteSize(isRow: true, edges: edges.horizontal, against: areaWidth)
    if !width.isDefinite, item.stretchesWidth { width = max(room, edges.horizontal) }
    if !width.isDefinite, style.hasRatio, height.isDefinite {
      width = try ratioWidth(of: node, height: height, edges: edges, basis: basis)
    }
    if !width.isDefinite {
      width =
        item.fillsWidthBeforeRatio
        ? max(room, edges.horizontal)
        : try fitContentWidth(
          of: node, available: max(room, 0), basis: basis, height: height)
      let transferred = transferredWidthLimits(of: style, edges: edges, against: basis.height)
      width = width.clamped(transferred.minimum, transferred.maximum)
    }
    return width.clamped(limits.minimum, limits.maximum)
  }
}

/// The shared baselines of items in a row (§10.6).
extension BoxLayouter {
  /// Finds the distance by which each baseline-aligned item moves down.
  ///
  /// - Parameter isFinal: whether the boxes of items are known.
  mutating func determineAscents(in grid: inout GridContainer, isFinal: Bool) throws {
    guard grid.items.contains(where: \.isOnBaseline) else { return }
    var ascents = [Double](repeating: -.infinity, count: grid.rows.tracks.count)
    for index in grid.items.indices where grid.items[index].isOnBaseline {
      var item = grid.items[index]
      var area = grid.area(of: item)
      var percentHeight = Double.indefinite
      if isFinal {
        percentHeight = contexts.isUsed ? contexts[Int(item.node)].percentHeight : .indefinite
      } else {
        area.height = .indefinite
        let size = try size(of: item, in: area)
        (item.width, item.height, percentHeight) = (size.width, size.height, size.percentHeight)
      }
      let margin = nodes[Int(item.node)].margin.top.resolvedOrZero(against: area.width)
      let baseline = try baseline(of: item, in: area, percentHeight: percentHeight)
      grid.items[index].isOnBaseline = baseline.isDefinite || !isCyclic(item, in: grid)
      guard grid.items[index].isOnBaseline else { continue }
      item.ascent = margin + baseline.or(item.height)
      grid.items[index] = item
      let row = item.rows.lowerBound
      ascents[row] = max(ascents[row], item.ascent)
    }
    for index in grid.items.indices where grid.items[index].isOnBaseline {
      let row = grid.items[index].rows.lowerBound
      grid.items[index].shim = ascents[row] - grid.items[index].ascent
    }
  }

  /// Whether an item's height depends on rows that depend on the heights of items.
  private func isCyclic(_ item: GridItem, in grid: GridContainer) -> Bool {
    let style = nodes[Int(item.node)]
    let isShare = style.height.isPercent || style.minHeight.isPercent || style.maxHeight.isPercent
    return isShare && item.rows.contains { grid.rows.tracks[$0].hasIntrinsicSize }
  }

  /// Returns the distance from the top of an item's border box to its first baseline; indefinite
  /// without one.
  mutating func baseline(
    of item: GridItem, in area: (width: Double, height: Double), percentHeight: Double
  ) throws -> Double {
    let node = Int(item.node)
    let request = LayoutRequest(
      width: item.width, height: item.height, percentHeight: percentHeight,
      basis: PercentBasis(width: area.width, height: area.height), needsBaseline: true)
    let baseline = try layOut(node, request).baseline
    return nodes[node].clips(isRow: false) ? baseline.clamped(0, item.height) : baseline
  }
}

/// The contributions of an item that its tracks need.
private struct ContributionNeeds {
  private(set) var minimum = false
  private(set) var minContent = false
  private(set) var maxContent = false
  private(set) var isFlexible = false
  /// Whether an automatic minimum is that of the content (§6.6).
  private(set) var hasAutomaticMinimum = false
  /// The fixed maximum of the tracks; infinite if the content decides.
  private(set) var fixedLimit: Double

  init(
    _ axis: GridAxis, _ range: Range<Int>, _ constraint: GridTrackSizer.Constraint,
    isDefinite: Bool
  ) {
    fixedLimit = axis.gaps(in: range)
    var hasAutomaticTrack = false
    let isSpanning = range.count > 1
    for index in range {
      let track = axis.tracks[index]
      fixedLimit += track.fixedLimit
      if track.minimum == .auto { hasAutomaticTrack = true }
      if track.minimum.isIntrinsic {
        minimum = true
        minContent = minContent || track.minimum != .auto
      }
      if track.minimum == .maxContent || (isSpanning && constraint == .maxContent) {
        maxContent = true
      }
      switch track.maximum {
      case .fixed: break
      case .minContent: minContent = true
      case .auto, .maxContent:
        maxContent = true
        minContent = minContent || isSpanning
      case .flexible:
        isFlexible = true
        if !isDefinite { maxContent = true }
      }
    }
    hasAutomaticMinimum = hasAutomaticTrack && !(isSpanning && isFlexible)
  }

  var isAny: Bool { minimum || minContent || maxContent }
}
