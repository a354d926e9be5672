import Foundation
public import LinecasterBase

/// An affine transform: rotation, scale, skew and translation (CSS Transforms 1, Core Graphics'
/// `CGAffineTransform`).
///
/// The transform maps a point to (a·x + c·y + x₀, b·x + d·y + y₀), in layout points, y down.
///
///     let tilt = DisplayTransform.rotation(-8, around: Point(x: 100, y: 30))
///     list.append(.group(DisplayGroup(commands, effects: DisplayEffects(transform: tilt))))
///
/// ## Topics
///
/// ### Create a transform
///
/// - ``init(a:b:c:d:x:y:)``
/// - ``identity``
/// - ``rotation(_:around:)``
/// - ``translation(x:y:)``
/// - ``scale(x:y:around:)``
/// - ``skew(x:y:around:)``
///
/// ### Combine transforms
///
/// - ``around(_:)``
/// - ``followed(by:)``
/// - ``inverse``
///
/// ### Apply a transform
///
/// - ``apply(_:)``
/// - ``bounds(of:)``
public struct DisplayTransform: Hashable, Sendable {
  /// The factor of x in the new x.
  public var a: Double
  /// The factor of x in the new y.
  public var b: Double
  /// The factor of y in the new x.
  public var c: Double
  /// The factor of y in the new y.
  public var d: Double
  /// The translation to the right (x₀), in layout points.
  public var x: Double
  /// The translation down (y₀), in layout points.
  public var y: Double

  /// The transform that changes nothing.
  public static let identity = DisplayTransform()

  /// Creates a transform from its six numbers, in the order of CSS `matrix()`. The defaults give
  /// the identity.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, x: Double = 0, y: Double = 0
  ) {
    (self.a, self.b, self.c, self.d, self.x, self.y) = (a, b, c, d, x, y)
  }

  /// Returns a clockwise rotation by an angle in degrees around a point. Quarter turns are exact.
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

  /// Returns a translation to the right and down, in layout points.
  public static func translation(x: Double, y: Double) -> DisplayTransform {
    DisplayTransform(x: x, y: y)
  }

  /// Returns a scale by factors on both axes around a point. Negative factors mirror.
  public static func scale(
    x: Double, y: Double, around center: Point = .zero
  ) -> DisplayTransform {
    DisplayTransform(a: x, d: y).around(center)
  }

  /// Returns a skew by angles in degrees around a point (CSS `skew()`). The angle `x` slants
  /// vertical lines, `y` horizontal ones.
  public static func skew(
    x: Double, y: Double, around center: Point = .zero
  ) -> DisplayTransform {
    DisplayTransform(b: tan(y * .pi / 180), c: tan(x * .pi / 180)).around(center)
  }

  /// Returns the transform with a point as its origin, instead of the top-left corner.
  public func around(_ center: Point) -> DisplayTransform {
    DisplayTransform.translation(x: -center.x, y: -center.y).followed(by: self)
      .followed(by: .translation(x: center.x, y: center.y))
  }

  /// Returns the transform that applies this one, and then another.
  public func followed(by next: DisplayTransform) -> DisplayTransform {
    DisplayTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      x: next.a * x + next.c * y + next.x, y: next.b * x + next.d * y + next.y)
  }

  /// Returns the point to which the transform maps a point.
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

  /// The inverse transform; `nil` if the transform is singular, or its numbers are too large or not
  /// finite.
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
