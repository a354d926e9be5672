import LinecasterBase

/// Stacked blocks with collapsing vertical margins (CSS 2.2 §8.3.1, §10.3.3).
extension BoxLayouter {
  /// Lays out the children of a block and writes their boxes.
  mutating func layOutBlock(of node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    let style = nodes[node]
    let edges = style.edges(against: request.basis.width)
    let basis = PercentBasis(
      width: max(request.width - edges.horizontal, 0),
      height: request.percentHeight.isDefinite
        ? max(request.percentHeight - edges.vertical, 0) : .indefinite)
    var flow = BlockFlow(escapesTop: marginsEscape(node) && edges.top == 0)
    var baseline = Double.indefinite
    let children = boxChildren(of: node)
    for child in children {
      if nodes[child].isOutOfFlow {
        staticPositions[child] = Point(x: edges.left, y: edges.top + flow.nextTop)
        continue
      }
      let margins = try sizeBlock(child, in: basis)
      boxes[child].y = edges.top + flow.add(height: boxes[child].height, margins)
      boxes[child].x = edges.left + blockOffset(of: child, in: node, width: basis.width)
      if request.needsBaseline, !baseline.isDefinite {
        baseline = boxes[child].y + (try blockBaseline(of: child, in: basis))
      }
      shift(child, in: node, basis)
    }
    var result = finish(node, request, flow, edges: edges, baseline: baseline)
    if style.alignContent != .stretch {
      result.baseline += alignContent(of: children, in: node, result)
    }
    return result
  }

  /// Returns the children that have boxes, including those of `contents` nodes.
  func boxChildren(of node: Int) -> [Int] {
    var children: [Int] = []
    let end = nodes[node].end
    var child = node + 1
    while child < end {
      if nodes[child].display.hasBox { children.append(child) }
      child = nodes[child].display == .contents ? child + 1 : nodes[child].end
    }
    return children
  }

  /// Moves the contents of a block as a whole (CSS Box Alignment 3 §5.1); returns the distance.
  private mutating func alignContent(
    of children: [Int], in node: Int, _ result: LayoutResult
  ) -> Double {
    let space = FreeSpace(
      nodes[node].alignContent, free: result.height - result.contentHeight, count: 1,
      isSwapped: false)
    for child in children {
      boxes[child].y += nodes[child].isOutOfFlow ? 0 : space.start
      staticPositions[child]?.y += space.start
    }
    return space.start
  }

  /// Whether margins of children may collapse with those of the node: a block among blocks.
  private func marginsEscape(_ node: Int) -> Bool {
    guard node > 0, nodes[node].display == .block, !nodes[node].isOutOfFlow else { return false }
    let style = nodes[node]
    return nodes[boxParent(of: node)].display == .block && !style.clips(isRow: false)
      && !style.clips(isRow: true) && style.alignContent == .stretch
  }

  /// Returns the height of the block, and the margins that its neighbours see.
  private mutating func finish(
    _ node: Int, _ request: LayoutRequest, _ flow: BlockFlow, edges: ResolvedEdges,
    baseline: Double
  ) -> LayoutResult {
    let style = nodes[node]
    let limits = style.heightLimits(edges: edges.vertical, against: request.basis.height)
    let isAutomatic =
      !style.hasRatio && !style.height.resolved(against: request.basis.height).isDefinite
    var escapesBottom = marginsEscape(node) && edges.bottom == 0 && isAutomatic
    if escapesBottom, limits.minimum > edges.vertical + flow.height(escapesBottom: true) {
      escapesBottom = false
    }
    let content = max(flow.height(escapesBottom: escapesBottom), 0) + edges.vertical
    let height = request.height.or(content.clamped(limits.minimum, limits.maximum))
    if marginsEscape(node) {
      let margin = style.margin.resolved(against: request.basis.width)
      blockMargins[node] = flow.margins(
        of: margin, escapesBottom: escapesBottom, isEmpty: height == 0 && limits.minimum == 0)
    }
    return LayoutResult(height: height, contentHeight: content, baseline: baseline)
  }

