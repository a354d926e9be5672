internal import LinecasterGeometry

/// From main and cross positions to boxes with left and top.
extension FlexLayouter {
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

  /// The top left of an item's border box in its container's, without relative positioning.
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

  /// The shift of relative positioning; left wins over right, or right over left in right-to-left
  /// containers, and top over bottom (CSS Positioned Layout §3.3).
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
