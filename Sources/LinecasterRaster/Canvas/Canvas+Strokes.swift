import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

extension Canvas {
  /// Draws a stroke along the outlines of a text's letters, half of it outside them.
  ///
  /// Letters that are images have no outlines. Corners are mitered up to a limit, as in browsers.
  ///
  /// - Complexity: O(segments of the outlines + pixels covered); outlines are not cached.
  mutating func draw(
    _ stroke: TextStroke, of layout: TextLayout, at origin: Point, _ scope: WorkScope
  ) throws {
    let half = stroke.width * scale.factor / 2
    guard half > 0, half.isFinite, stroke.color.alpha > 0 else { return }
    for run in layout.glyphRuns {
      try scope.checkCancellation()
      let outlines = GlyphStrokes(run, at: origin, scale: scale, half: half, clip: clip)
      // All at once, so that touching strokes of neighbours are not painted twice.
      paint(
        stroke.color, in: outlines.bounds,
        polygons: { coverage in
          for polygon in outlines.polygons { coverage.add(polygon) }
        })
    }
  }
}

/// The strokes along the outlines of a run's glyphs, as polygons in device pixels.
struct GlyphStrokes {
  private(set) var polygons: [[Point]] = []
  /// The pixels that they touch.
  private(set) var bounds = PixelRect(left: 0, top: 0, right: 0, bottom: 0)

  private let half: Double
  /// The miter limit, in halves of the stroke's width.
  private static let miterLimit = 4.0
  /// The maximum distance between a chord and its curve, in pixels.
  private static let tolerance = 0.05

  /// - Parameters:
  ///   - half: Half the stroke's width, in pixels.
  ///   - clip: The visible pixels; glyphs outside are skipped.
  init(_ run: GlyphRun, at origin: Point, scale: PixelScale, half: Double, clip: PixelRect) {
    self.half = half
    let factor = scale.factor
    for glyph in run.placedGlyphs {
      let outline = run.face.outline(of: glyph.identifier)
      let place = run.axes.page(glyph.origin)
      let pen = Point(x: (origin.x + place.x) * factor, y: (origin.y + place.y) * factor)
      let size = run.size * factor / Double(max(1, outline.unitsPerEm))
      let contours = outline.contours(tolerance: Self.tolerance / max(size, 1e-9)).map { contour in
        contour.map { point in
          let turned = run.turn.apply(x: point.x * size, y: -point.y * size)
          return pen.offset(x: turned.x, y: turned.y)
        }
      }
      let area = area(of: contours)
      guard !area.clipped(to: clip).isEmpty else { continue }
      bounds = bounds.union(area)
      for contour in contours { add(contour) }
    }
  }

