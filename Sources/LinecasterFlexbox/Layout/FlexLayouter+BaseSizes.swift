/// §9.2 Line length determination: base sizes, hypothetical sizes, the container's main size.
extension FlexLayouter {
  /// Step 3: the flex base size and hypothetical main size of each item.
  mutating func determineBaseSizes(in container: inout FlexContainer) throws {
    for index in container.items {
      let node = Int(items[index].node)
      if !container.isRow, nodes[node].usesKeywords {
        try determineWidth(
          of: &items[index], height: items[index].definiteMain, in: &container)
        (items[index].minMain, items[index].maxMain) = try contentLimits(
          of: node, width: items[index].cross, basis: container.itemBasis,
          edges: items[index].edges.vertical)
      }
      try determineBaseSize(of: &items[index], in: &container)
      if items[index].hasPendingMinimum, !items[index].isMinimumBelowBase {
        try determineAutomaticMinimum(of: &items[index], in: &container)
      }
      items[index].setHypothetical(isRow: container.isRow)
    }
  }

  private mutating func determineBaseSize(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws {
    let node = Int(item.node)
    let isRow = container.isRow
    let edges = isRow ? item.edges.horizontal : item.edges.vertical
    var basis = nodes[node].basis
    if container.prefersSizes, item.definiteMain.isDefinite, !basis.isContent { basis = .auto }
    if basis.isContent || basis.isAuto {
      // Step 3 A with `flex-basis: auto`: the main size property, unless content is asked for.
      item.base = basis.isContent ? .indefinite : item.definiteMain
    } else {
      let length = basis.resolved(against: container.mainBasis)
      item.base = length.isDefinite ? nodes[node].borderBox(length, edges: edges) : .indefinite
    }
    item.isMainDefinite = item.base.isDefinite
    if item.base.isDefinite { return }
    // Step 3 B: from a definite cross size through the aspect ratio.
    item.base = transferredMain(of: &item, in: &container)
    item.isMainDefinite = item.base.isDefinite
    if item.base.isDefinite { return }
    item.base = try contentMain(of: &item, in: &container)  // Step 3 E.
    item.isBaseFromContent = !nodes[node].hasRatio
  }

  /// The main size that the aspect ratio gives to the definite cross size, or indefinite.
  func transferredMain(of item: inout FlexItem, in container: inout FlexContainer) -> Double {
    guard item.hasRatio, item.definiteCross.isDefinite else {
      return .indefinite
    }
    return main(fromCross: item.definiteCross, of: &item, in: &container)
  }

  /// The main size that the aspect ratio gives to a cross size.
  func main(fromCross cross: Double, of item: inout FlexItem, in container: inout FlexContainer)
    -> Double
  {
    let style = nodes[Int(item.node)]
    return container.isRow
      ? style.width(forHeight: cross, edges: item.edges)
      : style.height(forWidth: cross, edges: item.edges)
  }

  /// The main size of the content: the max-content width, or the height at the width to come.
  mutating func contentMain(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws -> Double {
    let node = Int(item.node)
    if container.isRow {
      let width = try contentWidth(
        of: node, .maxContentWidth, basis: container.itemBasis, height: item.definiteCross)
      let limits = transferredWidthLimits(
        of: nodes[node], edges: item.edges, against: container.itemBasis.height)
      return width.clamped(limits.minimum, limits.maximum)
    }
    try determineWidth(of: &item, height: item.definiteMain, in: &container)
    if nodes[node].hasRatio {
      return main(fromCross: item.cross, of: &item, in: &container)
    }
    return try contentHeight(of: &item, in: &container)
  }

  /// The height of an item of a column at its width, before its own limits.
  mutating func contentHeight(of item: inout FlexItem, in container: inout FlexContainer) throws
    -> Double
  {
    let request = LayoutRequest(
      width: item.cross, height: .indefinite, percentHeight: .indefinite,
      basis: container.itemBasis)
    return try layOut(Int(item.node), request).contentHeight
  }

  /// The width of an item of a column at a height: by style, by stretching, else fit-content.
  mutating func determineWidth(
    of item: inout FlexItem, height: Double, in container: inout FlexContainer
  ) throws {
    guard !item.cross.isDefinite else { return }
    if item.definiteCross.isDefinite {
      item.cross = item.definiteCross
      return
    }
    let width = try fitContentWidth(
      of: Int(item.node), available: container.innerWidth - item.crossMargins,
      basis: container.itemBasis, height: height)
    let limits = transferredWidthLimits(
      of: nodes[Int(item.node)], edges: item.edges, against: container.itemBasis.height)
    item.cross = width.clamped(limits.minimum, limits.maximum)
      .clamped(item.minCross, item.maxCross)
  }
}
