/// Whether styles need a second look when they are added to a tree.
extension FlexStyle {
  /// Whether all lengths the arena keeps with the node are points or `auto`, none is negative that
  /// may not be, none is by writing direction, and sizes are those of the border box.
  @inline(__always) var isPlain: Bool {
    let hasPlainSizes =
      width.isPlainSize && height.isPlainSize && minWidth.isPlainSize && minHeight.isPlainSize
      && maxWidth.isPlainSize && maxHeight.isPlainSize && basis.isPlainSize
    return hasPlainSizes && boxSizing == .borderBox && margin.isPoints
      && padding.isPoints && padding.isPlainSize
  }
}

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
