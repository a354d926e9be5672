import Foundation
import LinecasterBase
import LinecasterFonts

@testable import LinecasterRaster

/// The distance to the outline of a glyph, by comparing with every segment of it.
///
/// Segments inside other contours are no boundary and are left out.
struct OutlineOracle {
  private struct Piece {
    let start: Point
    let end: Point
  }

  private var pieces: [Piece] = []
  private var boundary: [Piece] = []

  /// - Parameter size: The em in pixels.
  init(_ outline: GlyphOutline, size: Double) {
    let scale = size / Double(outline.unitsPerEm)
    var (start, pen) = (Point.zero, Point.zero)
    func scaled(_ point: Point) -> Point { Point(x: point.x * scale, y: -point.y * scale) }
    for segment in outline.segments {
      switch segment {
      case .move(let to): (start, pen) = (scaled(to), scaled(to))
      case .line(let to): pen = addLine(pen, scaled(to))
      case .quadratic(let control, let to):
        let (from, middle, end) = (pen, scaled(control), scaled(to))
        pen = add(from, end) { t in
          Self.mixed(Self.mixed(from, middle, t), Self.mixed(middle, end, t), t)
        }
      case .cubic(let control1, let control2, let to):
        let (from, one, other, end) = (pen, scaled(control1), scaled(control2), scaled(to))
        pen = add(from, end) { t in
          let left = Self.mixed(from, one, t)
          let middle = Self.mixed(one, other, t)
          let right = Self.mixed(other, end, t)
          return Self.mixed(Self.mixed(left, middle, t), Self.mixed(middle, right, t), t)
        }
      case .close: pen = addLine(pen, start)
      }
    }
    boundary = pieces.flatMap { boundaryParts(of: $0) }
  }

  private mutating func addLine(_ start: Point, _ end: Point) -> Point {
    add(start, end) { Self.mixed(start, end, $0) }
  }

  /// Flattens a curve into segments of a third of a pixel, and returns its end.
  private mutating func add(
    _ pen: Point, _ end: Point, _ curve: (Double) -> Point
  ) -> Point {
    let middle = curve(0.5)
    let length = Self.distance(pen, middle) + Self.distance(middle, end)
    let count = max(1, Int(saturating: (length * 3).rounded(.up)))
    var last = pen
    for step in 1...count {
      let next = step == count ? end : curve(Double(step) / Double(count))
      if next != last { pieces.append(Piece(start: last, end: next)) }
      last = next
    }
    return end
  }

  /// The boundary parts of a segment, which is cut where it enters another contour, to a hundredth
  /// of a pixel.
  private func boundaryParts(of piece: Piece, cuts: Int = 5) -> [Piece] {
    let places = [0.02, 0.5, 0.98].map { isBoundary(piece, at: $0) }
    guard cuts > 0, Set(places).count > 1 else { return places[1] ? [piece] : [] }
    let middle = Self.mixed(piece.start, piece.end, 0.5)
    return [Piece(start: piece.start, end: middle), Piece(start: middle, end: piece.end)]
      .flatMap { boundaryParts(of: $0, cuts: cuts - 1) }
  }

  /// Whether exactly one side of a place on a segment is inside.
  private func isBoundary(_ piece: Piece, at share: Double) -> Bool {
    let place = Self.mixed(piece.start, piece.end, share)
    let length = Self.distance(piece.start, piece.end)
    let (x, y) = (
      -(piece.end.y - piece.start.y) / length * 0.001,
      (piece.end.x - piece.start.x) / length * 0.001
    )
    return isInside(place.offset(x: x, y: y)) != isInside(place.offset(x: -x, y: -y))
  }

  /// Whether the winding number of a point is not zero.
  func isInside(_ point: Point) -> Bool {
    var winding = 0
    for piece in pieces where (piece.start.y <= point.y) != (piece.end.y <= point.y) {
      let share = (point.y - piece.start.y) / (piece.end.y - piece.start.y)
      guard piece.start.x + share * (piece.end.x - piece.start.x) > point.x else { continue }
      winding += piece.end.y > piece.start.y ? 1 : -1
    }
    return winding != 0
  }

  /// The signed distance of a point to the outline, positive inside.
  func distance(_ point: Point) -> Double {
    var nearest = Double.infinity
    for piece in boundary {
      let (x, y) = (piece.end.x - piece.start.x, piece.end.y - piece.start.y)
      let (right, down) = (point.x - piece.start.x, point.y - piece.start.y)
      let place = min(max((right * x + down * y) / (x * x + y * y), 0), 1)
      let (awayX, awayY) = (right - place * x, down - place * y)
      nearest = min(nearest, awayX * awayX + awayY * awayY)
    }
    return isInside(point) ? nearest.squareRoot() : -nearest.squareRoot()
  }

  /// The maximum error of a field, in pixels.
  func largestError(of field: DistanceField) -> Double {
    let spread = Double(field.spread)
    var largest = 0.0
    for row in 0..<field.height {
      for column in 0..<field.width {
        let middle = Point(
          x: Double(field.left + column) + 0.5, y: Double(row - field.top) + 0.5)
        let exact = min(max(distance(middle), -spread), spread)
        let error = abs(field.distance(of: field.bytes[row * field.width + column]) - exact)
        largest = max(largest, error)
      }
    }
    return largest
  }

  private static func mixed(_ one: Point, _ other: Point, _ share: Double) -> Point {
    Point(x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share)
  }

  private static func distance(_ one: Point, _ other: Point) -> Double {
    let (x, y) = (other.x - one.x, other.y - one.y)
    return (x * x + y * y).squareRoot()
  }
}

/// Outlines of simple shapes, in pixels, y up as in a font of one unit an em.
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

  /// Adds a rotated ellipse of four cubic curves, or of lines only.
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
  /// Creates the segments of an outline, one pixel a unit, y down.
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
