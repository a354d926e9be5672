internal import LinecasterGeometry

/// §4.1 Absolutely positioned children, after CSS Positioned Layout 3 §4.
extension FlexLayouter {
  /// Sizes and places an absolutely positioned node whose ancestors are final.
  mutating func layOutAbsolute(_ node: Int) throws {
    let block = containingBlock(of: node)
    let basis = PercentBasis(width: block.width, height: block.height)
    let inset = AbsoluteInsets(nodes[node].inset, in: block)
    try resolveKeywords(
      of: node, width: inset.room(in: block).width, height: inset.room(in: block).height,
      basis: basis)
    let style = nodes[node]
    let edges = style.edges(against: block.width)
    let margin = style.margin.resolved(against: block.width)
    let height = absoluteHeight(of: style, edges: edges, margin: margin, inset, in: block)
    let width = try absoluteWidth(
      of: node, edges: edges, margin: margin, inset, in: block, height: height)
    boxes[node].width = width
    let ratioHeight = style.hasRatio ? style.height(forWidth: width, edges: edges) : .indefinite
    contexts[node] = NodeContext(percentHeight: height.or(ratioHeight), basis: basis)
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
    while nodes[ancestor].position == .static, nodes[ancestor].parent >= 0 {
      x -= boxes[ancestor].x
      y -= boxes[ancestor].y
      ancestor = boxParent(of: ancestor)
    }
    let box = boxes[ancestor]
    let border = nodes[ancestor].border.resolved(against: contexts[ancestor].basis.width)
    return Rect(
      x: x + border.left, y: y + border.top, width: max(box.width - border.horizontal, 0),
      height: max(box.height - border.vertical, 0))
  }

  /// The nearest ancestor that has a box.
  func boxParent(of node: Int) -> Int {
    var parent = nodes[node].parent
    while parent > 0, nodes[parent].display == .contents { parent = nodes[parent].parent }
    return parent
  }

  /// The height by style or between two insets, within its limits; indefinite if it follows from
  /// the width.
  private func absoluteHeight(
    of style: ArenaNode, edges: ResolvedEdges, margin: ResolvedEdges, _ inset: AbsoluteInsets,
    in block: Rect
  ) -> Double {
    var height = style.definiteSize(isRow: false, edges: edges.vertical, against: block.height)
    let isRatioFree = !style.hasRatio || (style.width.isAuto && !inset.fillsWidth)
    if !height.isDefinite, inset.fillsHeight, isRatioFree {
      height = max(inset.room(in: block).height - margin.vertical, edges.vertical)
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
    let style = nodes[node]
    let basis = PercentBasis(width: block.width, height: block.height)
    var width = style.definiteSize(isRow: true, edges: edges.horizontal, against: block.width)
    if style.hasRatio, height.isDefinite {
      // Browsers keep to the automatic minimum of a ratio even where the width is given.
      let ratio = try ratioWidth(
        of: node, height: height, preferring: width, edges: edges, basis: basis)
      width = ratio
    }
    if !width.isDefinite, inset.fillsWidth {
      width = max(inset.room(in: block).width - margin.horizontal, edges.horizontal)
    }
    if !width.isDefinite {
      let room = staticRoom(of: node, inset, in: block) - margin.horizontal
      width = try fitContentWidth(
        of: node, available: max(room, 0), basis: basis, height: height)
      let transferred = transferredWidthLimits(of: style, edges: edges, against: block.height)
      width = width.clamped(transferred.minimum, transferred.maximum)
    }
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: block.width)
    return width.clamped(limits.minimum, limits.maximum)
  }

  /// The width between the insets; without any, between the static position and the edges of the
  /// containing block (§4.1).
  private func staticRoom(of node: Int, _ inset: AbsoluteInsets, in block: Rect) -> Double {
    guard !inset.left.isDefinite, !inset.right.isDefinite else {
      return inset.room(in: block).width
    }
    let parent = boxParent(of: node)
    var container = finalContainer(parent)
    let alignment = StaticAlignment(of: nodes[node], in: nodes[parent], &container)
    let start = container.edges.left
    return StaticAlignment.room(
      alignment.x, start: start, end: start + container.innerWidth, blockStart: block.minX,
      blockEnd: block.maxX)
  }

  /// A node whose box is final, as a container.
  private func finalContainer(_ node: Int) -> FlexContainer {
    let box = boxes[node]
    return FlexContainer(
      node: node, style: nodes[node],
      request: LayoutRequest(
        width: box.width, height: box.height, percentHeight: box.height,
        basis: contexts[node].basis))
  }

  private mutating func placeAbsolute(
    _ node: Int, margin: ResolvedEdges, _ inset: AbsoluteInsets, in block: Rect
  ) {
    let style = nodes[node]
    let parent = boxParent(of: node)
    let horizontal = AbsoluteSpan(
      start: inset.left, end: inset.right, size: boxes[node].width, space: block.width,
      margins: (margin.left, margin.right),
      isAuto: (style.margin.left.isAuto, style.margin.right.isAuto),
      prefersEnd: nodes[parent].isRightToLeft)
    let vertical = AbsoluteSpan(
      start: inset.top, end: inset.bottom, size: boxes[node].height, space: block.height,
      margins: (margin.top, margin.bottom),
      isAuto: (style.margin.top.isAuto, style.margin.bottom.isAuto), prefersEnd: false)
    let spot = staticPosition(of: node, margin: margin)
    boxes[node].x = horizontal.position.isDefinite ? block.minX + horizontal.position : spot.x
    boxes[node].y = vertical.position.isDefinite ? block.minY + vertical.position : spot.y
  }

  /// Where the node would be as the only item of its parent (§4.1), relative to the parent.
  private func staticPosition(of node: Int, margin: ResolvedEdges) -> Point {
    let parent = boxParent(of: node)
    var container = finalContainer(parent)
    let alignment = StaticAlignment(of: nodes[node], in: nodes[parent], &container)
    let freeWidth = container.innerWidth - boxes[node].width - margin.horizontal
    let freeHeight = container.innerHeight - boxes[node].height - margin.vertical
    return Point(
      x: container.edges.left + alignment.x * freeWidth + margin.left,
      y: container.edges.top + alignment.y * freeHeight + margin.top)
  }
}
