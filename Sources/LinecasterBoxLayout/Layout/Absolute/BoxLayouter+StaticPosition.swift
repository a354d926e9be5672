internal import LinecasterBase

/// The place of an absolutely positioned node without insets (CSS Flexbox 1 §4.1).
extension BoxLayouter {
  /// Returns the width between the insets; without any, between the static position and the edges
  /// of the containing block (§4.1).
  mutating func staticRoom(
    of node: Int, _ inset: AbsoluteInsets, in block: Rect
  ) throws -> Double {
    guard !inset.left.isDefinite, !inset.right.isDefinite else {
      return inset.room(in: block).width
    }
    let parent = boxParent(of: node)
    if nodes[parent].display != .flex {
      let area = try staticArea(of: node, in: block)
      let share = nodes[parent].display == .grid ? inlineShare(of: node, in: parent) : 0
      return StaticAlignment.room(
        nodes[parent].isRightToLeft ? 1 - share : share, start: area.minX, end: area.maxX,
        blockStart: block.minX, blockEnd: block.maxX)
    }
    var container = finalContainer(parent)
    let alignment = StaticAlignment(of: nodes[node], in: nodes[parent], &container)
    let start = container.edges.left
    return StaticAlignment.room(
      alignment.x, start: start, end: start + container.innerWidth, blockStart: block.minX,
      blockEnd: block.maxX)
  }

  /// Returns a node with a final box, as a container.
  private func finalContainer(_ node: Int) -> FlexContainer {
    let box = boxes[node]
    return FlexContainer(
      node: node, style: nodes[node],
      request: LayoutRequest(
        width: box.width, height: box.height, percentHeight: box.height,
        basis: contexts[node].basis))
  }

  /// Returns the static position of a node, relative to its parent (CSS Flexbox §4.1).
  mutating func staticPosition(
    of node: Int, margin: ResolvedEdges, in block: Rect
  ) throws -> Point {
    let parent = boxParent(of: node)
    guard nodes[parent].display == .flex else {
      let area = try staticArea(of: node, in: block)
      let isGrid = nodes[parent].display == .grid
      let inline = isGrid ? inlineShare(of: node, in: parent) : 0
      let align = nodes[node].alignSelf ?? nodes[parent].alignItems
      return Point(
        x: area.minX + margin.left + (nodes[parent].isRightToLeft ? 1 - inline : inline)
          * (area.width - boxes[node].width - margin.horizontal),
        y: area.minY + margin.top + (isGrid ? GridContainer.share(align) : 0)
          * (area.height - boxes[node].height - margin.vertical))
    }
    var container = finalContainer(parent)
    let alignment = StaticAlignment(of: nodes[node], in: nodes[parent], &container)
    let freeWidth = container.innerWidth - boxes[node].width - margin.horizontal
    let freeHeight = container.innerHeight - boxes[node].height - margin.vertical
    return Point(
      x: container.edges.left + alignment.x * freeWidth + margin.left,
      y: container.edges.top + alignment.y * freeHeight + margin.top)
  }
}

/// Absolutely positioned children of grids (CSS Grid 1 §9.2) and blocks.
extension BoxLayouter {
  /// Returns the area that a child without insets is aligned in, relative to its parent: the grid
  /// area that is its containing block, the content box, or the space after the blocks before it.
  private mutating func staticArea(of node: Int, in block: Rect) throws -> Rect {
    let parent = boxParent(of: node)
    let isGrid = nodes[parent].display == .grid
    if isGrid, isContainingBlock(parent) { return block }
    let box = boxes[parent]
    let edges = nodes[parent].edges(against: contexts[parent].basis.width)
    let content = Rect(
      x: edges.left, y: edges.top, width: max(box.width - edges.horizontal, 0),
      height: max(box.height - edges.vertical, 0))
    if isGrid { return content }
    if staticPositions[node] == nil {
      _ = try layOutBlock(of: parent, try finalRequest(for: parent))
    }
    let top = staticPositions[node]?.y ?? content.minY
    return Rect(x: content.minX, y: top, width: content.width, height: 0)
  }

  /// Returns the inline alignment of a child of a grid, from 0 (row start) to 1 (row end).
  private func inlineShare(of node: Int, in parent: Int) -> Double {
    GridContainer.share(nodes[node].justifySelf ?? nodes[parent].justifyItems)
  }
}

/// The alignment of an absolutely positioned box as the only item of its container (CSS Flexbox
/// §4.1), from 0 (left or top edge of the content box) to 1 (right or bottom edge).
private struct StaticAlignment {
  let x: Double
  let y: Double

  init(of style: ArenaNode, in parent: ArenaNode, _ container: inout FlexContainer) {
    var main = Self.share(parent.justifyContent, isSwapped: container.swapsMainStart)
    var cross = Self.share(
      style.alignSelf ?? parent.alignItems, isSwapped: container.swapsCrossStart)
    if container.isMainReversed { main = 1 - main }
    if container.isCrossReversed { cross = 1 - cross }
    x = container.isRow ? main : cross
    y = container.isRow ? cross : main
  }

  /// Spaces around a single box center it, even if it overflows (CSS Box Alignment 3 §5.3).
  private static func share(_ justify: BoxJustify, isSwapped: Bool) -> Double {
    switch justify {
    case .flexStart, .spaceBetween: 0
    case .flexEnd: 1
    case .center, .spaceAround, .spaceEvenly: 0.5
    case .start: isSwapped ? 1 : 0
    case .end: isSwapped ? 0 : 1
    }
  }

  private static func share(_ align: BoxAlign, isSwapped: Bool) -> Double {
    switch align {
    case .stretch, .fill, .flexStart: 0
    case .flexEnd: 1
    case .center: 0.5
    case .start, .baseline: isSwapped ? 1 : 0
    case .end: isSwapped ? 0 : 1
    }
  }

  /// Returns the room that a box aligned by `share` in a content box has in its containing block,
  /// both given by their start and end: it may grow from its anchor until it meets an edge.
  static func room(
    _ share: Double, start: Double, end: Double, blockStart: Double, blockEnd: Double
  ) -> Double {
    let anchor = start + share * (end - start)
    let before = anchor - blockStart
    let after = blockEnd - anchor
    return share == 0 ? after : share == 1 ? before : 2 * min(before, after)
  }
}