  /// Finds the border-box size of a child; returns its margins, collapsed with those inside.
  private mutating func sizeBlock(_ child: Int, in basis: PercentBasis) throws -> BlockMargins {
    try resolveKeywords(of: child, width: basis.width, height: basis.height, basis: basis)
    let style = nodes[child]
    let edges = style.edges(against: basis.width)
    let margin = style.margin.resolved(against: basis.width)
    let limits = style.limits(isRow: true, edges: edges.horizontal, against: basis.width)
    let height = definiteHeight(of: style, edges: edges.vertical, in: basis)
    var width = style.definiteSize(isRow: true, edges: edges.horizontal, against: basis.width)
    if !width.isDefinite, style.hasRatio, height.isDefinite {
      width = try ratioWidth(of: child, height: height, edges: edges, basis: basis)
    }
    if !width.isDefinite {
      width =
        style.isVertical
        ? try contentWidth(of: child, .maxContentWidth, basis: basis, height: height)
        : max(basis.width - margin.horizontal, edges.horizontal)
      let transferred = transferredWidthLimits(of: style, edges: edges, against: basis.height)
      width = width.clamped(transferred.minimum, transferred.maximum)
    }
    width = width.clamped(limits.minimum, limits.maximum)
    boxes[child].width = width
    boxes[child].height = try usedHeight(
      of: child, width: width, definite: height, edges: edges, basis: basis)
    if style.hasRatio, style.kind == .measuredLeaf, !height.isDefinite, style.minHeight.isAuto,
      !style.clips(isRow: false)
    {
      // Text is not an image: a box with a ratio grows with it.
      let limits = style.heightLimits(edges: edges.vertical, against: basis.height)
      let request = LayoutRequest(
        width: width, height: .indefinite, percentHeight: .indefinite, basis: basis)
      boxes[child].height = max(boxes[child].height, try layOut(child, request).contentHeight)
        .clamped(limits.minimum, limits.maximum)
    }
    let ratioHeight = style.hasRatio ? style.height(forWidth: width, edges: edges) : .indefinite
    let percentHeight = height.or(ratioHeight)
    if contexts.isUsed {
      contexts[child] = NodeContext(percentHeight: percentHeight, basis: basis)
    }
    guard marginsEscape(child) else { return BlockMargins(margin) }
    guard style.kind == .container else {
      let minimum = style.heightLimits(edges: edges.vertical, against: basis.height).minimum
      let isEmpty = style.kind == .leaf && boxes[child].height == 0 && minimum == 0
      return BlockFlow(escapesTop: true).margins(of: margin, escapesBottom: true, isEmpty: isEmpty)
    }
    if blockMargins[child] == nil || height.isDefinite {
      let request = LayoutRequest(
        width: width, height: boxes[child].height, percentHeight: percentHeight, basis: basis)
      _ = try run(child, request, key(for: child, request))
    }
    return blockMargins[child] ?? BlockMargins(margin)
  }

  /// Returns the distance from the content edge of a block to the left edge of a child.
  private func blockOffset(of child: Int, in node: Int, width: Double) -> Double {
    let style = nodes[child]
    let margin = style.margin.resolved(against: width)
    let free = width - margin.horizontal - boxes[child].width
    if free > 0, style.margin.left.isAuto || style.margin.right.isAuto {
      guard style.margin.left.isAuto else { return margin.left }
      return margin.left + (style.margin.right.isAuto ? free / 2 : free)
    }
    return margin.left + (nodes[node].isRightToLeft ? free : 0)
  }

  private mutating func blockBaseline(of child: Int, in basis: PercentBasis) throws -> Double {
    let request = LayoutRequest(
      width: boxes[child].width, height: boxes[child].height,
      percentHeight: contexts[child].percentHeight, basis: basis, needsBaseline: true)
    let baseline = try layOut(child, request).baseline
    return nodes[child].clips(isRow: false) ? baseline.clamped(0, boxes[child].height) : baseline
  }

