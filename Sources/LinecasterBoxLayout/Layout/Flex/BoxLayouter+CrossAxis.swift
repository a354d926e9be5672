internal import LinecasterBase

/// §9.4 Cross size determination.
extension BoxLayouter {
  /// Step 7: the cross size of each item at its used main size; `auto` acts as fit-content.
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

  /// Step 8: a single line in a definite container fills it; other lines fit their items.
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

  /// Step 9: lines share the free space of the container.
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

  /// Step 11: stretched items take the size of their line.
  mutating func determineUsedCrossSizes(in container: inout FlexContainer) {
    for index in container.lines {
      let size = lines[index].crossSize
      for place in lines[index].items where items[place].stretches {
        items[place].stretch(to: size)
      }
    }
  }

  /// Returns the cross sizes of all lines and the gaps between them.
  func crossSum(of container: inout FlexContainer) -> Double {
    var sum = Double(max(container.lines.count - 1, 0)) * container.crossGap
    for index in container.lines { sum += lines[index].crossSize }
    return sum
  }

  /// §9.6 step 15: the container's cross size; by default that of its lines.
  mutating func determineCrossSize(of container: inout FlexContainer) {
    let sum = crossSum(of: &container)
    container.lineSum = sum
    guard !container.innerCross.isDefinite else { return }
    container.contentCross = sum
    container.innerCross = max(sum.clamped(container.minInnerHeight, container.maxInnerHeight), 0)
  }
}

/// §8.3 and §8.5: baselines of items, lines and containers.
extension BoxLayouter {
  /// The space above and below the shared baseline of each line.
  mutating func determineAscents(in container: inout FlexContainer) throws {
    for index in container.lines {
      var ascent = -Double.infinity
      var descent = -Double.infinity
      for place in lines[index].items where items[place].isOnBaseline {
        // Text is horizontal, so items of a column share their left edge.
        let baseline = container.isRow ? try baseline(of: &items[place], in: &container) : 0
        let fromStart = container.isCrossReversed ? items[place].cross - baseline : baseline
        items[place].ascent = items[place].marginCrossStart + fromStart
        ascent = max(ascent, items[place].ascent)
        descent = max(descent, items[place].outerCross - items[place].ascent)
      }
      guard ascent > -.infinity else { continue }
      lines[index].ascent = ascent
      lines[index].descent = descent
    }
  }

  /// Returns the distance from the top of an item's border box to its first baseline, or else to
  /// its bottom.
  private mutating func baseline(of item: inout FlexItem, in container: inout FlexContainer) throws
    -> Double
  {
    let width = container.isRow ? item.target : item.cross
    let height = container.isRow ? item.cross : item.target
    let request = LayoutRequest(
      width: width, height: height, percentHeight: item.percentHeight(in: &container),
      basis: container.itemBasis, needsBaseline: true)
    let baseline = try layOut(Int(item.node), request).baseline.or(height)
    return nodes[Int(item.node)].clips(isRow: false) ? baseline.clamped(0, height) : baseline
  }

  /// Returns the result for the container: its height, and on request the baseline of its first
  /// line.
  mutating func result(
    of container: inout FlexContainer, _ request: LayoutRequest
  ) throws -> LayoutResult {
    let edges = container.edges
    let inner = container.isRow ? container.innerCross : container.innerMain
    let content = try contentHeight(of: &container)
    return LayoutResult(
      height: request.height.or(inner + edges.vertical),
      contentHeight: content.or(inner) + edges.vertical,
      baseline: request.needsBaseline ? try baseline(of: &container) : .indefinite)
  }

  /// Returns the inner height of the content; if a height is given, found only for nodes that need
  /// it: those with an aspect ratio, and columns that wrap.
  private func contentHeight(of container: inout FlexContainer) throws -> Double {
    let known = container.isRow ? container.contentCross : container.contentMain
    let style = nodes[container.node]
    guard !known.isDefinite, style.hasRatio || style.wrapsColumns else {
      return known
    }
    guard container.isRow else {
      return container.lines.map { lines[$0].hypotheticalSum }.max() ?? 0
    }
    if container.isMultiLine { return container.lineSum }
    return container.items.map { items[$0].outerCross }.max() ?? 0
  }

