/// Lengths on the four edges of a box, by side or by writing direction.
public struct FlexEdges: Hashable, Sendable {
  /// The left edge.
  public var left: FlexLength
  /// The top edge.
  public var top: FlexLength
  /// The right edge.
  public var right: FlexLength
  /// The bottom edge.
  public var bottom: FlexLength
  private var startOrUnset: FlexLength
  private var endOrUnset: FlexLength

  /// The edge where lines of text start, instead of `left` or `right`; nil leaves those alone.
  public var start: FlexLength? {
    get { startOrUnset.isUnset ? nil : startOrUnset }
    set { startOrUnset = newValue ?? .unset }
  }

  /// The edge where lines of text end, instead of `left` or `right`; nil leaves those alone.
  public var end: FlexLength? {
    get { endOrUnset.isUnset ? nil : endOrUnset }
    set { endOrUnset = newValue ?? .unset }
  }

  /// Whether an edge is set by writing direction.
  @inline(__always) var isDirectional: Bool { !startOrUnset.isUnset || !endOrUnset.isUnset }

  /// Makes edges one by one; those left out are 0.
  public init(
    left: FlexLength = .zero, top: FlexLength = .zero, right: FlexLength = .zero,
    bottom: FlexLength = .zero, start: FlexLength? = nil, end: FlexLength? = nil
  ) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
    startOrUnset = start ?? .unset
    endOrUnset = end ?? .unset
  }

  /// Makes four equal edges.
  public init(all length: FlexLength) {
    self.init(left: length, top: length, right: length, bottom: length)
  }

  /// Makes edges that are the same on opposite sides.
  public init(horizontal: FlexLength = .zero, vertical: FlexLength = .zero) {
    self.init(left: horizontal, top: vertical, right: horizontal, bottom: vertical)
  }

  /// No length on any edge.
  public static let zero = FlexEdges()
  /// The layout decides on every edge.
  public static let auto = FlexEdges(all: .auto)
}
