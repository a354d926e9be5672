/// The sanitised lengths on the four sides of a box, start and end already mapped to sides.
struct StyleEdges {
  var left: FlexLength
  var top: FlexLength
  var right: FlexLength
  var bottom: FlexLength

  @inline(__always)
  init(_ edges: FlexEdges, isRightToLeft: Bool) {
    left = (isRightToLeft ? edges.end : edges.start) ?? edges.left
    right = (isRightToLeft ? edges.start : edges.end) ?? edges.right
    top = edges.top
    bottom = edges.bottom
  }

  /// The same with 0 for negative lengths.
  @inline(__always) var nonNegative: StyleEdges {
    var edges = self
    edges.left = left.nonNegative(or: .zero)
    edges.top = top.nonNegative(or: .zero)
    edges.right = right.nonNegative(or: .zero)
    edges.bottom = bottom.nonNegative(or: .zero)
    return edges
  }

  /// Whether a side is a percentage.
  @inline(__always) var usesPercent: Bool {
    left.isPercent || top.isPercent || right.isPercent || bottom.isPercent
  }

  /// The widths in points with 0 for keywords; percentages of all sides are shares of a width.
  @inline(__always)
  func resolved(against width: Double) -> ResolvedEdges {
    ResolvedEdges(
      left: left.resolvedOrZero(against: width), top: top.resolvedOrZero(against: width),
      right: right.resolvedOrZero(against: width), bottom: bottom.resolvedOrZero(against: width))
  }
}