  /// Returns the pixels that strokes along contours may touch, including the tips of corners.
  private func area(of contours: [[Point]]) -> PixelRect {
    let points = contours.joined()
    guard let first = points.first else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    for point in points {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    let reach = half * Self.miterLimit + 1
    return PixelRect(
      left: Int(saturating: (left - reach).rounded(.down)),
      top: Int(saturating: (top - reach).rounded(.down)),
      right: Int(saturating: (right + reach).rounded(.up)),
      bottom: Int(saturating: (bottom + reach).rounded(.up)))
  }

  /// Adds the stroke along a closed contour: a box per side, and the fills of the corners.
  private mutating func add(_ contour: [Point]) {
    var points: [Point] = []
    for point in contour where points.last.map({ Self.distance($0, point) > 1e-6 }) ?? true {
      points.append(point)
    }
    while let first = points.first, let last = points.last, points.count > 1,
      Self.distance(first, last) <= 1e-6
    { points.removeLast() }
    guard points.count > 1 else { return }
    let sides = points.indices.map { index in
      let (start, end) = (points[index], points[(index + 1) % points.count])
      return (normal: Self.normal(start, end, half), length: Self.distance(start, end))
    }
    let corners = points.indices.map { index in
      let before = sides[(index + points.count - 1) % points.count]
      return miter(before.normal, sides[index].normal, min(before.length, sides[index].length))
    }
    for index in points.indices {
      let next = (index + 1) % points.count
      let (start, end) = (points[index], points[next])
      let normal = sides[index].normal
      let (first, last) = (corners[index] ?? normal, corners[next] ?? normal)
      polygons.append([
        start.offset(x: first.x, y: first.y), end.offset(x: last.x, y: last.y),
        end.offset(x: -last.x, y: -last.y), start.offset(x: -first.x, y: -first.y),
      ])
      if corners[next] == nil { addCorner(at: end, normal, sides[next].normal) }
    }
  }

  /// Returns the intersection of two sides' edges, relative to the corner; `nil` if they bend too
  /// much for boxes that end there to fit.
  ///
  /// The boxes of a curve share these points, so no pixel counts for two of them.
  private func miter(_ first: Point, _ second: Point, _ length: Double) -> Point? {
    let bend = (first.x * second.x + first.y * second.y) / (half * half)
    guard bend > 0.8 else { return nil }
    let overlap = half * ((1 - bend) / (1 + bend)).squareRoot()
    guard overlap < length / 2 || bend > 1 - 1e-9 else { return nil }
    return Point(x: (first.x + second.x) / (1 + bend), y: (first.y + second.y) / (1 + bend))
  }

  /// Fills the outside of a corner between two sides.
  private mutating func addCorner(at point: Point, _ first: Point, _ second: Point) {
    let cross = first.x * second.y - first.y * second.x
    let dot = first.x * second.x + first.y * second.y
    let square = half * half
    guard abs(cross) > 1e-9 * square || dot < 0 else { return }
    // The outer side is that of the normals if the contour turns away from them.
    let sign = cross > 0 ? -1.0 : 1.0
    let (one, two) = (
      point.offset(x: first.x * sign, y: first.y * sign),
      point.offset(x: second.x * sign, y: second.y * sign)
    )
    // The tip lies along the sum of the normals.
    let share = 1 / (1 + dot / square)
    let tip = Point(x: (first.x + second.x) * share * sign, y: (first.y + second.y) * share * sign)
    let length = (tip.x * tip.x + tip.y * tip.y).squareRoot()
    if length.isFinite, length <= half * Self.miterLimit {
      polygons.append([point, one, point.offset(x: tip.x, y: tip.y), two])
    } else {
      polygons.append([point, one, two])
    }
  }

  private static func distance(_ one: Point, _ two: Point) -> Double {
    max(abs(one.x - two.x), abs(one.y - two.y))
  }

  /// Returns a normal of a side with a given length.
  private static func normal(_ start: Point, _ end: Point, _ length: Double) -> Point {
    let (x, y) = (end.x - start.x, end.y - start.y)
    let factor = length / (x * x + y * y).squareRoot()
    return Point(x: -y * factor, y: x * factor)
  }
}

extension GlyphTurn {
  /// Returns the page position of a position in a glyph, y down.
  fileprivate func apply(x: Double, y: Double) -> Point {
    switch self {
    case .none: Point(x: x, y: y)
    case .clockwise: Point(x: -y, y: x)
    case .anticlockwise: Point(x: y, y: -x)
    }
  }
}

extension GlyphOutline {
  /// Returns the contours as polygons, in font units.
  ///
  /// - Parameter tolerance: The maximum distance between a chord and its curve.
  func contours(tolerance: Double) -> [[Point]] {
    var contours: [[Point]] = []
    var current: [Point] = []
    for segment in segments {
      let last = current.last ?? .zero
      switch segment {
      case .move(let point):
        if current.count > 1 { contours.append(current) }
        current = [point]
      case .line(let point): current.append(point)
      case .quadratic(let control, let point):
        // As a cubic curve.
        let one = Point(
          x: last.x + (control.x - last.x) * 2 / 3, y: last.y + (control.y - last.y) * 2 / 3)
        let two = Point(
          x: point.x + (control.x - point.x) * 2 / 3, y: point.y + (control.y - point.y) * 2 / 3)
        Self.flatten(last, one, two, point, tolerance, to: &current)
      case .cubic(let one, let two, let point):
        Self.flatten(last, one, two, point, tolerance, to: &current)
      case .close:
        if current.count > 1 { contours.append(current) }
        current = current.first.map { [$0] } ?? []
      }
    }
    if current.count > 1 { contours.append(current) }
    return contours
  }

  /// Adds the chords of a cubic curve.
  private static func flatten(
    _ start: Point, _ one: Point, _ two: Point, _ end: Point, _ tolerance: Double,
    to points: inout [Point]
  ) {
    let bend = max(
      abs(start.x - 2 * one.x + two.x), abs(start.y - 2 * one.y + two.y),
      abs(one.x - 2 * two.x + end.x), abs(one.y - 2 * two.y + end.y))
    let wanted = (0.75 * bend / max(tolerance, 1e-9)).squareRoot().rounded(.up)
    let count = min(max(Int(saturating: wanted), 1), 64)
    for index in 1...count {
      let t = Double(index) / Double(count)
      let s = 1 - t
      let (a, b, c, d) = (s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t)
      points.append(
        Point(
          x: a * start.x + b * one.x + c * two.x + d * end.x,
          y: a * start.y + b * one.y + c * two.y + d * end.y))
    }
  }
}
