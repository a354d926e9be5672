internal import LinecasterGeometry

/// From main and cross positions to boxes with left and top.
extension FlexLayouter {
  /// Writes the border box of each item, relative to the container's.
  mutating func placeItems(of container: FlexContainer) {
    for index in container.lines {
      for place in lines[index].items {
        placeItem(items[place], lineOffset: lines[index].crossPosition, in: container)
      }
    }
  }

  private mutating func placeItem(
    _ item: FlexItem, lineOffset: Double, in container: FlexContainer
  ) {
    var main = item.mainPosition
    var cross = lineOffset + item.crossPosition
    if container.isMainReversed { main = container.innerMain - main - item.target }
    if container.isCrossReversed { cross = container.innerCross - cross - item.cross }
    let node = Int(item.node)
    boxes[node].x = container.edges.left + (container.isRow ? main : cross)
    boxes[node].y = container.edges.top + (container.isRow ? cross : main)
    boxes[node].width = container.isRow ? item.target : item.cross
    boxes[node].height = container.isRow ? item.cross : item.target
    boxes[node].basis = container.itemBasis
    boxes[node].percentHeight = item.percentHeight(in: container)
    if styles[node].position == .relative { boxes[node].offset = offset(of: node, in: container) }
  }

  /// The shift of relative positioning; left wins over right, or right over left in right-to-left
  /// containers, and top over bottom (CSS Positioned Layout §3.3).
  private func offset(of node: Int, in container: FlexContainer) -> Point {
    let inset = styles[node].inset
    let width = container.innerWidth
    return Self.offset(
      inset, width: width, height: container.itemBasis.height,
      isRightToLeft: styles[container.node].isRightToLeft)
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
