internal import LinecasterBase

/// The insets of an absolutely positioned node in points; indefinite if `auto`.
struct AbsoluteInsets {
  let left, top, right, bottom: Double

  init(_ inset: StyleEdges, in block: Rect) {
    left = inset.left.resolved(against: block.width)
    right = inset.right.resolved(against: block.width)
    top = inset.top.resolved(against: block.height)
    bottom = inset.bottom.resolved(against: block.height)
  }

  var fillsWidth: Bool { left.isDefinite && right.isDefinite }
  var fillsHeight: Bool { top.isDefinite && bottom.isDefinite }

  /// Returns the extents of the inset-modified containing block, never negative; `auto` counts as
  /// 0.
  func room(in block: Rect) -> Size {
    Size(
      width: max(block.width - left.or(0) - right.or(0), 0),
      height: max(block.height - top.or(0) - bottom.or(0), 0))
  }
}
