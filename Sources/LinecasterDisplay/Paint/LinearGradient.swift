import Foundation
public import LinecasterGeometry

/// Colours along a line through a box's centre (CSS Images 3 §3.1).
///
/// Between stops the premultiplied colours are mixed; before the first stop and after the last its
/// colour goes on. Without stops nothing is drawn.
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
  public func line(in box: Rect) -> (start: Point, end: Point) {
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
