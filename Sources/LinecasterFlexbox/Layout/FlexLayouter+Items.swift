/// §9.1 Initial setup: which nodes are items, and what their styles come to in this container.
extension FlexLayouter {
  /// Step 1: makes an item of each in-flow child; children of `contents` nodes count as own.
  ///
  /// Step 2, the available space, is in the container's `inner…` extents from the start.
  mutating func collectItems(of container: inout FlexContainer) throws {
    let first = itemCount
    let end = nodes[container.node].end
    var child = container.node + 1
    while child < end {
      switch nodes[child].display {
      case .contents:
        child += 1
        continue
      case .none: break
      case .flex:
        if !nodes[child].isOutOfFlow { try pushItem(child, in: &container) }
      }
      child = nodes[child].end
    }
    container.items = first..<itemCount
    container.lines = lineCount..<lineCount
  }

  private mutating func pushItem(_ node: Int, in container: inout FlexContainer) throws {
    let style = nodes[node]
    if style.usesKeywords {
      try resolveKeywords(
        of: node, width: container.innerWidth, height: container.itemBasis.height,
        basis: container.itemBasis)
    }
    let place = itemCount
    itemCount += 1
    items.initialize(
      place,
      to: FlexItem(
        node: node, style: style, align: style.alignSelf ?? container.alignItems,
        edges: style.edges(against: container.itemBasis.width)))
    Self.resolveMargins(of: &items[place], style, in: &container)
    Self.resolveSizes(of: &items[place], style, in: &container)
  }

  @inline(__always)
  private static func resolveMargins(
    of item: inout FlexItem, _ style: ArenaNode, in container: inout FlexContainer
  ) {
    let margin = style.margin
    let isRow = container.isRow
    var main = isRow ? (margin.left, margin.right) : (margin.top, margin.bottom)
    var cross = isRow ? (margin.top, margin.bottom) : (margin.left, margin.right)
    if container.isMainReversed { main = (main.1, main.0) }
    if container.isCrossReversed { cross = (cross.1, cross.0) }
    if style.flags.contains(.hasPlainMargin) {
      item.setMargins(main: (main.0.raw, main.1.raw), cross: (cross.0.raw, cross.1.raw))
      return
    }
    let width = container.itemBasis.width
    item.setMargins(
      main: (main.0.resolvedOrZero(against: width), main.1.resolvedOrZero(against: width)),
      cross: (cross.0.resolvedOrZero(against: width), cross.1.resolvedOrZero(against: width)))
    item.hasAutoMainStart = main.0.isAuto
    item.hasAutoMainEnd = main.1.isAuto
    item.hasAutoCrossStart = cross.0.isAuto
    item.hasAutoCrossEnd = cross.1.isAuto
  }

  @inline(__always)
  private static func resolveSizes(
    of item: inout FlexItem, _ style: ArenaNode, in container: inout FlexContainer
  ) {
    let isRow = container.isRow
    let mainEdges = isRow ? item.edges.horizontal : item.edges.vertical
    let crossEdges = isRow ? item.edges.vertical : item.edges.horizontal
    if style.flags.contains(.hasPlainSizes) {
      item.setPlainSizes(style, isRow: isRow, mainEdges: mainEdges, crossEdges: crossEdges)
    } else {
      item.setSizes(style, mainEdges: mainEdges, crossEdges: crossEdges, in: &container)
    }
    item.hasPendingMinimum = style.minimum(isRow: isRow).isAuto && !style.clips(isRow: isRow)
    // A percentage of something indefinite is as large as `auto`, but does not stretch.
    item.stretches =
      item.align == .stretch && style.size(isRow: !isRow).isAuto && !item.hasAutoCrossMargin
    if item.stretches, !container.isMultiLine, container.innerCross.isDefinite {
      // §9.8 rule 1: definite before the layout of the item.
      item.definiteCross = container.innerCross - item.crossMargins
    }
    if item.definiteCross.isDefinite {
      item.definiteCross = item.definiteCross.clamped(item.minCross, item.maxCross)
    }
  }
}
