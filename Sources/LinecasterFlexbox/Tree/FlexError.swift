/// The reason why a tree cannot be laid out.
public enum FlexError: Error, Hashable, Sendable {
  /// The tree has no node.
  case empty
  /// A node is nested deeper than ``FlexTree/maximumDepth``; it is the first such node.
  case tooDeep(node: FlexNodeID)
  /// The tree has a second root; it is the first node after the end of the first one.
  case severalRoots(node: FlexNodeID)
  /// A measure closure asked for another update of the layout that called it.
  case busy
}

extension FlexError: CustomStringConvertible {
  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .empty: "The flex tree has no node."
    case .tooDeep(let node):
      "Node \(node.index) is nested deeper than \(FlexTree.maximumDepth) levels."
    case .severalRoots(let node):
      "Node \(node.index) starts a second tree; a flex tree has one root."
    case .busy: "A measure closure updates the layout that called it."
    }
  }
}
