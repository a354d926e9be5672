import Linecaster

/// A node of a tree that is stored as an array, parents before children.
struct AccessNode {
  /// Its identifier on the bus, stable while it is in sight.
  let number: UInt64
  /// The index of the parent; `nil` for rows.
  let parent: Int?
  let node: SemanticNode
  let list: PlacedList
  /// The number of rows in its list.
  let rowCount: Int

  /// The frame in the window's content, in layout points.
  var frame: Rect { node.frame.offset(x: list.origin.x, y: list.origin.y) }
}

/// Assigns stable numbers to semantic nodes: a node keeps its number from tree to tree.
struct AccessTree {
  /// The maximum number of nodes reported for a window.
  static let nodeLimit = 4096
  /// The number of the item around all lists.
  static let list: UInt64 = 0

  /// The identity of a node among those of all lists.
  private struct Key: Hashable {
    let list: ObjectIdentifier
    let node: SemanticNode.ID

    init(_ node: SemanticNode, in list: PlacedList) {
      (self.list, self.node) = (ObjectIdentifier(list.controller), node.id)
    }
  }

  private var numbers: [Key: UInt64] = [:]
  private var newest = AccessTree.list

  /// Returns the nodes of the trees of lists, parents before children, up to `nodeLimit`.
  ///
  /// - Complexity: O(nodes).
  mutating func nodes(of trees: [(list: PlacedList, tree: SemanticTree)]) -> [AccessNode] {
    var nodes: [AccessNode] = []
    for (list, tree) in trees {
      for row in tree.rows { append(row, of: list, tree.rowCount, in: nil, to: &nodes) }
    }
    // Nodes out of sight are forgotten, so memory stays bounded in long lists.
    numbers = Dictionary(nodes.map { (Key($0.node, in: $0.list), $0.number) }) { first, _ in first }
    return nodes
  }

  private mutating func append(
    _ node: SemanticNode, of list: PlacedList, _ rowCount: Int, in parent: Int?,
    to nodes: inout [AccessNode]
  ) {
    guard nodes.count < Self.nodeLimit else { return }
    let index = nodes.count
    nodes.append(
      AccessNode(
        number: number(of: Key(node, in: list)), parent: parent, node: node, list: list,
        rowCount: rowCount))
    for child in node.children { append(child, of: list, rowCount, in: index, to: &nodes) }
  }

  private mutating func number(of key: Key) -> UInt64 {
    if let known = numbers[key] { return known }
    newest += 1
    numbers[key] = newest
    return newest
  }
}
