/// §8.3 and §8.5: baselines of items, lines and containers.
extension FlexLayouter {
  /// The space above and below the shared baseline of each line.
  mutating func determineAscents(in container: FlexContainer) throws {
    guard container.isRow else { return }
    for index in container.lines {
      var ascent = -Double.infinity
      var descent = -Double.infinity
      for place in lines[index].items where items[place].isOnBaseline {
        let item = items[place]
        let baseline = try baseline(of: item, in: container)
        let fromStart = container.isCrossReversed ? item.cross - baseline : baseline
        items[place].ascent = item.marginCrossStart + fromStart
        ascent = max(ascent, items[place].ascent)
        descent = max(descent, item.cross + item.crossMargins - items[place].ascent)
      }
      guard ascent > -.infinity else { continue }
      lines[index].ascent = ascent
      lines[index].descent = descent
    }
  }

  /// From the top of an item's border box to its first baseline, the bottom edge without one.
  private mutating func baseline(of item: FlexItem, in container: FlexContainer) throws -> Double {
    let width = container.isRow ? item.target : item.cross
    let height = container.isRow ? item.cross : item.target
    let request = LayoutRequest(
      width: width, height: height, isHeightDefinite: item.isHeightDefinite(in: container),
      basis: container.itemBasis, needsBaseline: true)
    return try layOut(Int(item.node), request).baseline.or(height)
  }

  /// What the container answers: its height, and the baseline of its first line if that is asked.
  mutating func result(
    of container: FlexContainer, _ request: LayoutRequest
  ) throws -> LayoutResult {
    let edges = container.edges
    let inner = container.isRow ? container.innerCross : container.innerMain
    let content = container.isRow ? container.contentCross : container.contentMain
    return LayoutResult(
      height: request.height.or(inner + edges.vertical),
      contentHeight: content.or(inner) + edges.vertical,
      baseline: request.needsBaseline ? try baseline(of: container) : .indefinite)
  }

  /// The baseline of the topmost line: of its first item on it, else of its first item.
  private mutating func baseline(of container: FlexContainer) throws -> Double {
    let first = container.swapsCrossStart ? container.lines.last : container.lines.first
    guard let first else { return .indefinite }
    let places = lines[first].items
    let place =
      container.isRow
      ? places.first { items[$0].isOnBaseline } ?? places.lowerBound
      : (container.swapsMainStart ? places.upperBound - 1 : places.lowerBound)
    let item = items[place]
    return boxes[Int(item.node)].y + (try baseline(of: item, in: container))
  }
}
