/// The sanitised lengths on the four sides of a box, start and end already mapped to sides.
struct StyleEdges {
  var left: StyleLength
  var top: StyleLength
  var right: StyleLength
  var bottom: StyleLength

  @inline(__always)
  init(_ edges: FlexEdges, minimum: Double, fallback: StyleLength, isRightToLeft: Bool) {
    let start = isRightToLeft ? edges.end : edges.start
    let end = isRightToLeft ? edges.start : edges.end
    left = StyleLength(start ?? edges.left, minimum: minimum, fallback: fallback)
    right = StyleLength(end ?? edges.right, minimum: minimum, fallback: fallback)
    top = StyleLength(edges.top, minimum: minimum, fallback: fallback)
    bottom = StyleLength(edges.bottom, minimum: minimum, fallback: fallback)
  }

  /// Whether a side is a percentage.
  var usesPercent: Bool {
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
