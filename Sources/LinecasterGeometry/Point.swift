/// A place in the plane, in layout points, x to the right and y down.
public struct Point: Hashable, Sendable {
  /// The distance from the left edge of the coordinate space, in layout points.
  public var x: Double
  /// The distance from the top edge of the coordinate space, in layout points.
  public var y: Double

  /// Makes a point from its coordinates in layout points.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin of the coordinate space.
  public static let zero = Point(x: 0, y: 0)

  /// The point moved right by `dx` and down by `dy` layout points.
  public func offset(x dx: Double, y dy: Double) -> Point {
    Point(x: x + dx, y: y + dy)
  }
}
