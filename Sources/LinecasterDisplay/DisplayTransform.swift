import Foundation
public import LinecasterBase

/// A map of the plane that keeps lines straight and parallel ones parallel (CSS Transforms 1): it
/// turns, scales, slants and moves.
///
/// A point goes to (a·x + c·y + x₀, b·x + d·y + y₀), in layout points, y down.
///
///     let tilt = DisplayTransform.rotation(-8, around: Point(x: 100, y: 30))
///     list.append(.group(DisplayGroup(commands, effects: DisplayEffects(transform: tilt))))
public struct DisplayTransform: Hashable, Sendable {
  /// How far right a step to the right leads.
  public var a: Double
  /// How far down a step to the right leads.
  public var b: Double
  /// How far right a step down leads.
  public var c: Double
  /// How far down a step down leads.
  public var d: Double
  /// Where the origin goes, from the left.
  public var x: Double
  /// Where the origin goes, from the top.
  public var y: Double

  /// Leaves everything in its place.
  public static let identity = DisplayTransform()

  /// Makes a map of its six numbers, in the order of `matrix()` of CSS; left out they leave
  /// everything in place.
  public init(
    a: Double = 1, b: Double = 0, c: Double = 0, d: Double = 1, x: Double = 0, y: Double = 0
  ) {
    (self.a, self.b, self.c, self.d, self.x, self.y) = (a, b, c, d, x, y)
  }

  /// A turn clockwise by an angle in degrees around a point; exact by quarters.
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

  /// A move to the right and down.
  public static func translation(x: Double, y: Double) -> DisplayTransform {
    DisplayTransform(x: x, y: y)
  }

  /// Larger or smaller by factors along both axes, away from a point; negative ones mirror.
  public static func scale(
    x: Double, y: Double, around center: Point = .zero
  ) -> DisplayTransform {
    DisplayTransform(a: x, d: y).around(center)
  }

  /// A slant by angles in degrees: of what stands upright by the first, of what lies flat by the
  /// second.
  public static func skew(
    x: Double, y: Double, around center: Point = .zero
  ) -> DisplayTransform {
    DisplayTransform(b: tan(y * .pi / 180), c: tan(x * .pi / 180)).around(center)
  }

  /// The same with a point in place of the origin.
  public func around(_ center: Point) -> DisplayTransform {
    DisplayTransform.translation(x: -center.x, y: -center.y).followed(by: self)
      .followed(by: .translation(x: center.x, y: center.y))
  }

  /// This map, and then another one.
  public func followed(by next: DisplayTransform) -> DisplayTransform {
    DisplayTransform(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      x: next.a * x + next.c * y + next.x, y: next.b * x + next.d * y + next.y)
  }

  /// Where a point goes.
  public func apply(_ point: Point) -> Point {
    Point(x: a * point.x + c * point.y + x, y: b * point.x + d * point.y + y)
  }

  /// The smallest upright rectangle around where a rectangle goes.
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

  /// The map back; nil where everything lies on a line or in a point afterwards, or numbers are not
  /// finite or too large.
  public var inverse: DisplayTransform? {
    let determinant = determinant
    guard determinant.isFinite, abs(determinant) > 1e-12, x.isFinite, y.isFinite else { return nil }
    let (ia, ib, ic, id) = (d / determinant, -b / determinant, -c / determinant, a / determinant)
    let inverse = DisplayTransform(
      a: ia, b: ib, c: ic, d: id, x: -(ia * x + ic * y), y: -(ib * x + id * y))
    return inverse.isFinite ? inverse : nil
  }

  /// By how much areas grow; negative where they are mirrored.
  package var determinant: Double { a * d - b * c }

  /// Whether all numbers are finite.
  package var isFinite: Bool { [a, b, c, d, x, y].allSatisfy(\.isFinite) }

  /// The same for what has moved to the right and down.
  func moved(x dx: Double, y dy: Double) -> DisplayTransform {
    around(Point(x: dx, y: dy))
  }
}
