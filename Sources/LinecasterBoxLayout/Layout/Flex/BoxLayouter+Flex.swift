/// CSS Flexible Box Layout 1 §9: the layout of a flex container, one call per step.
extension BoxLayouter {
  /// Lays out the items of a container and writes their boxes (§9, one call per step).
  mutating func layOutItems(of node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    var container = FlexContainer(node: node, style: nodes[node], request: request)
    try collectItems(of: &container)  // §9.1 step 1, §9.2 step 2
    try determineBaseSizes(in: &container)  // §9.2 step 3
    collectLines(in: &container)  // §9.3 step 5
    determineMainSize(of: &container)  // §9.2 step 4
    try resolveFlexibleLengths(in: &container)  // §9.3 step 6
    try determineHypotheticalCrossSizes(in: &container)  // §9.4 step 7
    try determineLineCrossSizes(in: &container)  // §9.4 step 8
    determineCrossSize(of: &container)  // §9.6 step 15
    stretchLines(of: &container)  // §9.4 step 9
    determineUsedCrossSizes(in: &container)  // §9.4 step 11
    distributeMainSpace(in: &container)  // §9.5 step 12
    alignItemsAcross(in: &container)  // §9.6 steps 13 and 14
    alignLines(of: &container)  // §9.6 step 16
    placeItems(of: &container)
    let result = try result(of: &container, request)
    discardScratch(of: &container)
    return result
  }

  mutating func discardScratch(of container: inout FlexContainer) {
    itemCount = container.items.lowerBound
    lineCount = container.lines.lowerBound
  }
}

/// §9.9 Intrinsic sizes: the widths of containers under min-content and max-content constraints.
extension BoxLayouter {
  /// Returns the width in which the items of a container have their min-content or max-content
  /// contributions: side by side in a row, the widest one of a column.
  mutating func containerWidth(
    of node: Int, _ query: LayoutCache.Query, basis: PercentBasis, height: Double
  ) throws -> Double {
    let style = nodes[node]
    if query == .maxContentWidth, !style.isRow, style.wrap != .nowrap {
      return try columnsWidth(of: node, basis: basis, height: height)
    }
    let edges = style.edges(against: basis.width)
    let isSummed = style.isRow && (query == .maxContentWidth || style.wrap == .nowrap)
    let itemBasis = PercentBasis(
      width: .indefinite,
      height: height.isDefinite ? max(height - edges.vertical, 0) : .indefinite)
    let gap = style.columnGap.resolvedOrZero(against: .indefinite)
    var width = 0.0
    var count = 0
    var isBounded = false
    let end = nodes[node].end
    var child = node + 1
    while child < end {
      if nodes[child].display == .contents {
        child += 1
        continue
      }
      if nodes[child].display.hasBox, !nodes[child].isOutOfFlow {
        let contribution = try contribution(of: child, query, basis: itemBasis, in: node)
        width = isSummed ? width + contribution : max(width, contribution)
        isBounded = isBounded || nodes[child].basis.isPoints
        count += 1
      }
      child = nodes[child].end
    }
    if isSummed, count > 1 { width += gap * Double(count - 1) }
    if isBounded, query == .maxContentWidth, style.wrap != .nowrap {
      // Flex base sizes limit the sum, but not the width of the widest item.
      return max(
        try contentWidth(of: node, .minContentWidth, basis: basis, height: height),
        max(width, 0) + edges.horizontal)
    }
    return max(width, 0) + edges.horizontal
  }

  /// Returns the width of the lines of a column that wraps, each as wide as its widest item.
  private mutating func columnsWidth(
    of node: Int, basis: PercentBasis, height: Double
  ) throws -> Double {
    let request = LayoutRequest(
      width: .indefinite, height: height, percentHeight: height, basis: basis)
    var container = FlexContainer(node: node, style: nodes[node], request: request)
    try collectItems(of: &container)
    try determineBaseSizes(in: &container)
    collectLines(in: &container)
    determineMainSize(of: &container)
    try resolveFlexibleLengths(in: &container)
    try determineHypotheticalCrossSizes(in: &container)
    try determineLineCrossSizes(in: &container)
    let width = crossSum(of: &container) + container.edges.horizontal
    discardScratch(of: &container)
    return width
  }

