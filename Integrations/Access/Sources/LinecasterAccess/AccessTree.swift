import Linecaster

/// A node of a tree that is stored as an array, parents before children.
struct AccessNode {
  /// Its identifier on the bus, stable while it is in sight.
  let number: UInt64
  /// The index of the parent; `nil` for children of the list.
  let parent: Int?
  let node: SemanticNode
}

/// Assigns stable numbers to semantic nodes: a node keeps its number from tree to tree.
struct AccessTree {
  /// The maximum number of nodes reported for a list.
  static let nodeLimit = 4096
  /// The number of the list itself.
  static let list: UInt64 = 0

  private var numbers: [SemanticNode.ID: UInt64] = [:]
  private var newest = AccessTree.list

  /// Returns the nodes of a tree, parents before children, up to `nodeLimit`.
  ///
  /// - Complexity: O(nodes).
  mutating func nodes(of tree: SemanticTree) -> [AccessNode] {
    var nodes: [AccessNode] = []
    for row in tree.rows { append(row, in: nil, to: &nodes) }
    // Nodes out of sight are forgotten, so memory stays bounded in long lists.
    numbers = Dictionary(nodes.map { ($0.node.id, $0.number) }) { first, _ in first }
    return nodes
  }

  private mutating func append(
    _ node: SemanticNode, in parent: Int?, to nodes: inout [AccessNode]
  ) {
    guard nodes.count < Self.nodeLimit else { return }
    let index = nodes.count
    nodes.append(AccessNode(number: number(of: node.id), parent: parent, node: node))
    for child in node.children { append(child, in: index, to: &nodes) }
  }

  private mutating func number(of id: SemanticNode.ID) -> UInt64 {
    if let known = numbers[id] { return known }
    newest += 1
    numbers[id] = newest
    return newest
  }
}
