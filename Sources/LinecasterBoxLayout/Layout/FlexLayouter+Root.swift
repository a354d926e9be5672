internal import LinecasterBase

/// The whole tree: the root as a block-level container, then each node at its final size.
extension FlexLayouter {
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

  /// Lays out the items of a node whose box is final, unless they are already where they belong;
  /// the next node that may not be.
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

  /// Whether a node is a subgrid whose tracks earlier layouts knew.
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

  /// The request that puts the items of a node where they belong.
  ///
  /// A height that came from the content is asked for as such, for as long as it is the same: lines
  /// of columns break where a height is given, and not else.
  private mutating func finalRequest(for node: Int) throws -> LayoutRequest {
    let style = nodes[node]
    var request = LayoutRequest(
      width: boxes[node].width, height: .indefinite,
      percentHeight: contexts[node].percentHeight, basis: contexts[node].basis)
    let height = boxes[node].height
    var contentHeight = Double.indefinite
    if !style.isHeightSensitive {
      let known = answers.find(key(for: node, request), in: &boxes[node])
      if known >= 0 { contentHeight = answers.answers[Int(known)].result.height }
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
    let run = answers.answers[Int(index)]
    guard run.width == boxes[node].width else { return false }
    let context = answers.contexts[Int(index)]
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

  /// The height by style within its limits, else by the aspect ratio, else of the content.
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

  /// The height by style within its limits, or indefinite.
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
}

/// §4.1 Absolutely positioned children, after CSS Positioned Layout 3 §4.
extension FlexLayouter {
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
    let ratioHeight = style.hasRatio ? style.height(forWidth: width, edges: edges) : .indefinite
    contexts[node] = NodeContext(percentHeight: height.or(ratioHeight), basis: basis)
    boxes[node].height = try usedHeight(
      of: node, width: width, definite: height, edges: edges, basis: basis)
    try placeAbsolute(node, margin: margin, inset, in: block)
  }

  /// The padding box of the nearest positioned ancestor, relative to the border box of the node's
  /// parent.
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

  private func isContainingBlock(_ node: Int) -> Bool {
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
      let room = try staticRoom(of: node, inset, in: block) - margin.horizontal
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
  private mutating func staticRoom(
    of node: Int, _ inset: AbsoluteInsets, in block: Rect
  ) throws -> Double {
    guard !inset.left.isDefinite, !inset.right.isDefinite else {
      return inset.room(in: block).width
    }
    let parent = boxParent(of: node)
    if nodes[parent].display != .flex {
      let area = try staticArea(of: node, in: block)
      let share = nodes[parent].display == .grid ? inlineShare(of: node, in: parent) : 0
      return StaticAlignment.room(
        nodes[parent].isRightToLeft ? 1 - share : share, start: area.minX, end: area.maxX,
        blockStart: block.minX, blockEnd: block.maxX)
    }
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
  ) throws {
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
    let spot = try staticPosition(of: node, margin: margin, in: block)
    boxes[node].x = horizontal.position.isDefinite ? block.minX + horizontal.position : spot.x
    boxes[node].y = vertical.position.isDefinite ? block.minY + vertical.position : spot.y
  }

  /// Where the node would be as the only item of its parent (§4.1), relative to the parent.
  private mutating func staticPosition(
    of node: Int, margin: ResolvedEdges, in block: Rect
  ) throws -> Point {
    let parent = boxParent(of: node)
    guard nodes[parent].display == .flex else {
      let area = try staticArea(of: node, in: block)
      let isGrid = nodes[parent].display == .grid
      let inline = isGrid ? inlineShare(of: node, in: parent) : 0
      let align = nodes[node].alignSelf ?? nodes[parent].alignItems
      return Point(
        x: area.minX + margin.left + (nodes[parent].isRightToLeft ? 1 - inline : inline)
          * (area.width - boxes[node].width - margin.horizontal),
        y: area.minY + margin.top + (isGrid ? GridContainer.share(align) : 0)
          * (area.height - boxes[node].height - margin.vertical))
    }
    var container = finalContainer(parent)
    let alignment = StaticAlignment(of: nodes[node], in: nodes[parent], &container)
    let freeWidth = container.innerWidth - boxes[node].width - margin.horizontal
    let freeHeight = container.innerHeight - boxes[node].height - margin.vertical
    return Point(
      x: container.edges.left + alignment.x * freeWidth + margin.left,
      y: container.edges.top + alignment.y * freeHeight + margin.top)
  }
}

/// Absolutely positioned children of grids (CSS Grid 1 §9.2) and blocks.
extension FlexLayouter {
  /// Where a child without insets stands, relative to its parent: the area of a grid that is its
  /// containing block, the content box of another, or what follows the blocks before it.
  private mutating func staticArea(of node: Int, in block: Rect) throws -> Rect {
    let parent = boxParent(of: node)
    let isGrid = nodes[parent].display == .grid
    if isGrid, isContainingBlock(parent) { return block }
    let box = boxes[parent]
    let edges = nodes[parent].edges(against: contexts[parent].basis.width)
    let content = Rect(
      x: edges.left, y: edges.top, width: max(box.width - edges.horizontal, 0),
      height: max(box.height - edges.vertical, 0))
    if isGrid { return content }
    if staticPositions[node] == nil {
      _ = try layOutBlock(of: parent, try finalRequest(for: parent))
    }
    let top = staticPositions[node]?.y ?? content.minY
    return Rect(x: content.minX, y: top, width: content.width, height: 0)
  }

  /// Where a child of a grid stands along a row: 0 is where rows start, 1 where they end.
  private func inlineShare(of node: Int, in parent: Int) -> Double {
    GridContainer.share(nodes[node].justifySelf ?? nodes[parent].justifyItems)
  }
}

/// The insets of an absolutely positioned node in points; indefinite where they are `auto`.
private struct AbsoluteInsets {
  let left, top, right, bottom: Double

  init(_ inset: StyleEdges, in block: Rect) {
    left = inset.left.resolved(against: block.width)
    right = inset.right.resolved(against: block.width)
    top = inset.top.resolved(against: block.height)
    bottom = inset.bottom.resolved(against: block.height)
  }

  var fillsWidth: Bool { left.isDefinite && right.isDefinite }
  var fillsHeight: Bool { top.isDefinite && bottom.isDefinite }

  /// The extents of the inset-modified containing block, never negative; `auto` counts as 0.
  func room(in block: Rect) -> Size {
    Size(
      width: max(block.width - left.or(0) - right.or(0), 0),
      height: max(block.height - top.or(0) - bottom.or(0), 0))
  }
}

/// The place of an absolutely positioned box along one axis of its containing block (CSS
/// Positioned Layout 3 §4).
private struct AbsoluteSpan {
  /// From the start of the containing block to the border box; indefinite without insets.
  let position: Double

  /// - Parameters:
  ///   - isAuto: whether the margins are automatic; they share what two insets leave.
  ///   - prefersEnd: whether `end` wins where both insets cannot be kept.
  init(
    start: Double, end: Double, size: Double, space: Double, margins: (Double, Double),
    isAuto: (Bool, Bool), prefersEnd: Bool
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
      position = start + (free >= 0 ? free / 2 : (prefersEnd ? free : 0))
    case (true, false): position = fromEnd
    case (false, true): position = start + margins.0
    case (false, false): position = prefersEnd ? fromEnd : start + margins.0
    }
  }
}

/// Where an absolutely positioned box would be as the only item of its container (CSS Flexbox
/// §4.1): 0 is the left or top edge of the content box, 1 the right or bottom one.
private struct StaticAlignment {
  let x: Double
  let y: Double

