/// The min-content and max-content widths of blocks.
extension BoxLayouter {
  /// Returns the min-content or max-content width of a block: that of its widest child.
  mutating func blockWidth(
    of node: Int, _ query: LayoutCache.Query, basis: PercentBasis, height: Double
  ) throws -> Double {
    let edges = nodes[node].edges(against: basis.width)
    let inner = PercentBasis(
      width: .indefinite,
      height: height.isDefinite ? max(height - edges.vertical, 0) : .indefinite)
    var widest = 0.0
    for child in boxChildren(of: node) where !nodes[child].isOutOfFlow {
      let edges = nodes[child].edges(against: .indefinite)
      let height = definiteHeight(of: nodes[child], edges: edges.vertical, in: inner)
      widest = max(
        widest, try outerContentWidth(of: child, query, height: height, basis: inner))
    }
    return widest + edges.horizontal
  }

  /// Returns the outer width of a child by style, by its ratio, or for its content.
  ///
  /// - Parameter height: the border-box height, if known.
  mutating func outerContentWidth(
    of node: Int, _ query: LayoutCache.Query, height: Double, basis: PercentBasis
  ) throws -> Double {
    try resolveKeywords(of: node, width: .indefinite, height: basis.height, basis: basis)
    let style = nodes[node]
    let edges = style.edges(against: .indefinite)
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: .indefinite)
    var width = style.definiteSize(isRow: true, edges: edges.horizontal, against: .indefinite)
    // The available width is unknown, so the content alone decides.
    if style.usesKeywords, nodes.source(node).width == .fitContent { width = .indefinite }
    if !width.isDefinite, style.hasRatio, height.isDefinite {
      width = try ratioWidth(of: node, height: height, edges: edges, basis: basis)
    } else if !width.isDefinite {
      width = try contentWidth(of: node, query, basis: basis, height: height)
      let transferred = transferredWidthLimits(of: style, edges: edges, against: basis.height)
      width = width.clamped(transferred.minimum, transferred.maximum)
    }
    return width.clamped(limits.minimum, limits.maximum)
      + style.margin.resolved(against: .indefinite).horizontal
  }
}