  /// Returns the outer width that an item contributes to its container (§9.9.1).
  private mutating func contribution(
    of node: Int, _ query: LayoutCache.Query, basis: PercentBasis, in container: Int
  ) throws -> Double {
    try resolveKeywords(
      of: node, width: .indefinite, height: basis.height, basis: .indefinite, query)
    let style = nodes[node]
    let edges = style.edges(against: .indefinite)
    let margins =
      style.margin.left.resolvedOrZero(against: .indefinite)
      + style.margin.right.resolvedOrZero(against: .indefinite)
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: .indefinite)
    var width = style.definiteSize(isRow: true, edges: edges.horizontal, against: .indefinite)
    var height = Double.indefinite
    if !width.isDefinite {
      height = definiteHeight(of: node, edges: edges, basis: basis, in: container)
      if style.hasRatio, height.isDefinite {
        width = try ratioWidth(of: node, height: height, edges: edges, basis: .indefinite)
      } else {
        width = try contentWidth(
          of: node, query, basis: style.isVertical ? basis : .indefinite, height: height)
        let transferred = transferredWidthLimits(of: style, edges: edges, against: basis.height)
        width = width.clamped(transferred.minimum, transferred.maximum)
      }
    }
    let prefersSize =
      nodes[container].hasYogaRules && !nodes[node].width.isAuto
    if nodes[container].isRow, !prefersSize,
      query == .maxContentWidth || nodes[container].wrap == .nowrap
    {
      width = try flexed(width, of: node, edges: edges, limits.maximum, height: height)
    }
    return width.clamped(limits.minimum, limits.maximum) + margins
  }

  /// Returns a contribution limited by the flex base size: from above if the item cannot grow, from
  /// below if it cannot shrink; then by the automatic minimum.
  private mutating func flexed(
    _ contribution: Double, of node: Int, edges: ResolvedEdges, _ maximum: Double, height: Double
  ) throws -> Double {
    let style = nodes[node]
    let basis = style.basis.resolved(against: .indefinite)
    guard basis.isDefinite else { return contribution }
    let base = style.borderBox(basis, edges: edges.horizontal)
    var width = contribution
    if style.grow == 0 { width = min(width, base) }
    if style.shrink == 0 { width = max(width, base) }
    guard width < contribution, style.minWidth.isAuto, !style.clips(isRow: true) else {
      return width
    }
    var minimum = try contentWidth(
      of: node, .minContentWidth, basis: .indefinite, height: height)
    if style.hasRatio, height.isDefinite {
      minimum = max(minimum, style.width(forHeight: height, edges: edges))
    }
    let definite = style.definiteSize(
      isRow: true, edges: edges.horizontal, against: .indefinite)
    if definite < minimum { minimum = definite }
    if maximum < minimum { minimum = maximum }
    return max(width, minimum)
  }

  /// Returns the height of an item before its layout: by style, or stretched in a definite single
  /// line.
  private func definiteHeight(
    of node: Int, edges: ResolvedEdges, basis: PercentBasis, in container: Int
  ) -> Double {
    let style = nodes[node]
    let limits = style.limits(isRow: false, edges: edges.vertical, against: basis.height)
    var height = style.definiteSize(isRow: false, edges: edges.vertical, against: basis.height)
    if !height.isDefinite, basis.height.isDefinite, nodes[container].isRow,
      nodes[container].wrap == .nowrap,
      (style.alignSelf ?? nodes[container].alignItems) == .stretch,
      !style.margin.top.isAuto, !style.margin.bottom.isAuto
    {
      height =
        basis.height - style.margin.top.resolvedOrZero(against: .indefinite)
        - style.margin.bottom.resolvedOrZero(against: .indefinite)
    }
    return height.isDefinite ? height.clamped(limits.minimum, limits.maximum) : .indefinite
  }
}
