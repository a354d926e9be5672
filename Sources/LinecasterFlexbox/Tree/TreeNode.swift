/// The place of a node in the arena; pre-order makes its subtree a range of indices.
struct TreeNode {
  /// The index of the parent, or -1.
  var parent: Int32
  /// The index after the last node of the subtree.
  var end: Int32
  var kind: Kind
  /// Whether a definite height of this node can change the layout inside it.
  var isHeightSensitive: Bool

  enum Kind: UInt8 {
    case container, leaf, measuredLeaf
  }
}
