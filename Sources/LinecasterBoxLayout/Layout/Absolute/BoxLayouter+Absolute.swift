internal import LinecasterBase

/// §4.1 Absolutely positioned children, after CSS Positioned Layout 3 §4.
extension BoxLayouter {
  /// Sizes and places an absolutely positioned node whose ancestors are final.
  mutating func layOutAbsolute(_ node: Int) throws {
    let block = try containingBlock(of: node)
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
    // Two insets give a ratio its width, and then the width within its limits gives the height.
    let definite = style.hasRatio && style.height.isAuto ? .indefinite : height
    let ratioHeight = style.hasRatio ? style.height(forWidth: width, edges: edges) : .indefinite
    contexts[node] = NodeContext(percentHeight: definite.or(ratioHeight), basis: basis)
    boxes[node].height = try usedHeight(
      of: node, width: width, definite: definite, edges: edges, basis: basis)
    try placeAbsolute(node, margin: margin, inset, in: block)
  }

  /// Returns the padding box of the nearest positioned ancestor, relative to the border box of the
  /// node's parent.
  private mutating func containingBlock(of node: Int) throws -> Rect {
    let padding = paddingBlock(of: node)
    let parent = boxParent(of: node)
    guard nodes[parent].display == .grid, isContainingBlock(parent),
      nodes[node].gridColumn.isPlaced || nodes[node].gridRow.isPlaced
    else { return padding }
    if gridLines[parent] == nil {
      _ = try layOutGrid(of: parent, try finalRequest(for: parent))
    }
    return gridLines[parent]?.area(
      column: nodes[node].gridColumn, row: nodes[node].gridRow, in: padding) ?? padding
  }

  func isContainingBlock(_ node: Int) -> Bool {
    nodes[node].position != .static || nodes[node].parent < 0
  }

  private func paddingBlock(of node: Int) -> Rect {
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

  /// Returns the height by style or between two insets, within its limits; indefinite if it follows
  /// from the width.
  private func absoluteHeight(
    of style: ArenaNode, edges: ResolvedEdges, margin: ResolvedEdges, _ inset: AbsoluteInsets,
    in block: Rect
  ) -> Double {
    var height = style.definiteSize(isRow: false, edges: edges.vertical, against: block.height)
    let isRatioFree = !style.hasRatio || (style.width.isAuto && !inset.fillsWidth)
    if !height.isDefinite, inset.fillsHeight, isRatioFree, !style.height.isKeyword {
      height = max(inset.room(in: block).height - margin.vertical, edges.vertical)
    }
    guard height.isDefinite else { return .indefinite }
    let limits = style.heightLimits(edges: edges.vertical, against: block.height)
    return height.clamped(limits.minimum, limits.maximum)
  }

  /// Returns the width by style, between two insets, by the aspect ratio, else fit-content.
  private mutating func absoluteWidth(
    of node: Int, edges: ResolvedEdges, margin: ResolvedEdges, _ inset: AbsoluteInsets,
    in block: Rect, height: Double
  ) throws -> Double {
    let style = nodes[node]
    let basis = PercentBasis(width: block.width, height: block.height)
    var width = style.definiteSize(isRow: true, edges: edges.horizontal, against: block.width)
    if style.hasRatio, height.isDefinite {
      // Browsers keep to the automatic minimum of a ratio even if the width is given.
      let ratio = try ratioWidth(
        of: node, height: height, preferring: width, edges: edges, basis: basis)
      width = ratio
    }
    if !width.isDefinite, inset.fillsWidth {
      width = max(inset.room(in: block).width - margin.horizontal, edges.horizontal)
      let transferred = transferredWidthLimits(of: style, edges: edges, against: block.height)
      width = width.clamped(transferred.minimum, transferred.maximum)
    }
    if !width.isDefinite {
      let room = try staticRoom(of: node, inset, in: block) - margin.horizontal
      width = try fitContentWidth(
        of: node, available: max(room, 0), basis: basis, height: height)
      let transferred = transferredWidthLimits(of: style, edges: edges, against: block.height)
      width = width.clamped(transferred.minimum, transferred.maximum)
    }
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: block.width)
    return width.clamped(limits.minimum, limits.maximum)
  }

  private mutating func placeAbsolute(
    _ node: Int, margin: ResolvedEdges, _ inset: AbsoluteInsets, in block: Rect
  ) throws {
    let style = nodes[node]
    let parent = boxParent(of: node)
    let horizontal = AbsoluteSpan(
      start: inset.left, end: inset.right, size: boxes[node].width, space: block.width,
      margins: (margin.left, margin.right),
      isAuto: (style.margin.left.isAuto, style.margin.right.isAuto),
      prefersEnd: nodes[parent].isRightToLeft, keepsStart: true)
    let vertical = AbsoluteSpan(
      start: inset.top, end: inset.bottom, size: boxes[node].height, space: block.height,
      margins: (margin.top, margin.bottom),
      isAuto: (style.margin.top.isAuto, style.margin.bottom.isAuto), prefersEnd: false,
      keepsStart: false)
    let spot = try staticPosition(of: node, margin: margin, in: block)
    boxes[node].x = horizontal.position.isDefinite ? block.minX + horizontal.position : spot.x
    boxes[node].y = vertical.position.isDefinite ? block.minY + vertical.position : spot.y
  }
}

/// The place of an absolutely positioned box along one axis of its containing block (CSS
/// Positioned Layout 3 §4).
private struct AbsoluteSpan {
  /// From the start of the containing block to the border box; indefinite without insets.
  let position: Double

  /// - Parameters:
  ///   - isAuto: whether the margins are automatic; they share the space between two insets.
  ///   - prefersEnd: whether `end` wins if both insets cannot be kept.
  ///   - keepsStart: whether two automatic margins are never negative (CSS 2 §10.3.7, §10.6.4).
  init(
    start: Double, end: Double, size: Double, space: Double, margins: (Double, Double),
    isAuto: (Bool, Bool), prefersEnd: Bool, keepsStart: Bool
  ) {
    guard start.isDefinite || end.isDefinite else {
      position = .indefinite
      return
    }
    guard start.isDefinite, end.isDefinite else {
      position = start.isDefinite ? start + margins.0 : space - end - margins.1 - size
      return
    }
    // Insets that cross leave no room, at the one that wins.
    let start = prefersEnd ? min(start, space - end) : start
    let fromEnd = max(space - end, start) - margins.1 - size
    let free = fromEnd - start - margins.0
    switch isAuto {
    case (true, true):
      position = start + (free >= 0 || !keepsStart ? free / 2 : (prefersEnd ? free : 0))
    case (true, false): position = fromEnd
    case (false, true): position = start + margins.0
    case (false, false): position = prefersEnd ? fromEnd : start + margins.0
    }
  }
}
