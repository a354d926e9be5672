/// §9.1 Initial setup: which nodes are items, and what their styles come to in this container.
extension FlexLayouter {
  /// Step 1: makes an item of each in-flow child; children of `contents` nodes count as own.
  ///
  /// Step 2, the available space, is in the container's `inner…` extents from the start.
  mutating func collectItems(of container: inout FlexContainer) throws {
    let first = items.count
    let end = Int(nodes[container.node].end)
    var child = container.node + 1
    while child < end {
      switch styles[child].display {
      case .contents:
        child += 1
        continue
      case .none: break
      case .flex:
        if !styles[child].isOutOfFlow { items.append(try item(child, in: container)) }
      }
      child = Int(nodes[child].end)
    }
    container.items = first..<items.count
    container.lines = lines.count..<lines.count
  }

  private mutating func item(_ node: Int, in container: FlexContainer) throws -> FlexItem {
    try resolveKeywords(
      of: node, width: container.innerWidth, height: container.itemBasis.height,
      basis: container.itemBasis)
    let edges = styles[node].edges(against: container.itemBasis.width)
    let align = styles[node].alignSelf ?? styles[container.node].alignItems
    var item = FlexItem(node: node, style: styles[node], align: align, edges: edges)
    resolveMargins(of: &item, in: container)
    resolveSizes(of: &item, in: container)
    return item
  }

  private func resolveMargins(of item: inout FlexItem, in container: FlexContainer) {
    let margin = styles[Int(item.node)].margin
    let isRow = container.isRow
    var main = isRow ? (margin.left, margin.right) : (margin.top, margin.bottom)
    var cross = isRow ? (margin.top, margin.bottom) : (margin.left, margin.right)
    if container.isMainReversed { main = (main.1, main.0) }
    if container.isCrossReversed { cross = (cross.1, cross.0) }
    let width = container.itemBasis.width
    item.marginMainStart = main.0.resolvedOrZero(against: width)
    item.marginMainEnd = main.1.resolvedOrZero(against: width)
    item.marginCrossStart = cross.0.resolvedOrZero(against: width)
    item.marginCrossEnd = cross.1.resolvedOrZero(against: width)
    item.hasAutoMainStart = main.0.isAuto
    item.hasAutoMainEnd = main.1.isAuto
    item.hasAutoCrossStart = cross.0.isAuto
    item.hasAutoCrossEnd = cross.1.isAuto
  }

  private func resolveSizes(of item: inout FlexItem, in container: FlexContainer) {
    let node = Int(item.node)
    let isRow = container.isRow
    let mainEdges = isRow ? item.edges.horizontal : item.edges.vertical
    let crossEdges = isRow ? item.edges.vertical : item.edges.horizontal
    (item.minMain, item.maxMain) = styles[node].limits(
      isRow: isRow, edges: mainEdges, against: container.mainBasis)
    (item.minCross, item.maxCross) = styles[node].limits(
      isRow: !isRow, edges: crossEdges, against: container.crossBasis)
    item.definiteMain = styles[node].definiteSize(
      isRow: isRow, edges: mainEdges, against: container.mainBasis)
    item.isMainDefinite = item.definiteMain.isDefinite
    item.definiteCross = styles[node].definiteSize(
      isRow: !isRow, edges: crossEdges, against: container.crossBasis)
    item.hasPendingMinimum =
      styles[node].minimum(isRow: isRow).isAuto && !styles[node].clips(isRow: isRow)
    // A percentage of something indefinite is as large as `auto`, but does not stretch.
    item.stretches =
      item.align == .stretch && styles[node].size(isRow: !isRow).isAuto && !item.hasAutoCrossMargin
    if item.stretches, !container.isMultiLine, container.innerCross.isDefinite {
      // §9.8 rule 1: definite before the layout of the item.
      item.definiteCross = container.innerCross - item.crossMargins
    }
    if item.definiteCross.isDefinite {
      item.definiteCross = item.definiteCross.clamped(item.minCross, item.maxCross)
    }
  }
}
