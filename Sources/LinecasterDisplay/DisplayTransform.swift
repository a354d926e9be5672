import Foundation
public import LinecasterBase

/// An affine transform: rotation, scale, skew and translation (CSS Transforms 1, Core Graphics'
/// `CGAffineTransform`).
///
/// It maps a point to (a·x + c·y + x₀, b·x + d·y + y₀), in layout points, y down.
///
///     let tilt = DisplayTransform.rotation(-8, around: Point(x: 100, y: 30))
///     list.append(.group(DisplayGroup(commands, effects: DisplayEffects(transform: tilt))))
public struct DisplayTransform: Hashable, Sendable {
  /// The factor from x to x.
  public var a: Double
  /// The factor from x to y.
  public var b: Double
  /// The factor from y to x.
  public var c: Double
  /// The factor from y to y.
  public var d: Double
  /// The translation to the right, in layout points.
  public var x: Double
  /// The translation down, in layout points.
  public var y: Double

  /// The identity transform.
  public static let identity = DisplayTransform()

  /// Makes a transform from its six numbers, in the order of CSS `matrix()`; the defaults give the
  /// identity.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, x: Double = 0, y: Double = 0
  ) {
    (self.a, self.b, self.c, self.d, self.x, self.y) = (a, b, c, d, x, y)
  }

  /// Returns a clockwise rotation by degrees around a point; quarter turns are exact.
  public static func rotation(_ degrees: Double, around center: Point = .zero) -> DisplayTransform {
    let angle = degrees.isFinite ? degrees.truncatingRemainder(dividingBy: 360) : 0
    let (sine, cosine) =
      switch (angle + 360).truncatingRemainder(dividingBy: 360) {
      case 0: (0.0, 1.0)
      case 90: (1.0, 0.0)
      case 180: (0.0, -1.0)
      case 270: (-1.0, 0.0)
      default: (sin(angle * .pi / 180), cos(angle * .pi / 180))
      }
    return DisplayTransform(a: cosine, b: sine, c: -sine, d: cosine).around(center)
  }

  /// Returns a translation to the right and down.
  public static func translation(x: Double, y: Double) -> DisplayTransform {
    DisplayTransform(x: x, y: y)
  }

  /// Returns a scale by factors on both axes around a point; negative factors mirror.
  public static func scale(
    x: Double, y: Double, around center: Point = .zero
  ) -> DisplayTransform {
    DisplayTransform(a: x, d: y).around(center)
  }

  /// Returns a skew by angles in degrees: `x` leans vertical lines, `y` horizontal ones (CSS
  /// `skew()`).
  public static func skew(
    x: Double, y: Double, around center: Point = .zero
  ) -> DisplayTransform {
    DisplayTransform(b: tan(y * .pi / 180), c: tan(x * .pi / 180)).around(center)
  }

  /// Returns the transform with a point as its origin.
  public func around(_ center: Point) -> DisplayTransform {
    DisplayTransform.translation(x: -center.x, y: -center.y).followed(by: self)
      .followed(by: .translation(x: center.x, y: center.y))
  }

  /// Returns the transform that applies this one, then another.
  public func followed(by next: DisplayTransform) -> DisplayTransform {
    DisplayTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      x: next.a * x + next.c * y + next.x, y: next.b * x + next.d * y + next.y)
  }

  /// Returns the image of a point.
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + x, y: b * point.x + d * point.y + y)
  }

  /// Returns the bounding box of a transformed rectangle.
  public func bounds(of rect: Rect) -> Rect {
    let corners = [
      apply(Point(x: rect.minX, y: rect.minY)), apply(Point(x: rect.maxX, y: rect.minY)),
      apply(Point(x: rect.minX, y: rect.maxY)), apply(Point(x: rect.maxX, y: rect.maxY)),
    ]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return rect }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The inverse; `nil` if the transform is singular, or its numbers are not finite or are too
  /// large.
  public var inverse: DisplayTransform? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-12, x.isFinite, y.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    let inverse = DisplayTransform(
      a: ia, b: ib, c: ic, d: id, x: -(ia * x + ic * y), y: -(ib * x + id * y))
    return inverse.isFinite ? inverse : nil
  }

  /// The factor by which areas grow; negative if the transform mirrors.
  package var determinant: Double { a * d - b * c }

  /// Whether all numbers are finite.
  package var isFinite: Bool { [a, b, c, d, x, y].allSatisfy(\.isFinite) }

  /// Returns the transform for content that has moved to the right and down.
  func moved(x dx: Double, y dy: Double) -> DisplayTransform {
    around(Point(x: dx, y: dy))
  }
}
