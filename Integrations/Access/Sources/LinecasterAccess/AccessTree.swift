import Linecaster

/// A node of a tree whose nodes lie in an array, each behind the one that it is in.
struct AccessNode {
  /// What names it on the bus, as long as it is in sight.
  let number: UInt64
  /// The index of the node that it is in; nil for the list.
  let parent: Int?
  let node: SemanticNode
}

/// Numbers the nodes of semantic trees: the same one has the same number in the next tree.
struct AccessTree {
  /// What a list tells of at most; more could not be read out.
  static let nodeLimit = 4096
  /// The number of the list itself.
  static let list: UInt64 = 0

  private var numbers: [SemanticNode.ID: UInt64] = [:]
  private var newest = AccessTree.list

  /// The nodes of a tree, each behind the one that it is in, as many as may be.
  ///
  /// - Complexity: O(nodes).
  mutating func nodes(of tree: SemanticTree) -> [AccessNode] {
    var nodes: [AccessNode] = []
    for row in tree.rows { append(row, in: nil, to: &nodes) }
    // Those out of sight are forgotten, so that no list is too long to be scrolled through.
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