  /// Returns the baseline of the topmost line: of its first baseline-aligned item, or else its
  /// first item.
  private mutating func baseline(of container: inout FlexContainer) throws -> Double {
    let first = container.swapsCrossStart ? container.lines.last : container.lines.first
    guard let first else { return .indefinite }
    let places = lines[first].items
    let place =
      container.isRow
      ? places.first { items[$0].isOnBaseline } ?? places.lowerBound
      : (container.swapsMainStart ? places.upperBound - 1 : places.lowerBound)
    let offset = lines[first].crossPosition
    let top = origin(of: &items[place], lineOffset: offset, in: &container).y
    return top + (try baseline(of: &items[place], in: &container))
  }
}

/// §9.5 Main-axis alignment and §9.6 cross-axis alignment.
extension BoxLayouter {
  /// §9.5 step 12: free main space goes to auto margins, otherwise as `justify-content` says.
  mutating func distributeMainSpace(in container: inout FlexContainer) {
    let justify = nodes[container.node].justifyContent
    for index in container.lines {
      let places = lines[index].items
      var free = container.innerMain - Double(places.count - 1) * container.mainGap
      var autoMargins = 0
      for place in places {
        free -= items[place].target + items[place].mainMargins
        autoMargins += items[place].autoMainMarginCount
      }
      if autoMargins > 0, free > 0 {
        growMainMargins(of: places, by: free / Double(autoMargins))
        free = 0
      }
      let space = FreeSpace(
        justify, free: free, count: places.count, isSwapped: container.swapsMainStart)
      var position = space.start
      for place in places {
        items[place].mainPosition = position + items[place].marginMainStart
        position += items[place].target + items[place].mainMargins
        position += container.mainGap + space.between
      }
    }
  }

  private mutating func growMainMargins(of places: Range<Int>, by share: Double) {
    for place in places {
      if items[place].hasAutoMainStart { items[place].marginMainStart = share }
      if items[place].hasAutoMainEnd { items[place].marginMainEnd = share }
    }
  }

  /// §9.6 steps 13 and 14: places each item in its line, by auto margins or `align-self`.
  mutating func alignItemsAcross(in container: inout FlexContainer) {
    for index in container.lines {
      let line = lines[index]
      for place in line.items {
        let free = line.crossSize - items[place].cross - items[place].crossMargins
        let offset =
          items[place].hasAutoCrossMargin
          ? autoMarginOffset(of: &items[place], free: free, in: &container)
          : alignmentOffset(of: &items[place], free: free, in: line, of: &container)
        items[place].crossPosition = offset + items[place].marginCrossStart
      }
    }
  }

  /// Step 13: auto margins share free space; without free space the item is at the block-start or
  /// inline-start edge.
  private func autoMarginOffset(
    of item: inout FlexItem, free: Double, in container: inout FlexContainer
  ) -> Double {
    guard free > 0 else { return container.swapsCrossStart ? free : 0 }
    if item.hasAutoCrossStart { return item.hasAutoCrossEnd ? free / 2 : free }
    return 0
  }

  /// Step 14.
  private func alignmentOffset(
    of item: inout FlexItem, free: Double, in line: FlexLine, of container: inout FlexContainer
  ) -> Double {
    switch item.align {
    case .stretch, .fill, .flexStart: 0
    case .flexEnd: free
    case .center: free / 2
    case .start: container.swapsCrossStart ? free : 0
    case .end: container.swapsCrossStart ? 0 : free
    case .baseline: line.ascent - item.ascent
    }
  }

  /// Step 16: places the lines by `align-content`; a single-line container has nothing to align.
  mutating func alignLines(of container: inout FlexContainer) {
    guard container.isMultiLine else { return }
    let space = FreeSpace(
      nodes[container.node].alignContent,
      free: container.innerCross - crossSum(of: &container), count: container.lines.count,
      isSwapped: container.swapsCrossStart)
    var position = space.start
    for index in container.lines {
      lines[index].crossPosition = position
      position += lines[index].crossSize + container.crossGap + space.between
    }
  }
}

