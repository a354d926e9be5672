import Foundation
import LinecasterBase
import LinecasterFonts

/// The colours of an unbounded paint, by position in pixels.
struct PaintShader {
  /// The mapping from a position to a place on the gradient.
  private enum Geometry {
    case linear(start: Point, x: Double, y: Double)
    case radial(TwoCircles)
    case sweep(center: Point, start: Double, span: Double)
  }

  private let ramp: ColorRamp
  /// The geometry; `nil` for a single colour.
  private let geometry: Geometry?
  /// The transform from pixels to the gradient's coordinates.
  private let inverse: ColorPaint.Transform

  /// Creates a shader; `nil` if nothing is painted, and for other kinds of paints.
  ///
  /// - Parameters:
  ///   - transform: The transform from the gradient's coordinates to pixels.
  ///   - textColor: The text's colour.
  init?(_ paint: ColorPaint, _ transform: ColorPaint.Transform, textColor: Color) {
    if case .solid(let ink) = paint {
      ramp = ColorRamp(ink.premultiplied(textColor))
      (geometry, inverse) = (nil, ColorPaint.Transform())
      return
    }
    guard let (line, geometry) = Self.geometry(of: paint), let inverse = transform.inverse,
      let ramp = ColorRamp(line, textColor: textColor)
    else { return nil }
    self.ramp = ramp
    self.geometry = geometry
    self.inverse = inverse
  }

  private static func geometry(
    of paint: ColorPaint
  ) -> (line: ColorPaint.Line, geometry: Geometry)? {
    switch paint {
    case .linearGradient(let line, let start, let end):
      let (x, y) = (end.x - start.x, end.y - start.y)
      let square = x * x + y * y
      guard square > 0 else { return nil }
      return (line, .linear(start: start, x: x / square, y: y / square))
    case .radialGradient(let line, let start, let end):
      return (line, .radial(TwoCircles(start, end)))
    case .sweepGradient(let line, let center, let start, let end):
      // Without an angle between them, there are only two colours and no pattern to repeat.
      guard start != end || line.extend == .pad else { return nil }
      return (line, .sweep(center: center, start: start, span: end - start))
    default: return nil
    }
  }

  /// Returns the premultiplied colour at a position in pixels.
  func color(x: Double, y: Double) -> SIMD4<Float> {
    guard let geometry else { return ramp.first }
    let point = inverse.moved(Point(x: x, y: y))
    switch geometry {
    case .linear(let start, let x, let y):
      return ramp.color(at: (point.x - start.x) * x + (point.y - start.y) * y)
    case .radial(let circles):
      guard let place = circles.place(of: point) else { return .zero }
      return ramp.color(at: place)
    case .sweep(let center, let start, let span):
      let angle = Self.degrees(point.x - center.x, point.y - center.y)
      guard span != 0 else { return angle < start ? ramp.first : ramp.last }
      return ramp.color(at: (angle - start) / span)
    }
  }

  /// Returns the direction of a position, from 0 up to 360 degrees.
  private static func degrees(_ x: Double, _ y: Double) -> Double {
    let angle = atan2(y, x) * (180 / .pi)
    return angle < 0 ? angle + 360 : angle
  }
}

/// The circles that a gradient runs through (two-point conical gradient).
private struct TwoCircles {
  private let start: ColorPaint.Circle
  private let x: Double
  private let y: Double
  private let growth: Double
  private let square: Double

  init(_ start: ColorPaint.Circle, _ end: ColorPaint.Circle) {
    self.start = start
    (x, y) = (end.center.x - start.center.x, end.center.y - start.center.y)
    growth = end.radius - start.radius
    square = x * x + y * y - growth * growth
  }

  /// Returns the greatest t whose circle goes through a point: a root of square·t² − 2·half·t +
  /// rest.
  func place(of point: Point) -> Double? {
    let (px, py) = (point.x - start.center.x, point.y - start.center.y)
    let half = px * x + py * y + start.radius * growth
    let rest = px * px + py * py - start.radius * start.radius
    let under = half * half - square * rest
    guard under >= 0 else { return nil }
    // Compute the root that loses no digits, then the other one from their product; if the square
    // is 0, one of them is not finite.
    let sum = half + (half < 0 ? -under.squareRoot() : under.squareRoot())
    let (first, second) = (sum / square, rest / sum)
    let (greater, lesser) = first > second ? (first, second) : (second, first)
    if isCircle(greater) { return greater }
    return isCircle(lesser) ? lesser : nil
  }

  private func isCircle(_ place: Double) -> Bool {
    place.isFinite && start.radius + place * growth >= 0
  }
}

/// The premultiplied colours along a gradient.
struct ColorRamp {
  private let places: [Double]
  private let colors: [SIMD4<Float>]
  private let extend: ColorPaint.Extend
  private let start: Double
  private let span: Double

  /// The colours at both ends.
  let first: SIMD4<Float>
  let last: SIMD4<Float>

  /// One colour everywhere.
  init(_ color: SIMD4<Float>) {
    (places, colors, extend, start, span) = ([], [], .pad, 0, 0)
    (first, last) = (color, color)
  }

  /// Creates a ramp; `nil` if it has no length to repeat.
  init?(_ line: ColorPaint.Line, textColor: Color) {
    guard let one = line.stops.first, let other = line.stops.last else { return nil }
    first = one.ink.premultiplied(textColor)
    last = other.ink.premultiplied(textColor)
    let span = other.place - one.place
    guard span > 0 || line.stops.count == 1 || line.extend == .pad else { return nil }
    places = line.stops.map(\.place)
    colors = line.stops.map { $0.ink.premultiplied(textColor) }
    (extend, start, self.span) = (line.extend, one.place, span)
  }

  /// Returns the colour at a place; of several stops at a place, the last one's.
  func color(at place: Double) -> SIMD4<Float> {
    let place = wrapped(place)
    // NaN is before all stops.
    let next = places.bisect { !($0 <= place) }
    guard next > 0 else { return first }
    guard next < places.count else { return last }
    let share = (place - places[next - 1]) / (places[next] - places[next - 1])
    return colors[next - 1] + (colors[next] - colors[next - 1]) * Float(share)
  }

  private func wrapped(_ place: Double) -> Double {
    guard extend != .pad, span > 0, place.isFinite else { return place }
    let turns = (place - start) / span
    let whole = turns.rounded(.down)
    let rest = turns - whole
    guard extend == .reflect, whole.truncatingRemainder(dividingBy: 2) != 0 else {
      return start + rest * span
    }
    return start + (1 - rest) * span
  }
}

extension ColorPaint.Ink {
  /// Returns the premultiplied colour, in text of a colour.
  fileprivate func premultiplied(_ text: Color) -> SIMD4<Float> {
    let color = color ?? text
    let alpha = Float(color.alpha) / 255 * Float(alpha)
    let channels = SIMD4(Float(color.red), Float(color.green), Float(color.blue), 255) / 255
    return channels * alpha
  }
}
