public import LinecasterGeometry

/// Colours outwards from a centre, in circles or ellipses (CSS Images 3 §3.2).
///
/// Colours between, before and after stops are as in a `LinearGradient`.
public struct RadialGradient: Hashable, Sendable {
  /// How far the gradient reaches, at the place 1.
  public enum Extent: String, Hashable, Sendable, CaseIterable {
    /// To the side of the box that is nearest; an ellipse to the nearest of each two.
    case closestSide
    /// To the side that is farthest.
    case farthestSide
    /// Through the corner that is nearest.
    case closestCorner
    /// Through the corner that is farthest.
    case farthestCorner
  }

  /// The centre in shares of the box's width and height from its top-left corner.
  public var center: Point
  /// How far the gradient reaches.
  public var extent: Extent
  /// Whether it is round in any box; else an ellipse.
  public var isCircle: Bool
  /// The colours.
  public var stops: [GradientStop]

  /// Makes a gradient; what is left out is as in CSS.
  public init(
    center: Point = Point(x: 0.5, y: 0.5), extent: Extent = .farthestCorner,
    isCircle: Bool = false, stops: [GradientStop]
  ) {
    self.center = center
    self.extent = extent
    self.isCircle = isCircle
    self.stops = stops
  }

  /// The centre in a box and the radii along both axes at the place 1, in layout points.
  public func ellipse(in box: Rect) -> (center: Point, radii: Size) {
    let point = Point(x: box.minX + box.width * center.x, y: box.minY + box.height * center.y)
    let (left, right) = (abs(point.x - box.minX), abs(box.maxX - point.x))
    let (top, bottom) = (abs(point.y - box.minY), abs(box.maxY - point.y))
    let isClosest = extent == .closestSide || extent == .closestCorner
    let x = isClosest ? min(left, right) : max(left, right)
    let y = isClosest ? min(top, bottom) : max(top, bottom)
    let reachesCorner = extent == .closestCorner || extent == .farthestCorner
    if isCircle {
      let toSide = isClosest ? min(x, y) : max(x, y)
      let radius = reachesCorner ? (x * x + y * y).squareRoot() : toSide
      return (point, Size(width: radius, height: radius))
    }
    // The ellipse through a corner has the proportions of the one that touches the sides there.
    let factor = reachesCorner ? 2.0.squareRoot() : 1
    return (point, Size(width: x * factor, height: y * factor))
  }
}
