/// Widths of the four sides of a box in points.
struct ResolvedEdges: BitwiseCopyable {
  var left: Double
  var top: Double
  var right: Double
  var bottom: Double

  @inline(__always) var horizontal: Double { left + right }
  @inline(__always) var vertical: Double { top + bottom }

  @inline(__always)
  static func + (a: ResolvedEdges, b: ResolvedEdges) -> ResolvedEdges {
    ResolvedEdges(
      left: a.left + b.left, top: a.top + b.top, right: a.right + b.right,
      bottom: a.bottom + b.bottom)
  }
}