  private func shift(_ child: Int, in node: Int, _ basis: PercentBasis) {
    guard nodes[child].hasExtras, nodes[child].position == .relative else { return }
    let offset = Self.offset(
      nodes[child].inset, width: basis.width, height: basis.height,
      isRightToLeft: nodes[node].isRightToLeft)
    boxes[child].x += offset.x
    boxes[child].y += offset.y
  }

}

/// The stack of blocks so far.
private struct BlockFlow {
  /// Whether the margin above the first child collapses with that of the enclosing block.
  let escapesTop: Bool
  private var bottom = 0.0
  /// The collapsed margins above the first child, and after the last one.
  private var leading = CollapsedMargin()
  private var pending = CollapsedMargin()
  /// Whether no child with a height has been added yet.
  private var isAtTop = true

  init(escapesTop: Bool) { self.escapesTop = escapesTop }

  /// The top of a block without margins.
  var nextTop: Double { isAtTop && escapesTop ? bottom : bottom + pending.extent }

  /// Adds a child; returns the top of its border box.
  mutating func add(height: Double, _ margins: BlockMargins) -> Double {
    pending = pending.joined(with: margins.top)
    let top = nextTop
    if margins.isThrough { return top }
    if isAtTop, escapesTop { leading = pending }
    isAtTop = false
    bottom = top + height
    pending = margins.bottom
    return top
  }

  /// Returns the height of the content.
  func height(escapesBottom: Bool) -> Double {
    if isAtTop, escapesTop || escapesBottom { return 0 }
    return bottom + (escapesBottom ? 0 : pending.extent)
  }

  /// Returns the margins of the block, collapsed with those inside.
  ///
  /// - Parameter isEmpty: whether it has no height, so top and bottom collapse.
  func margins(of margin: ResolvedEdges, escapesBottom: Bool, isEmpty: Bool) -> BlockMargins {
    var margins = BlockMargins(margin)
    if isAtTop {
      if escapesTop, escapesBottom, isEmpty {
        margins.top = margins.top.joined(with: pending).joined(with: margins.bottom)
        margins.bottom = CollapsedMargin()
        margins.isThrough = true
      } else if escapesTop {
        margins.top = margins.top.joined(with: pending)
      } else if escapesBottom {
        margins.bottom = margins.bottom.joined(with: pending)
      }
      return margins
    }
    margins.top = margins.top.joined(with: leading)
    if escapesBottom { margins.bottom = margins.bottom.joined(with: pending) }
    return margins
  }
}

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
    try resolveKeywords(
      of: node, width: .indefinite, height: basis.height, basis: basis, query)
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

/// Collapsed vertical margins: the sum of the largest and the most negative one.
struct CollapsedMargin: BitwiseCopyable {
  private var positive = 0.0
  private var negative = 0.0

  init() {}

  init(_ margin: Double) {
    positive = max(margin, 0)
    negative = min(margin, 0)
  }

  var extent: Double { positive + negative }

  func joined(with other: CollapsedMargin) -> CollapsedMargin {
    var margin = self
    margin.positive = max(positive, other.positive)
    margin.negative = min(negative, other.negative)
    return margin
  }
}

/// The vertical margins of a block as its neighbours see them.
struct BlockMargins: BitwiseCopyable {
  var top: CollapsedMargin
  var bottom: CollapsedMargin
  /// Whether top and bottom have collapsed through a block without height, into `top`.
  var isThrough = false

  init(top: CollapsedMargin, bottom: CollapsedMargin, isThrough: Bool = false) {
    self.top = top
    self.bottom = bottom
    self.isThrough = isThrough
  }

  /// Creates margins that do not collapse with any inside.
  init(_ margin: ResolvedEdges) {
    self.init(top: CollapsedMargin(margin.top), bottom: CollapsedMargin(margin.bottom))
  }
}
