/// One of the two directions of the plane.
public enum Axis: UInt8, Hashable, Sendable {
  /// Along x.
  case horizontal
  /// Along y.
  case vertical

  /// The other axis.
  public var crossed: Axis { self == .horizontal ? .vertical : .horizontal }
}

extension Size {
  /// The extent along an axis, in layout points.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? width : height }
    set {
      if axis == .horizontal { width = newValue } else { height = newValue }
    }
  }
}

extension Point {
  /// The coordinate along an axis, in layout points.
  public subscript(axis: Axis) -> Double {
    get { axis == .horizontal ? x : y }
    set {
      if axis == .horizontal { x = newValue } else { y = newValue }
    }
  }
}
