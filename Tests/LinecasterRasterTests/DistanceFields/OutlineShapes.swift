import Foundation
import LinecasterFonts
import LinecasterGeometry

@testable import LinecasterRaster

/// Outlines made of simple shapes, in pixels, y up as in a font of one unit an em.
struct OutlineShapes {
  private(set) var segments: [GlyphOutline.Segment] = []

  var outline: GlyphOutline { GlyphOutline(segments: segments, unitsPerEm: 1) }

  /// Adds a closed contour.
  mutating func polygon(_ points: [Point]) {
    guard let first = points.first else { return }
    segments.append(.move(to: first))
    segments += points.dropFirst().map { .line(to: $0) }
    segments.append(.close)
  }

  mutating func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, isReversed: Bool = false
  ) {
    let points = [
      Point(x: x, y: y), Point(x: x + width, y: y), Point(x: x + width, y: y + height),
      Point(x: x, y: y + height),
    ]
    polygon(isReversed ? points.reversed() : points)
  }

  /// Adds a turned ellipse of four curves of the third degree, or of lines alone.
  mutating func ellipse(
    _ middle: Point, _ radii: (Double, Double), angle: Double = 0, lines: Int? = nil
  ) {
    func place(_ x: Double, _ y: Double) -> Point {
      let (right, up) = (x * radii.0, y * radii.1)
      return Point(
        x: middle.x + right * cos(angle) - up * sin(angle),
        y: middle.y + right * sin(angle) + up * cos(angle))
    }
    if let lines {
      let turns = (0..<lines).map { Double($0) / Double(lines) * 2 * .pi }
      return polygon(turns.map { place(cos($0), sin($0)) })
    }
    let arm = 0.5523
    segments.append(.move(to: place(1, 0)))
    var (x, y) = (1.0, 0.0)
    for _ in 0..<4 {
      segments.append(
        .cubic(
          control1: place(x - y * arm, y + x * arm), control2: place(-y + x * arm, x + y * arm),
          to: place(-y, x)))
      (x, y) = (-y, x)
    }
    segments.append(.close)
  }
}

extension OutlinePieces {
  /// The pieces of an outline, one pixel a unit, y down.
  init(_ outline: GlyphOutline) {
    func place(_ point: Point) -> SIMD2<Float> { SIMD2(Float(point.x), Float(-point.y)) }
    self.init()
    for segment in outline.segments {
      switch segment {
      case .move(let to): move(to: place(to))
      case .line(let to): line(to: place(to))
      case .quadratic(let control, let to): curve(place(control), to: place(to))
      case .cubic(let control1, let control2, let to):
        curve(place(control1), place(control2), to: place(to))
      case .close: close()
      }
    }
  }
}
