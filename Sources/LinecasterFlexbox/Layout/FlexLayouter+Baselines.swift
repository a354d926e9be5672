internal import LinecasterGeometry

/// §8.3 and §8.5: baselines of items, lines and containers.
extension FlexLayouter {
  /// The space above and below the shared baseline of each line.
  mutating func determineAscents(in container: inout FlexContainer) throws {
    for index in container.lines {
      var ascent = -Double.infinity
      var descent = -Double.infinity
      for place in lines[index].items where items[place].isOnBaseline {
        // Text is horizontal, so that what items of a column share is their left edge.
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

  /// From the top of an item's border box to its first baseline, the bottom edge without one.
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

  /// What the container answers: its height, and the baseline of its first line if that is asked.
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

  /// The inner height that the content asks for; where the height was given, that is found only for
  /// nodes that are asked for it: with an aspect ratio, and columns that wrap.
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

  /// The baseline of the topmost line: of its first item on it, else of its first item.
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
