import Foundation
public import LinecasterBase

/// What a shape is filled with.
public enum DisplayPaint: Hashable, Sendable {
  /// One colour.
  case color(Color)
  /// Colours along a line.
  case linear(LinearGradient)
  /// Colours outwards from a centre.
  case radial(RadialGradient)
  /// Colours around a centre.
  case conic(ConicGradient)
}

/// Colours along a line through a box's centre (CSS Images 3 §3.1).
///
/// Between stops the premultiplied colours are mixed; before the first stop and after the last its
/// colour goes on. Without stops nothing is drawn.
///
///     let sky = LinearGradient(angle: 90, stops: .even(Color(rgb: 0x1A5FB4), .white))
///     list.append(.fill(box, .linear(sky)))
public struct LinearGradient: Hashable, Sendable {
  /// Where it runs to, in degrees clockwise from straight up: 90 to the right, 180 down.
  public var angle: Double
  /// The colours.
  public var stops: [GradientStop]

  /// Makes a gradient.
  public init(angle: Double = 180, stops: [GradientStop]) {
    self.angle = angle
    self.stops = stops
  }

  /// Where the gradient starts and ends in a box.
  ///
  /// Its line is so long that the corner it runs to has just the colour at 1. An angle that is not
  /// finite counts as 180.
  package func line(in box: Rect) -> (start: Point, end: Point) {
    let degrees = angle.isFinite ? angle.truncatingRemainder(dividingBy: 360) : 180
    let (x, y) = Self.direction(degrees)
    let half = (abs(box.width * x) + abs(box.height * y)) / 2
    let center = Point(x: box.minX + box.width / 2, y: box.minY + box.height / 2)
    return (center.offset(x: -x * half, y: -y * half), center.offset(x: x * half, y: y * half))
  }

  /// The unit vector of an angle, exact along the axes.
  private static func direction(_ degrees: Double) -> (x: Double, y: Double) {
    switch (degrees + 360).truncatingRemainder(dividingBy: 360) {
    case 0: (0, -1)
    case 90: (1, 0)
    case 180: (0, 1)
    case 270: (-1, 0)
    default: (sin(degrees * .pi / 180), -cos(degrees * .pi / 180))
    }
  }
}

/// Colours outwards from a centre, in circles or ellipses (CSS Images 3 §3.2).
///
/// Colours between, before and after stops are as in a `LinearGradient`.
///
///     let sun = RadialGradient(
///       center: Point(x: 0.5, y: 0), isCircle: true, stops: .even(.white, Color(rgb: 0xF5A623)))
///     list.append(.fill(box, .radial(sun)))
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
  package func ellipse(in box: Rect) -> (center: Point, radii: Size) {
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

/// Colours around a centre, clockwise (CSS Images 4 §3.3): a place is a share of the turn.
///
/// Colours between, before and after stops are as in a `LinearGradient`.
///
///     let ring = ConicGradient(angle: 0, stops: .even(Color(rgb: 0x2DA44E), .white))
///     list.append(.fill(circle, .conic(ring)))
public struct ConicGradient: Hashable, Sendable {
  /// The centre in shares of the box's width and height from its top-left corner.
  public var center: Point
  /// Where the turn starts, in degrees clockwise from straight up.
  public var angle: Double
  /// The colours.
  public var stops: [GradientStop]

  /// Makes a gradient; what is left out is as in CSS.
  public init(
    center: Point = Point(x: 0.5, y: 0.5), angle: Double = 0, stops: [GradientStop]
  ) {
    self.center = center
    self.angle = angle
    self.stops = stops
  }
}

/// A colour at a place of a gradient.
public struct GradientStop: Hashable, Sendable {
  /// The colour.
  public var color: Color
  /// How far along the gradient it is: 0 at its start, 1 at its end; other places are allowed.
  public var place: Double

  /// Makes a stop.
  public init(_ color: Color, at place: Double) {
    self.color = color
    self.place = place
  }
}

extension [GradientStop] {
  /// Stops of these colours at equal distances, from 0 to 1; a single colour is at 0.
  public static func even(_ colors: Color...) -> [GradientStop] {
    colors.enumerated().map { index, color in
      GradientStop(color, at: index == 0 ? 0 : Double(index) / Double(colors.count - 1))
    }
  }

  /// The stops as a gradient uses them (CSS Images 3 §3.4.3): a stop that is placed before the one
  /// before it moves there, and one whose place is not finite stays with the one before it, or
  /// at 0.
  package var ordered: [GradientStop] {
    var last = -Double.infinity
    return map { stop in
      let place = stop.place.isFinite ? Swift.max(stop.place, last) : last.isFinite ? last : 0
      last = place
      return GradientStop(stop.color, at: place)
    }
  }
}
