/// Whether edges need a second look when they are added to a tree.
extension FlexEdges {
  /// Whether all sides are points, and nothing is set by writing direction.
  @inline(__always) var isPoints: Bool {
    left.isPoints && top.isPoints && right.isPoints && bottom.isPoints && !isDirectional
  }

  /// Whether no side is negative, where they are points.
  @inline(__always) var isPlainSize: Bool {
    left.isPlainSize && top.isPlainSize && right.isPlainSize && bottom.isPlainSize
  }
}