  init(of style: ArenaNode, in parent: ArenaNode, _ container: inout FlexContainer) {
    var main = Self.share(parent.justifyContent, isSwapped: container.swapsMainStart)
    var cross = Self.share(
      style.alignSelf ?? parent.alignItems, isSwapped: container.swapsCrossStart)
    if container.isMainReversed { main = 1 - main }
    if container.isCrossReversed { cross = 1 - cross }
    x = container.isRow ? main : cross
    y = container.isRow ? cross : main
  }

  /// Spaces around a single box center it, even if it overflows (CSS Box Alignment 3 §5.3).
  private static func share(_ justify: FlexJustify, isSwapped: Bool) -> Double {
    switch justify {
    case .flexStart, .spaceBetween: 0
    case .flexEnd: 1
    case .center, .spaceAround, .spaceEvenly: 0.5
    case .start: isSwapped ? 1 : 0
    case .end: isSwapped ? 0 : 1
    }
  }

  private static func share(_ align: FlexAlign, isSwapped: Bool) -> Double {
    switch align {
    case .stretch, .fill, .flexStart: 0
    case .flexEnd: 1
    case .center: 0.5
    case .start, .baseline: isSwapped ? 1 : 0
    case .end: isSwapped ? 0 : 1
    }
  }

  /// The room that a box aligned by `share` in a content box has in its containing block, both
  /// given by their start and end: it may grow from its anchor until it meets an edge.
  static func room(
    _ share: Double, start: Double, end: Double, blockStart: Double, blockEnd: Double
  ) -> Double {
    let anchor = start + share * (end - start)
    let before = anchor - blockStart
    let after = blockEnd - anchor
    return share == 0 ? after : share == 1 ? before : 2 * min(before, after)
  }
}
