/// Lengths on the four edges of a box. Horizontal edges can be given by side or by writing
/// direction.
public struct BoxEdges: Hashable, Sendable {
  /// The length on the left edge.
  public var left: BoxLength
  /// The length on the top edge.
  public var top: BoxLength
  /// The length on the right edge.
  public var right: BoxLength
  /// The length on the bottom edge.
  public var bottom: BoxLength
  private var startOrUnset: BoxLength
  private var endOrUnset: BoxLength

  /// The length on the edge at which lines of text start, in place of `left` or `right`; `nil`
  /// keeps these.
  public var start: BoxLength? {
    get { startOrUnset.isUnset ? nil : startOrUnset }
    set { startOrUnset = newValue ?? .unset }
  }

  /// The length on the edge at which lines of text end, in place of `left` or `right`; `nil` keeps
  /// these.
  public var end: BoxLength? {
    get { endOrUnset.isUnset ? nil : endOrUnset }
    set { endOrUnset = newValue ?? .unset }
  }

  /// Whether an edge depends on the writing direction.
  @inline(__always) var isDirectional: Bool { !startOrUnset.isUnset || !endOrUnset.isUnset }

  /// Creates edges one by one; each length defaults to 0.
  public init(
    left: BoxLength = .zero, top: BoxLength = .zero, right: BoxLength = .zero,
    bottom: BoxLength = .zero, start: BoxLength? = nil, end: BoxLength? = nil
  ) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    startOrUnset = start ?? .unset
    endOrUnset = end ?? .unset
  }

  /// Creates edges with the same length on all sides.
  public init(all length: BoxLength) {
    self.init(left: length, top: length, right: length, bottom: length)
  }

  /// Creates edges with equal lengths on opposite sides.
  public init(horizontal: BoxLength = .zero, vertical: BoxLength = .zero) {
    self.init(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }

  /// Zero on all edges.
  public static let zero = BoxEdges()
  /// Automatic on all edges.
  public static let auto = BoxEdges(all: .auto)
}

/// Quick checks for edges when they are added to a tree.
extension BoxEdges {
  /// Whether all sides are points, independent of the writing direction.
  @inline(__always) var isPoints: Bool {
    left.isPoints && top.isPoints && right.isPoints && bottom.isPoints && !isDirectional
  }

  /// Whether no side is negative, for sides in points.
  @inline(__always) var isPlainSize: Bool {
    left.isPlainSize && top.isPlainSize && right.isPlainSize && bottom.isPlainSize
  }
}

/// The sanitised lengths on the four sides of a box, start and end already mapped to sides.
struct StyleEdges: BitwiseCopyable, Equatable {
  var left: BoxLength
  var top: BoxLength
  var right: BoxLength
  var bottom: BoxLength

  static let zero = StyleEdges(.zero, isRightToLeft: false)
  static let auto = StyleEdges(.auto, isRightToLeft: false)

  /// Takes the four sides, ignoring start and end.
  @inline(__always)
  init(sidesOf edges: BoxEdges) {
    left = edges.left
    top = edges.top
    right = edges.right
    bottom = edges.bottom
  }

  @inline(__always)
  init(_ edges: BoxEdges, isRightToLeft: Bool) {
    left = (isRightToLeft ? edges.end : edges.start) ?? edges.left
    right = (isRightToLeft ? edges.start : edges.end) ?? edges.right
    top = edges.top
    bottom = edges.bottom
  }

  /// The same edges with negative lengths replaced by 0.
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

  /// Whether all sides are 0.
  @inline(__always) var isZero: Bool {
    left == .zero && top == .zero && right == .zero && bottom == .zero
  }

  /// The widths of sides that are all in points.
  @inline(__always) var points: ResolvedEdges {
    ResolvedEdges(left: left.raw, top: top.raw, right: right.raw, bottom: bottom.raw)
  }

  /// Whether a side is a percentage.
  @inline(__always) var usesPercent: Bool {
    left.isPercent || top.isPercent || right.isPercent || bottom.isPercent
  }

  /// Returns the widths in points, with 0 for keywords; percentages of all sides refer to a width.
  @inline(__always)
  func resolved(against width: Double) -> ResolvedEdges {
    ResolvedEdges(
      left: left.resolvedOrZero(against: width), top: top.resolvedOrZero(against: width),
      right: right.resolvedOrZero(against: width), bottom: bottom.resolvedOrZero(against: width))
  }
}

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
