/// §9.4 Cross size determination.
extension FlexLayouter {
  /// Step 7: the cross size of each item at its used main size, `auto` being fit-content.
  mutating func determineHypotheticalCrossSizes(in container: inout FlexContainer) throws {
    for index in container.items {
      if container.isRow {
        try determineHeight(of: &items[index], in: &container)
      } else {
        try determineCrossWidth(of: &items[index], in: &container)
      }
    }
  }

  private mutating func determineHeight(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws {
    let node = Int(item.node)
    if nodes[node].usesKeywords {
      (item.minCross, item.maxCross) = try contentLimits(
        of: node, width: item.target, basis: container.itemBasis, edges: item.edges.vertical)
    }
    if item.definiteCross.isDefinite {
      item.cross = item.definiteCross.clamped(item.minCross, item.maxCross)
      return
    }
    let request = LayoutRequest(
      width: item.target, height: .indefinite, percentHeight: .indefinite,
      basis: container.itemBasis)
    var height: Double
    if nodes[node].hasRatio {
      item.ratioCross = nodes[node].height(forWidth: item.target, edges: item.edges)
      height = try ratioHeight(
        of: node, width: item.target, edges: item.edges, basis: container.itemBasis)
    } else {
      height = try layOut(node, request).height
    }
    item.cross = height.clamped(item.minCross, item.maxCross)
  }

  private mutating func determineCrossWidth(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws {
    let style = nodes[Int(item.node)]
    guard style.hasRatio, !item.definiteCross.isDefinite else {
      if nodes[Int(item.node)].isHeightSensitive { item.cross = .indefinite }
      return try determineWidth(of: &item, height: item.target, in: &container)
    }
    let width = try ratioWidth(
      of: Int(item.node), height: item.target, edges: item.edges, basis: container.itemBasis)
    item.cross = width.clamped(item.minCross, item.maxCross)
  }

  /// Step 8: a single line in a definite container takes all of it, others what their items need.
  mutating func determineLineCrossSizes(in container: inout FlexContainer) throws {
    if !container.isMultiLine, container.innerCross.isDefinite {
      for index in container.lines { lines[index].crossSize = container.innerCross }
      try determineAscents(in: &container)
      return
    }
    try determineAscents(in: &container)
    for index in container.lines {
      var size = lines[index].ascent
      if lines[index].descent.isDefinite { size += lines[index].descent }
      for place in lines[index].items where !items[place].isOnBaseline {
        size = max(size, items[place].outerCross)
      }
      if !container.isMultiLine {
        size = max(size.clamped(container.minInnerHeight, container.maxInnerHeight), 0)
      }
      lines[index].crossSize = max(size, 0)
    }
  }

  /// Step 9: lines share what the container has left.
  ///
  /// Step 10, collapsed items, does not arise: there is no `visibility`.
  mutating func stretchLines(of container: inout FlexContainer) {
    let style = nodes[container.node]
    guard container.isMultiLine, style.alignContent == .stretch, !container.lines.isEmpty else {
      return
    }
    let free = container.innerCross - crossSum(of: &container)
    guard free > 0 else { return }
    let share = free / Double(container.lines.count)
    for index in container.lines { lines[index].crossSize += share }
  }

  /// Step 11: items that stretch become as large as their line.
  mutating func determineUsedCrossSizes(in container: inout FlexContainer) {
    for index in container.lines {
      let size = lines[index].crossSize
      for place in lines[index].items where items[place].stretches {
        items[place].stretch(to: size)
      }
    }
  }

  /// The cross sizes of all lines and the gaps between them.
  func crossSum(of container: inout FlexContainer) -> Double {
    var sum = Double(max(container.lines.count - 1, 0)) * container.crossGap
    for index in container.lines { sum += lines[index].crossSize }
    return sum
  }

  /// §9.6 step 15: the container's cross size, which is that of its lines where it is not given.
  mutating func determineCrossSize(of container: inout FlexContainer) {
    let sum = crossSum(of: &container)
    container.lineSum = sum
    guard !container.innerCross.isDefinite else { return }
    container.contentCross = sum
    container.innerCross = max(sum.clamped(container.minInnerHeight, container.maxInnerHeight), 0)
  }
}
