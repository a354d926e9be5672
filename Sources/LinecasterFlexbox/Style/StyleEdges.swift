/// The sanitised lengths on the four sides of a box, start and end already mapped to sides.
struct StyleEdges: BitwiseCopyable, Equatable {
  var left: FlexLength
  var top: FlexLength
  var right: FlexLength
  var bottom: FlexLength

  static let zero = StyleEdges(.zero, isRightToLeft: false)
  static let auto = StyleEdges(.auto, isRightToLeft: false)

  /// The four sides, without regard to start and end.
  @inline(__always)
  init(sidesOf edges: FlexEdges) {
    left = edges.left
    top = edges.top
    right = edges.right
    bottom = edges.bottom
  }

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

  /// Whether all sides are points.
  @inline(__always) var isPoints: Bool {
    left.isPoints && top.isPoints && right.isPoints && bottom.isPoints
  }

  /// Whether no side has a width.
  @inline(__always) var isZero: Bool {
    left == .zero && top == .zero && right == .zero && bottom == .zero
  }

  /// The widths of sides that are all points.
  @inline(__always) var points: ResolvedEdges {
    ResolvedEdges(left: left.raw, top: top.raw, right: right.raw, bottom: bottom.raw)
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
