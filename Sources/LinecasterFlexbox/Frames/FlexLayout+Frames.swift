public import LinecasterGeometry

/// Reading the result of the last update.
extension FlexLayout {
  /// The border box relative to the border box of the nearest ancestor with a box; of the root,
  /// relative to its containing block. Zero for a name that is not in the tree, and before the
  /// first update.
  ///
  /// - Complexity: O(1).
  public func frame(of node: FlexNodeID) -> Rect {
    guard let boxes = state[0].boxes, tree.records.indices.contains(node.index) else {
      return .zero
    }
    let box = boxes[node.index]
    return Rect(x: box.x, y: box.y, width: box.width, height: box.height)
  }

  /// The frames of all nodes as a value; zero before the first update.
  ///
  /// - Complexity: O(nodes).
  public func frames() -> FlexFrames {
    FlexFrames(tree, state[0])
  }
}
