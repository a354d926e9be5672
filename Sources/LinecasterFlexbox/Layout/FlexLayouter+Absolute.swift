internal import LinecasterGeometry

/// §4.1 Absolutely positioned children, after CSS Positioned Layout 3 §4.
extension FlexLayouter {
  /// Sizes and places an absolutely positioned node whose ancestors are final.
  mutating func layOutAbsolute(_ node: Int) throws {
    let block = containingBlock(of: node)
    let basis = PercentBasis(width: block.width, height: block.height)
    let style = styles[node]
    let edges = style.edges(against: block.width)
    let margin = style.margin.resolved(against: block.width)
    let inset = AbsoluteInsets(style.inset, in: block)
    boxes[node].basis = basis
    let height = absoluteHeight(of: style, edges: edges, margin: margin, inset, in: block)
    let width = try absoluteWidth(
      of: node, edges: edges, margin: margin, inset, in: block, height: height)
    boxes[node].width = width
    boxes[node].isHeightDefinite = true
    boxes[node].height = try usedHeight(
      of: node, width: width, definite: height, edges: edges, basis: basis)
    placeAbsolute(node, margin: margin, inset, in: block)
  }

  /// The padding box of the nearest positioned ancestor, relative to the border box of the node's
  /// parent.
  private func containingBlock(of node: Int) -> Rect {
    var ancestor = boxParent(of: node)
    var x = 0.0
    var y = 0.0
    while styles[ancestor].position == .static, nodes[ancestor].parent >= 0 {
      x -= boxes[ancestor].x + boxes[ancestor].offset.x
      y -= boxes[ancestor].y + boxes[ancestor].offset.y
      ancestor = boxParent(of: ancestor)
    }
    let box = boxes[ancestor]
    let border = styles[ancestor].border.resolved(against: box.basis.width)
    return Rect(
      x: x + border.left, y: y + border.top, width: max(box.width - border.horizontal, 0),
      height: max(box.height - border.vertical, 0))
  }

  /// The nearest ancestor that has a box.
  func boxParent(of node: Int) -> Int {
    var parent = Int(nodes[node].parent)
    while parent > 0, styles[parent].display == .contents { parent = Int(nodes[parent].parent) }
    return parent
  }

  /// The height by style or between two insets, within its limits; indefinite if it follows from
  /// the width.
  private func absoluteHeight(
    of style: NodeStyle, edges: ResolvedEdges, margin: ResolvedEdges, _ inset: AbsoluteInsets,
    in block: Rect
  ) -> Double {
    var height = style.definiteSize(isRow: false, edges: edges.vertical, against: block.height)
    let isRatioFree = !style.aspectRatio.isDefinite || (style.width.isAuto && !inset.fillsWidth)
    if !height.isDefinite, inset.fillsHeight, isRatioFree {
      height = max(
        block.height - inset.top - inset.bottom - margin.vertical, edges.vertical)
    }
    guard height.isDefinite else { return .indefinite }
    let limits = style.heightLimits(edges: edges.vertical, against: block.height)
    return height.clamped(limits.minimum, limits.maximum)
  }

  /// The width by style, between two insets, by the aspect ratio, else fit-content.
  private mutating func absoluteWidth(
    of node: Int, edges: ResolvedEdges, margin: ResolvedEdges, _ inset: AbsoluteInsets,
    in block: Rect, height: Double
  ) throws -> Double {
    let style = styles[node]
    var width = style.definiteSize(isRow: true, edges: edges.horizontal, against: block.width)
    let space =
      block.width - inset.left.or(0) - inset.right.or(0) - margin.horizontal
    if !width.isDefinite, style.aspectRatio.isDefinite, height.isDefinite {
      width = style.width(forHeight: height, edges: edges)
    }
    if !width.isDefinite, inset.fillsWidth { width = max(space, edges.horizontal) }
    if !width.isDefinite {
      width = try fitContentWidth(
        of: node, available: max(space, 0), basis: boxes[node].basis, height: height)
      let transferred = transferredWidthLimits(of: style, edges: edges, against: block.height)
      width = width.clamped(transferred.minimum, transferred.maximum)
    }
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: block.width)
    return width.clamped(limits.minimum, limits.maximum)
  }

  private mutating func placeAbsolute(
    _ node: Int, margin: ResolvedEdges, _ inset: AbsoluteInsets, in block: Rect
  ) {
    let style = styles[node]
    let parent = boxParent(of: node)
    let spot = staticPosition(of: node, margin: margin)
    let horizontal = AbsoluteSpan(
      start: inset.left, end: inset.right, size: boxes[node].width, space: block.width,
      margins: (margin.left, margin.right),
      isAuto: (style.margin.left.isAuto, style.margin.right.isAuto),
      prefersEnd: styles[parent].isRightToLeft)
    let vertical = AbsoluteSpan(
      start: inset.top, end: inset.bottom, size: boxes[node].height, space: block.height,
      margins: (margin.top, margin.bottom),
      isAuto: (style.margin.top.isAuto, style.margin.bottom.isAuto), prefersEnd: false)
    boxes[node].x = horizontal.position.isDefinite ? block.minX + horizontal.position : spot.x
    boxes[node].y = vertical.position.isDefinite ? block.minY + vertical.position : spot.y
  }

  /// Where the node would be as the only item of its parent (§4.1), relative to the parent.
  private func staticPosition(of node: Int, margin: ResolvedEdges) -> Point {
    let parent = boxParent(of: node)
    let style = styles[parent]
    let box = boxes[parent]
    let container = FlexContainer(
      node: parent, style: style,
      request: LayoutRequest(
        width: box.width, height: box.height, isHeightDefinite: true, basis: box.basis))
    let width = boxes[node].width + margin.horizontal
    let height = boxes[node].height + margin.vertical
    let size = container.isRow ? (main: width, cross: height) : (main: height, cross: width)
    let justify = FreeSpace(
      style.justifyContent, free: container.innerMain - size.main, count: 1,
      isSwapped: container.swapsMainStart)
    let align = styles[node].alignSelf ?? style.alignItems
    var main = justify.start
    var cross = Self.staticOffset(
      align, free: container.innerCross - size.cross, isSwapped: container.swapsCrossStart)
    if container.isMainReversed { main = container.innerMain - main - size.main }
    if container.isCrossReversed { cross = container.innerCross - cross - size.cross }
    return Point(
      x: container.edges.left + (container.isRow ? main : cross) + margin.left,
      y: container.edges.top + (container.isRow ? cross : main) + margin.top)
  }

  private static func staticOffset(_ align: FlexAlign, free: Double, isSwapped: Bool) -> Double {
    switch align {
    case .stretch, .flexStart: 0
    case .flexEnd: free
    case .center: free / 2
    case .start, .baseline: isSwapped ? free : 0
    case .end: isSwapped ? 0 : free
    }
  }
}
