internal import LinecasterBase

/// The whole tree: the root as a block-level container, then each node at its final size.
extension BoxLayouter {
  /// Lays out the tree in its containing block.
  mutating func layOutTree(in available: PercentBasis) throws {
    if nodes[0].display.hasBox { try layOutRoot(in: available) }
    var node = 0
    while node < nodes.count {
      switch nodes[node].display {
      case .none: node = nodes[node].end
      case .contents: node += 1
      case .flex, .grid, .block:
        if node > 0, nodes[node].isOutOfFlow { try layOutAbsolute(node) }
        node = try layOutFinally(node)
      }
    }
  }

  /// Lays out the items of a node with a final box, unless they are already in place; returns the
  /// next node to visit.
  @inline(__always)
  private mutating func layOutFinally(_ node: Int) throws -> Int {
    let style = nodes[node]
    guard style.end > node + 1 else { return style.end }
    if isRunFinal(of: node) {
      if boxes[node].isSettled, !style.flags.contains(.isLeftByAbsolute) { return style.end }
    } else {
      let request = try finalRequest(for: node)
      if isUnknownSubgrid(node) { try layOutGridAround(node) }
      _ = try run(node, request, key(for: node, request))
    }
    boxes[node].isSettled = true
    return node + 1
  }

  /// Whether a node is a subgrid with tracks that only an earlier layout knew.
  private func isUnknownSubgrid(_ node: Int) -> Bool {
    guard nodes[node].display == .grid, subgrids[node] == nil, node > 0 else { return false }
    let template = templates[nodes[node].template].value
    return template.columns.isSubgrid || template.rows.isSubgrid
  }

  private mutating func layOutGridAround(_ node: Int) throws {
    let parent = boxParent(of: node)
    guard nodes[parent].display == .grid, !nodes[node].isOutOfFlow else { return }
    if isUnknownSubgrid(parent) { try layOutGridAround(parent) }
    _ = try layOutGrid(of: parent, try finalRequest(for: parent))
  }

  /// Returns the request for the final layout of a node's items.
  ///
  /// A height from the content stays a content height in the request, as long as it is the same:
  /// lines of columns break only at a given height.
  mutating func finalRequest(for node: Int) throws -> LayoutRequest {
    let style = nodes[node]
    var request = LayoutRequest(
      width: boxes[node].width, height: .indefinite,
      percentHeight: contexts[node].percentHeight, basis: contexts[node].basis)
    let height = boxes[node].height
    var contentHeight = Double.indefinite
    if !style.isHeightSensitive {
      let known = cache.find(key(for: node, request), in: &boxes[node])
      if known >= 0 { contentHeight = cache.entries[Int(known)].result.height }
    } else if !request.percentHeight.isDefinite {
      contentHeight = try layOut(node, request).height
    }
    if contentHeight != height || style.flags.contains(.prefersSizes) { request.height = height }
    return request
  }

  /// Whether the boxes of a node's children come from a layout at its final size.
  @inline(__always)
  private func isRunFinal(of node: Int) -> Bool {
    let index = boxes[node].run
    guard index >= 0 else { return false }
    let style = nodes[node]
    let run = cache.entries[Int(index)]
    guard run.width == boxes[node].width else { return false }
    let context = cache.contexts[Int(index)]
    if style.usesPercent, !context.basis.matches(contexts[node].basis) { return false }
    let percentHeight = contexts[node].percentHeight
    let isContentHeight = !run.height.isDefinite && run.result.height == boxes[node].height
    guard style.isHeightSensitive else {
      let prefersSizes = style.flags.contains(.prefersSizes) && percentHeight.isDefinite
      return run.height == boxes[node].height || (isContentHeight && !prefersSizes)
    }
    return percentHeight.isDefinite
      ? run.height == boxes[node].height && context.percentHeight == percentHeight
      : isContentHeight && !context.percentHeight.isDefinite
  }

  /// The root fills a definite available width, and has the height of its content.
  private mutating func layOutRoot(in available: PercentBasis) throws {
    try resolveKeywords(
      of: 0, width: available.width, height: available.height, basis: available)
    let style = nodes[0]
    let edges = style.edges(against: available.width)
    let margin = style.margin.resolved(against: available.width)
    let height = definiteHeight(of: style, edges: edges.vertical, in: available)
    var width = style.definiteSize(
      isRow: true, edges: edges.horizontal, against: available.width)
    if !width.isDefinite, style.hasRatio, height.isDefinite {
      width = try ratioWidth(of: 0, height: height, edges: edges, basis: available)
    }
    if !width.isDefinite { width = available.width - margin.horizontal }
    if !width.isDefinite {
      width = try contentWidth(of: 0, .maxContentWidth, basis: available, height: height)
    }
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: available.width)
    width = width.clamped(limits.minimum, limits.maximum)
    boxes[0].width = width
    try determineRootHeight(height, edges: edges, in: available)
    placeRoot(margin: margin, in: available)
  }

  private mutating func determineRootHeight(
    _ height: Double, edges: ResolvedEdges, in available: PercentBasis
  ) throws {
    let hasRatio = nodes[0].hasRatio
    contexts[0] = NodeContext(
      percentHeight: height.or(
        hasRatio ? nodes[0].height(forWidth: boxes[0].width, edges: edges) : .indefinite),
      basis: available)
    boxes[0].height = try usedHeight(
      of: 0, width: boxes[0].width, definite: height, edges: edges, basis: available)
  }

  /// Returns the height by style within its limits, else by the aspect ratio, else of the content.
  mutating func usedHeight(
    of node: Int, width: Double, definite: Double, edges: ResolvedEdges, basis: PercentBasis
  ) throws -> Double {
    let style = nodes[node]
    let limits = try contentLimits(
      of: node, width: width, basis: basis, edges: edges.vertical)
    if definite.isDefinite { return definite.clamped(limits.minimum, limits.maximum) }
    let request = LayoutRequest(
      width: width, height: .indefinite, percentHeight: .indefinite, basis: basis)
    guard style.hasRatio else { return try layOut(node, request).height }
    let height = try ratioHeight(of: node, width: width, edges: edges, basis: basis)
    return height.clamped(limits.minimum, limits.maximum)
  }

  /// Returns the height by style within its limits, or indefinite.
  func definiteHeight(
    of style: ArenaNode, edges: Double, in basis: PercentBasis
  ) -> Double {
    let height = style.definiteSize(isRow: false, edges: edges, against: basis.height)
    guard height.isDefinite else { return .indefinite }
    let limits = style.heightLimits(edges: edges, against: basis.height)
    return height.clamped(limits.minimum, limits.maximum)
  }

  private mutating func placeRoot(margin: ResolvedEdges, in available: PercentBasis) {
    let style = nodes[0]
    var x = margin.left
    let free = available.width - margin.horizontal - boxes[0].width
    if free > 0, style.margin.left.isAuto { x += style.margin.right.isAuto ? free / 2 : free }
    boxes[0].x = x
    boxes[0].y = margin.top
    guard style.position != .static, style.hasExtras else { return }
    let offset = Self.offset(
      style.inset, width: available.width, height: available.height, isRightToLeft: false)
    boxes[0].x += offset.x
    boxes[0].y += offset.y
  }

  /// Returns the nearest ancestor that has a box.
  func boxParent(of node: Int) -> Int {
    var parent = nodes[node].parent
    while parent > 0, nodes[parent].display == .contents { parent = nodes[parent].parent }
    return parent
  }
}
