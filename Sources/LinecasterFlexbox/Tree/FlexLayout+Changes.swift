extension FlexLayout {
  /// Says that the content of a measured leaf has changed, so that the next update asks for its
  /// size again; does nothing for a name that is not in the tree.
  ///
  /// - Complexity: O(depth).
  public func setNeedsMeasure(_ node: FlexNodeID) {
    guard tree.records.indices.contains(node.index) else { return }
    invalidate(node.index)
  }

  /// Lays out another tree from the next update on, keeping what it has in common with this one.
  ///
  /// Where the trees have the same shape, nodes whose style and those below are the same keep
  /// their answers; measured leaves count as unchanged, see ``setNeedsMeasure(_:)``. Else the
  /// layout starts again; so it does where either has sizes by keyword, or where one alone has what
  /// depends on its container, such as percentages.
  ///
  /// - Complexity: O(nodes), and O(depth) for each node that has changed.
  public func replaceTree(with tree: FlexTree) {
    let tree = tree.closed()
    guard tree.hasShape(of: self.tree), tree.usesContexts == self.tree.usesContexts,
      !tree.usesKeywords, !self.tree.usesKeywords
    else {
      reset(to: tree)
      return
    }
    let changed = tree.records.indices.filter { !tree.isSameNode($0, as: self.tree) }
    setTree(tree)
    for node in changed { invalidate(node) }
  }
}
