import LinecasterBase

/// §9.1 Initial setup: the items, and their sizes by style in this container.
extension BoxLayouter {
  /// Step 1: makes an item of each in-flow child, including children of `contents` nodes.
  ///
  /// Step 2, the available space, is in the container's `inner…` extents from the start.
  mutating func collectItems(of container: inout FlexContainer) throws {
    let first = itemCount
    if nodes[container.node].flags.contains(.ordersItems) {
      for child in itemNodes(of: container.node) { try pushItem(child, in: &container) }
      container.items = first..<itemCount
      container.lines = lineCount..<lineCount
      return
    }
    let end = nodes[container.node].end
    var child = container.node + 1
    while child < end {
      switch nodes[child].display {
      case .contents:
        child += 1
        continue
      case .none: break
      case .flex, .grid, .block:
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
    // A percentage of an indefinite size acts as `auto`, but does not stretch.
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

/// §9.2 Line length determination: base sizes, hypothetical sizes, the container's main size.
extension BoxLayouter {
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
      // Step 3 A with `flex-basis: auto`: the main size property, unless the basis is `content`.
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

  /// Returns the main size that the aspect ratio gives to the definite cross size, or indefinite.
  func transferredMain(of item: inout FlexItem, in container: inout FlexContainer) -> Double {
    guard item.hasRatio, item.definiteCross.isDefinite else {
      return .indefinite
    }
    return main(fromCross: item.definiteCross, of: &item, in: &container)
  }

  /// Returns the main size that the aspect ratio gives to a cross size.
  func main(fromCross cross: Double, of item: inout FlexItem, in container: inout FlexContainer)
    -> Double
  {
    let style = nodes[Int(item.node)]
    return container.isRow
      ? style.width(forHeight: cross, edges: item.edges)
      : style.height(forWidth: cross, edges: item.edges)
  }

  /// Returns the main size of the content: the max-content width, or the height at the resulting
  /// width.
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

  /// Returns the height of an item of a column at its width, before its own limits.
  mutating func contentHeight(of item: inout FlexItem, in container: inout FlexContainer) throws
    -> Double
  {
    let request = LayoutRequest(
      width: item.cross, height: .indefinite, percentHeight: .indefinite,
      basis: container.itemBasis)
    return try layOut(Int(item.node), request).contentHeight
  }

  /// The width of an item of a column at a height: by style, by stretching, or fit-content.
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

/// §4.5 Automatic minimum size of flex items.
extension BoxLayouter {
  /// Sets the content-based minimum: the smaller of the content and the size by style, within the
  /// maximum.
  mutating func determineAutomaticMinimum(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws {
    item.hasPendingMinimum = false
    var minimum =
      container.isRow
      ? try leastWidth(of: &item, in: &container) : try leastHeight(of: &item, in: &container)
    if item.definiteMain.isDefinite { minimum = min(minimum, item.definiteMain) }
    if item.maxMain < minimum { minimum = item.maxMain }
    item.minMain = max(minimum, item.minMain)
  }

  /// Returns the content size suggestion in a row: the min-content width, within the limits of the
  /// height that an aspect ratio transfers.
  ///
  /// A definite height has its limits applied already; browsers do not transfer them again.
  private mutating func leastWidth(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws -> Double {
    var width = try contentWidth(
      of: Int(item.node), .minContentWidth, basis: container.itemBasis,
      height: item.definiteCross)
    guard item.hasRatio else { return width }
    guard item.definiteCross.isDefinite else {
      return transferred(width, maxCross: item.maxCross, of: &item, in: &container)
    }
    width = max(width, main(fromCross: item.definiteCross, of: &item, in: &container))
    return transferred(width, maxCross: .indefinite, of: &item, in: &container)
  }

  /// Returns the content size suggestion in a column: the height of the content at the item's
  /// width, within the limits of the width that an aspect ratio transfers.
  private mutating func leastHeight(
    of item: inout FlexItem, in container: inout FlexContainer
  ) throws -> Double {
    let node = Int(item.node)
    if nodes[node].isVertical {
      return try leastVerticalHeight(of: node, basis: container.itemBasis)
    }
    try determineWidth(of: &item, height: item.definiteMain, in: &container)
    // A column wraps at its height by style or by its ratio.
    var known = item.definiteMain
    if !known.isDefinite, item.hasRatio {
      known = main(fromCross: item.cross, of: &item, in: &container)
    }
    let content =
      nodes[node].wrapsColumns && known.isDefinite
      ? try layOut(
        node,
        LayoutRequest(
          width: item.cross, height: known, percentHeight: known, basis: container.itemBasis)
      ).contentHeight
      : try contentHeight(of: &item, in: &container)
    guard item.hasRatio else { return content }
    let height = max(content, main(fromCross: item.cross, of: &item, in: &container))
    return transferred(height, maxCross: item.maxCross, of: &item, in: &container)
  }

  private func transferred(
    _ main: Double, maxCross: Double, of item: inout FlexItem, in container: inout FlexContainer
  ) -> Double {
    main.clamped(
      self.main(fromCross: item.minCross, of: &item, in: &container),
      maxCross.isDefinite ? self.main(fromCross: maxCross, of: &item, in: &container) : .indefinite)
  }
}

/// §9.3 Main size determination: lines and the container's own main size.
extension BoxLayouter {
  /// Step 5: one line, or as many as the available main space requires.
  mutating func collectLines(in container: inout FlexContainer) {
    let limit = lineLimit(of: &container)
    let first = lineCount
    var start = container.items.lowerBound
    var sum = 0.0
    for index in container.items {
      let size = items[index].hypothetical + items[index].mainMargins
      let extended = index == start ? size : sum + container.mainGap + size
      if index > start, extended > limit {
        pushLine(FlexLine(items: start..<index, hypotheticalSum: sum))
        start = index
        sum = size
      } else {
        sum = extended
      }
    }
    if start < container.items.upperBound {
      pushLine(FlexLine(items: start..<container.items.upperBound, hypotheticalSum: sum))
    }
    container.lines = first..<lineCount
  }

  private mutating func pushLine(_ line: FlexLine) {
    lines[lineCount] = line
    lineCount += 1
  }

  /// Step 4: an indefinite main size becomes that of the longest line, within the limits.
  mutating func determineMainSize(of container: inout FlexContainer) {
    guard !container.innerMain.isDefinite else { return }
    var longest = 0.0
    for index in container.lines { longest = max(longest, lines[index].hypotheticalSum) }
    container.innerMain = max(
      longest.clamped(container.minInnerHeight, container.maxInnerHeight), 0)
    container.contentMain = longest
  }

  /// Returns the main size beyond which a line breaks; sums of lengths that should just fit may
  /// miss it by rounding.
  private func lineLimit(of container: inout FlexContainer) -> Double {
    guard container.isMultiLine else { return .infinity }
    let limit =
      container.innerMain.isDefinite
      ? container.innerMain : container.maxInnerHeight.or(.infinity)
    return limit + Self.tolerance
  }

  /// Lengths that differ by less count as equal, in layout points: far below a pixel and far above
  /// the rounding of a sum.
  static let tolerance = 1.0 / 4096
}

/// §9.7 Resolving flexible lengths.
extension BoxLayouter {
  /// §9.3 step 6: the used main size of each item, line by line.
  mutating func resolveFlexibleLengths(in container: inout FlexContainer) throws {
    for index in container.lines {
      let line = lines[index]
      // Step 1: grow or shrink.
      let free = container.innerMain - line.hypotheticalSum
      if free == 0 { continue }
      let isGrowing = free > 0
      if !isGrowing { try determinePendingMinima(of: line, in: &container) }
      resolveLine(line, isGrowing: isGrowing, in: &container)
    }
  }

  /// Finds automatic minima, deferred until an item may have to shrink.
  private mutating func determinePendingMinima(
    of line: FlexLine, in container: inout FlexContainer
  ) throws {
    for index in line.items where items[index].hasPendingMinimum && items[index].shrink > 0 {
      try determineAutomaticMinimum(of: &items[index], in: &container)
    }
  }

  private mutating func resolveLine(
    _ line: FlexLine, isGrowing: Bool, in container: inout FlexContainer
  ) {
    var unfrozen = freezeInflexible(line, isGrowing: isGrowing)
    let gaps = Double(line.items.count - 1) * container.mainGap
    let initialFree = freeSpace(of: line, container.innerMain - gaps)  // Step 3.
    var rounds = 0
    while unfrozen > 0 {  // Step 4.
      rounds += 1
      var free = freeSpace(of: line, container.innerMain - gaps)
      let factors = factorSums(of: line, isGrowing: isGrowing)
      if factors.flex < 1, abs(initialFree * factors.flex) < abs(free) {
        free = initialFree * factors.flex
      }
      let share = isGrowing ? free / factors.flex : free / factors.scaled
      distribute(share.isFinite ? share : 0, line, isGrowing: isGrowing)
      unfrozen = freezeViolations(line, isLast: rounds == Self.maximumRounds)
    }
  }

  /// The maximum number of rounds of step 4, after which all items are frozen: ordinary lines need
  /// a few, and limits that freeze one item per round must not take quadratic time.
  private static let maximumRounds = 64

  /// Step 2: freezes items that cannot flex in the line's direction; returns the number of others.
  private func freezeInflexible(_ line: FlexLine, isGrowing: Bool) -> Int {
    var unfrozen = 0
    for index in line.items {
      items[index].freezeIfInflexible(isGrowing: isGrowing)
      if !items[index].isFrozen { unfrozen += 1 }
    }
    return unfrozen
  }

  /// Returns the free space after frozen items at their target and others at their base size.
  private func freeSpace(of line: FlexLine, _ space: Double) -> Double {
    var free = space
    for index in line.items { free -= items[index].reservedMain }
    return free
  }

  private func factorSums(
    of line: FlexLine, isGrowing: Bool
  ) -> (flex: Double, scaled: Double) {
    var flex = 0.0
    var scaled = 0.0
    for index in line.items where !items[index].isFrozen {
      flex += isGrowing ? items[index].grow : items[index].shrink
      scaled += items[index].scaledShrink
    }
    return (flex, scaled)
  }

  /// Step 4 c: distributes space in proportion to the flex factors.
  private func distribute(_ share: Double, _ line: FlexLine, isGrowing: Bool) {
    for index in line.items where !items[index].isFrozen {
      let factor = isGrowing ? items[index].grow : items[index].scaledShrink
      items[index].target = items[index].base + share * factor
    }
  }

  /// Steps 4 d and e: fixes violations and freezes items; returns the number still unfrozen.
  private func freezeViolations(_ line: FlexLine, isLast: Bool) -> Int {
    var total = 0.0
    for index in line.items where !items[index].isFrozen { total += items[index].violation }
    var unfrozen = 0
    for index in line.items where !items[index].isFrozen {
      items[index].clampTarget(totalViolation: total, isLast: isLast)
      if !items[index].isFrozen { unfrozen += 1 }
    }
    return unfrozen
  }
}
