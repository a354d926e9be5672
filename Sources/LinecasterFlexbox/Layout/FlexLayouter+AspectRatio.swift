/// CSS Sizing 4 §5: sizes that follow from the other one through the aspect ratio, and their
/// automatic minimum (§5.2), which keeps content from overflowing them.
extension FlexLayouter {
  /// The border-box height that the aspect ratio gives to a width.
  mutating func ratioHeight(
    of node: Int, width: Double, edges: ResolvedEdges, basis: PercentBasis
  ) throws -> Double {
    let style = nodes[node]
    guard style.minHeight.isAuto, !style.clips(isRow: false) else {
      return style.height(forWidth: width, edges: edges)
    }
    return try ratioContentHeight(of: node, width: width, edges: edges, basis: basis)
  }

  /// The height that the aspect ratio gives to a width, or that of the content at it if larger.
  ///
  /// Text fills the height it is given.
  mutating func ratioContentHeight(
    of node: Int, width: Double, edges: ResolvedEdges, basis: PercentBasis
  ) throws -> Double {
    let height = nodes[node].height(forWidth: width, edges: edges)
    guard nodes[node].kind == .container else { return height }
    let request = LayoutRequest(width: width, height: height, percentHeight: height, basis: basis)
    return max(height, try layOut(node, request).contentHeight)
  }

  /// The border-box width that the aspect ratio gives to a height, unless another is preferred.
  mutating func ratioWidth(
    of node: Int, height: Double, preferring preferred: Double = .indefinite,
    edges: ResolvedEdges, basis: PercentBasis
  ) throws -> Double {
    let style = nodes[node]
    let width = preferred.or(style.width(forHeight: height, edges: edges))
    guard style.minWidth.isAuto, !style.clips(isRow: true) else { return width }
    return max(
      width, try contentWidth(of: node, .minContentWidth, basis: basis, height: height))
  }
}