/// Converts main and cross positions to boxes with left and top.
extension BoxLayouter {
  /// Writes the border box of each item, relative to the container's.
  mutating func placeItems(of container: inout FlexContainer) {
    for index in container.lines {
      for place in lines[index].items {
        placeItem(&items[place], lineOffset: lines[index].crossPosition, in: &container)
      }
    }
  }

  @inline(__always)
  private func placeItem(
    _ item: inout FlexItem, lineOffset: Double, in container: inout FlexContainer
  ) {
    let node = Int(item.node)
    var spot = origin(of: &item, lineOffset: lineOffset, in: &container)
    if nodes[node].hasExtras, nodes[node].position == .relative {
      let offset = offset(of: node, in: &container)
      spot = Point(x: spot.x + offset.x, y: spot.y + offset.y)
    }
    boxes[node].x = spot.x
    boxes[node].y = spot.y
    boxes[node].width = container.isRow ? item.target : item.cross
    boxes[node].height = container.isRow ? item.cross : item.target
    if contexts.isUsed {
      contexts[node] = NodeContext(
        percentHeight: item.percentHeight(in: &container), basis: container.itemBasis)
    }
  }

  /// Returns the top left of an item's border box in its container's, without relative positioning.
  @inline(__always)
  func origin(of item: inout FlexItem, lineOffset: Double, in container: inout FlexContainer)
    -> Point
  {
    var main = item.mainPosition
    var cross = lineOffset + item.crossPosition
    if container.isMainReversed { main = container.innerMain - main - item.target }
    if container.isCrossReversed { cross = container.innerCross - cross - item.cross }
    return container.isRow
      ? Point(x: container.edges.left + main, y: container.edges.top + cross)
      : Point(x: container.edges.left + cross, y: container.edges.top + main)
  }

  /// Returns the shift of relative positioning; left wins over right, or right over left in
  /// right-to-left containers, and top over bottom (CSS Positioned Layout §3.3).
  private func offset(of node: Int, in container: inout FlexContainer) -> Point {
    let inset = nodes[node].inset
    let width = container.innerWidth
    return Self.offset(
      inset, width: width, height: container.itemBasis.height,
      isRightToLeft: nodes[container.node].isRightToLeft)
  }

  static func offset(
    _ inset: StyleEdges, width: Double, height: Double, isRightToLeft: Bool
  ) -> Point {
    let left = inset.left.resolved(against: width)
    let right = -inset.right.resolved(against: width)
    let top = inset.top.resolved(against: height)
    let bottom = -inset.bottom.resolved(against: height)
    return Point(
      x: isRightToLeft ? right.or(left.or(0)) : left.or(right.or(0)), y: top.or(bottom.or(0)))
  }
}

/// The distribution of free space around a row of boxes (CSS Box Alignment 3 §5).
struct FreeSpace {
  /// The offset of the first box.
  var start: Double
  /// The space between neighbours, beyond gaps.
  var between: Double

  /// - Parameter isSwapped: whether `start` and `end` are swapped on this axis.
  init(_ justify: BoxJustify, free: Double, count: Int, isSwapped: Bool) {
    start = 0
    between = 0
    // Without boxes, the space is around the place of one (CSS Box Alignment 3 §5.3).
    let count = Double(max(count, 1))
    switch justify {
    case .flexStart: break
    case .flexEnd: start = free
    case .center: start = free / 2
    case .start: start = isSwapped ? free : 0
    case .end: start = isSwapped ? 0 : free
    case .spaceBetween:
      if free > 0, count > 1 { between = free / (count - 1) }
    case .spaceAround:
      if free > 0 { between = free / count } else { start = isSwapped ? free : 0 }
      start += between / 2
    case .spaceEvenly:
      if free > 0 { between = free / (count + 1) } else { start = isSwapped ? free : 0 }
      start += between
    }
  }

  init(_ align: BoxAlignContent, free: Double, count: Int, isSwapped: Bool) {
    let justify: BoxJustify =
      switch align {
      case .stretch, .flexStart: .flexStart
      case .flexEnd: .flexEnd
      case .center: .center
      case .spaceBetween: .spaceBetween
      case .spaceAround: .spaceAround
      case .spaceEvenly: .spaceEvenly
      case .start: .start
      case .end: .end
      }
    self.init(justify, free: free, count: count, isSwapped: isSwapped)
  }
}
