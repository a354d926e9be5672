/// §9.5 Main-axis alignment and §9.6 cross-axis alignment.
extension FlexLayouter {
  /// §9.5 step 12: free main space goes to auto margins, else where `justify-content` says.
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

  /// Step 13: auto margins share free space; without any the item is at the block-start or
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
    case .stretch, .flexStart: 0
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
