import Foundation
package import LinecasterBase
import LinecasterDisplay
package import LinecasterText

/// The drawing of a text decoration line, in device pixels.
///
/// Its position and thickness snap to whole pixels only here. It is computed for a line from left
/// to right, then rotated onto the page.
struct DecorationDrawing {
  private let pattern: TextDecoration.Pattern
  private let metrics: DecorationMetrics
  /// The visible stretches of the line, between letters that cross it.
  private let stretches: [Range<Double>]
  /// The start and end of the line; those of patterns are at whole pixels.
  private let ends: Range<Double>
  /// The origin of distances across the line, and whether they count upwards.
  private let origin: Double
  private let isFlipped: Bool
  /// The pixels that may change, on the page and along the line.
  private let clip: PixelRect
  private let lineClip: PixelRect
  private let turn: PageTurn

  /// - Parameter place: The position of the layout's top-left corner, in layout points.
  init?(
    _ line: TextDecorationLine, _ axes: LineAxes, at place: Point, scale: PixelScale,
    clip: PixelRect
  ) {
    turn = PageTurn(axes, at: place, scale: scale)
    pattern = line.decoration.pattern
    isFlipped = line.anchor.isFlipped
    // For lines from left to right, everything is computed at its final position, exact to the last
    // bit.
    let start = axes.isHorizontal ? place : .zero
    let across = line.anchor.origin(scale) + start.y * scale.factor
    guard across.isFinite else { return nil }
    let (whole, phase) = turn.pixel(across: across)
    origin = whole
    metrics = DecorationMetrics(line.decoration, at: line.anchor, scale: scale, phase: phase)
    self.clip = clip
    lineClip = turn.line(clip)
    func along(_ x: Double) -> Double { (x + start.x) * scale.factor }
    let (left, right) = (along(line.frame.minX), along(line.frame.maxX))
    guard !clip.isEmpty, right.isFinite, left < right, -1e9...1e9 ~= left,
      (origin + metrics.extent.upperBound).isFinite
    else { return nil }
    if pattern == .dotted || pattern == .dashed {
      let start = turn.wholeAlong(left)
      ends = start..<max(start, turn.wholeAlong(right))
    } else {
      ends = left..<right
    }
    let (first, last) = (Double(lineClip.left), Double(lineClip.right))
    let ends = ends
    stretches = line.stretches.compactMap { stretch in
      // The ends of a pattern are those of the line.
      let start =
        stretch.lowerBound == line.frame.minX ? ends.lowerBound : along(stretch.lowerBound)
      let end =
        stretch.upperBound == line.frame.maxX ? ends.upperBound : along(stretch.upperBound)
      return start < last && end > first && start < end ? start..<end : nil
    }
  }

  /// Returns the rectangle of the line on the page, ignoring any clip.
  static func room(
    of line: TextDecorationLine, _ axes: LineAxes, at place: Point, scale: PixelScale
  ) -> Rect? {
    let seen = PixelRect(left: -1, top: -1, right: 1, bottom: 1)
    let drawing = DecorationDrawing(line, axes, at: place, scale: scale, clip: seen)
    guard let drawing else { return nil }
    // Round dots may extend beyond the ends, and polygon corners are rounded slightly.
    let margin = drawing.pattern == .dotted ? drawing.metrics.thickness : 0
    let (low, high) = (drawing.metrics.extent.lowerBound, drawing.metrics.extent.upperBound)
    let nudge = drawing.metrics.strokes.isEmpty ? 1.0 / 128 : 0
    return drawing.page(
      drawing.box(
        along: drawing.ends.lowerBound - margin..<drawing.ends.upperBound + margin,
        across: low - nudge...high + nudge))
  }

  /// Returns the page position of a position along the line.
  func page(_ point: Point) -> Point { turn.page(point) }

  private func page(_ rect: Rect) -> Rect { turn.page(rect) }

  private func box(along: Range<Double>, across: ClosedRange<Double>) -> Rect {
    let height = across.upperBound - across.lowerBound
    return Rect(
      x: along.lowerBound,
      y: isFlipped ? origin - across.upperBound : origin + across.lowerBound,
      width: along.upperBound - along.lowerBound, height: height)
  }

  /// Returns the coordinate for a distance across the line.
  private func across(_ distance: Double) -> Double {
    isFlipped ? origin - distance : origin + distance
  }
}

/// The outline of a filled shape, in pixels.
package enum ShapeOutline: Sendable {
  /// A rectangle with optional rounded corners.
  case box(RoundedBox)
  /// The corners of a polygon.
  case polygon([Point])
}

extension ShapeOutline {
  /// Returns the outlines of a text decoration line.
  ///
  /// - Parameters:
  ///   - place: The position of the layout's top-left corner, in layout points.
  ///   - clip: The visible pixels.
  package static func outlines(
    of line: TextDecorationLine, _ axes: LineAxes, at place: Point, scale: PixelScale,
    clip: PixelRect
  ) -> [ShapeOutline] {
    let drawing = DecorationDrawing(line, axes, at: place, scale: scale, clip: clip)
    guard let drawing else { return [] }
    return drawing.strokes.map { .box($0) }
      + drawing.dots.map { dot in
        dot.isWhole ? .box(dot.box) : .polygon(dot.polygon.map { drawing.page($0) })
      } + drawing.waves.map { .polygon($0.map { drawing.page($0) }) }
  }
}

// MARK: - Strokes and dots

extension DecorationDrawing {
  /// The maximum thickness of square dots, in pixels.
  private static let widestSquare = 3.0

  /// The rectangles of a solid, double or dashed line, and square dots.
  var strokes: [RoundedBox] {
    switch pattern {
    case .solid, .double:
      stretches.flatMap { stretch in
        metrics.strokes.map { start in
          let rect = box(along: stretch, across: start...start + metrics.stroke)
          return RoundedBox(DisplayShape(turn.wholeAcross(page(rect))), scale: .one)
        }
      }
    case .dashed: dashes(.dashes(length: length, width: metrics.unit))
    case .dotted:
      metrics.unit <= Self.widestSquare
        ? dashes(.squares(length: length, width: metrics.unit)) : []
    case .wavy: []
    }
  }

  private var length: Double { ends.upperBound - ends.lowerBound }

  private func dashes(_ fit: StrokeFit) -> [RoundedBox] {
    let half = metrics.thickness / 2
    return stretches.flatMap { stretch in
      visible(fit, in: stretch).compactMap { index in
        let start = ends.lowerBound + Double(index) * fit.period
        let cut = (max(start, stretch.lowerBound), min(start + fit.stroke, stretch.upperBound))
        guard cut.0 < cut.1 else { return nil }
        let rect = box(
          along: cut.0..<cut.1, across: metrics.middle - half...metrics.middle + half)
        return RoundedBox(DisplayShape(page(rect)), scale: .one)
      }
    }
  }

  /// Returns the strokes that touch the part of a stretch inside the clip.
  private func visible(_ fit: StrokeFit, in stretch: Range<Double>) -> Range<Int> {
    fit.indices(
      from: max(stretch.lowerBound, Double(lineClip.left)) - ends.lowerBound,
      to: min(stretch.upperBound, Double(lineClip.right)) - ends.lowerBound)
  }

  /// A round dot, or the part of it between two gaps.
  struct Dot {
    /// The dot's box on the page.
    let box: RoundedBox
    /// The dot's box along the line.
    let frame: RoundedBox
    let stretch: Range<Double>

    /// Whether no gap cuts the dot.
    var isWhole: Bool { frame.left >= stretch.lowerBound && frame.right <= stretch.upperBound }

    /// The part of the dot in the stretch, along the line.
    var polygon: [Point] {
      let (x, y) = ((frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2)
      let (radiusX, radiusY) = (frame.width / 2, frame.height / 2)
      let circle = (0..<32).map { step in
        let angle = Double(step) * .pi / 16
        return Point(x: x + radiusX * cos(angle), y: y + radiusY * sin(angle))
      }
      return DecorationDrawing.cut(circle, to: stretch)
    }
  }

  /// The round dots of a dotted line.
  var dots: [Dot] {
    guard pattern == .dotted, metrics.unit > Self.widestSquare else { return [] }
    let fit = StrokeFit.dots(length: length, width: metrics.unit)
    let radius = metrics.thickness / 2
    return stretches.flatMap { seen in
      // Only letters cut dots, not the line's ends.
      let before = seen.lowerBound == ends.lowerBound ? metrics.thickness : 0
      let behind = seen.upperBound == ends.upperBound ? metrics.thickness : 0
      let stretch = seen.lowerBound - before..<seen.upperBound + behind
      return visible(fit, in: seen).map { index in
        let centre = ends.lowerBound + Double(index) * fit.period + metrics.unit / 2
        let rect = Rect(
          x: centre - radius, y: across(metrics.middle) - radius, width: 2 * radius,
          height: 2 * radius)
        let dot = RoundedBox(DisplayShape(rect, cornerRadius: radius), scale: .one)
        let box = RoundedBox(DisplayShape(page(rect), cornerRadius: radius), scale: .one)
        return Dot(box: box, frame: dot, stretch: stretch)
      }
    }
  }

  /// Returns the part of a polygon in a range of x.
  private static func cut(_ polygon: [Point], to stretch: Range<Double>) -> [Point] {
    let left = ConvexClip(
      start: Point(x: stretch.lowerBound, y: 1), end: Point(x: stretch.lowerBound, y: 0))
    let right = ConvexClip(
      start: Point(x: stretch.upperBound, y: 0), end: Point(x: stretch.upperBound, y: 1))
    return right.clipped(left.clipped(polygon))
  }
}

// MARK: - Waves

extension DecorationDrawing {
  /// The maximum number of points per period on each side of a wave.
  private static let finest = 64.0

  /// The outlines of a wavy line along the line, one per stretch; periods start at whole pixels.
  var waves: [[Point]] {
    guard pattern == .wavy else { return [] }
    let shape = WaveShape(thickness: metrics.thickness)
    let period = 2 * shape.step
    let first = turn.wholeAlong(ends.lowerBound + 0.5)
    let points = min(max(8, (2 * shape.step).rounded(.up)), Self.finest)
    let reach = metrics.thickness + 1
    return stretches.map { stretch in
      let left = max(stretch.lowerBound, Double(lineClip.left)) - reach - first
      let right = min(stretch.upperBound, Double(lineClip.right)) + reach - first
      let start = Int(saturating: (left / period * points).rounded(.down))
      let end = Int(saturating: (right / period * points).rounded(.up))
      let places = (start...max(start, end)).map { index in
        wavePlace(shape, at: Double(index) / points, from: first)
      }
      return Self.cut(places.map(\.upper) + places.reversed().map(\.lower), to: stretch)
    }
  }

  /// Returns both edges of the wave at a number of periods from its start.
  private func wavePlace(
    _ shape: WaveShape, at place: Double, from start: Double
  ) -> (upper: Point, lower: Point) {
    let whole = place.rounded(.down)
    let t = place - whole
    let (step, distance) = (shape.step, shape.distance)
    let along = step * (3 * t - 3 * t * t + 2 * t * t * t)
    let down = distance * 3 * t * (1 - t) * (1 - 2 * t)
    let (runs, falls) = (step * (3 - 6 * t + 6 * t * t), distance * (3 - 18 * t + 18 * t * t))
    let half = metrics.thickness / 2 / hypot(runs, falls)
    // If flipped, distances across the line point up the page, and so does the slope.
    let sign: Double = isFlipped ? -1 : 1
    let middle = Point(
      x: start + whole * 2 * step + along, y: across(metrics.middle + down))
    return (
      middle.offset(x: sign * falls * half, y: -runs * half),
      middle.offset(x: -sign * falls * half, y: runs * half)
    )
  }

  /// Returns the pixels that a polygon on the page may touch.
  func pixels(of polygon: [Point]) -> PixelRect {
    guard let first = polygon.first else { return PixelRect(left: 0, top: 0, right: 0, bottom: 0) }
    let edges = polygon.reduce(into: (first.x, first.y, first.x, first.y)) { edges, point in
      edges = (
        min(edges.0, point.x), min(edges.1, point.y), max(edges.2, point.x), max(edges.3, point.y)
      )
    }
    return RoundedBox(
      DisplayShape(
        Rect(x: edges.0, y: edges.1, width: edges.2 - edges.0, height: edges.3 - edges.1)),
      scale: .one
    ).touched(in: clip)
  }
}

// MARK: - The page

/// The transform from a line from left to right onto the page, in pixels.
private struct PageTurn {
  private let axes: LineAxes
  /// The position of the layout's corner; zero for lines from left to right.
  private let shift: Point

  init(_ axes: LineAxes, at place: Point, scale: PixelScale) {
    self.axes = axes.scaled(by: scale.factor)
    shift =
      axes.isHorizontal ? .zero : Point(x: place.x * scale.factor, y: place.y * scale.factor)
  }

  func page(_ point: Point) -> Point {
    axes.isHorizontal ? point : axes.page(point).offset(x: shift.x, y: shift.y)
  }

  func page(_ rect: Rect) -> Rect {
    axes.isHorizontal ? rect : axes.page(rect).offset(x: shift.x, y: shift.y)
  }

  private func layout(_ point: Point) -> Point {
    axes.layout(Point(x: point.x - shift.x, y: point.y - shift.y))
  }

  /// Returns the whole page pixel of a position across the line, and the distance behind its edge:
  /// for lines from left to right, the pixel before the position; for upright ones, the nearest
  /// with distance 0.
  func pixel(across y: Double) -> (place: Double, phase: Double) {
    guard !axes.isHorizontal else { return (y.rounded(.down), y - y.rounded(.down)) }
    let page = page(Point(x: 0, y: y))
    return (layout(Point(x: DecorationMetrics.rounded(page.x), y: page.y)).y, 0)
  }

  /// Returns the position along the line of the whole page pixel before it.
  func wholeAlong(_ x: Double) -> Double {
    guard !axes.isHorizontal else { return x.rounded(.down) }
    let page = page(Point(x: x, y: 0))
    return layout(Point(x: page.x, y: page.y.rounded(.down))).x
  }

  /// Returns a page rectangle whose edges along the line are rounded to whole pixels, which removes
  /// rounding errors.
  func wholeAcross(_ rect: Rect) -> Rect {
    guard !axes.isHorizontal else { return rect }
    let left = rect.minX.rounded()
    return Rect(x: left, y: rect.minY, width: rect.maxX.rounded() - left, height: rect.height)
  }

  /// Returns the pixels along the line for pixels of the page.
  func line(_ pixels: PixelRect) -> PixelRect {
    guard !axes.isHorizontal else { return pixels }
    let corners = [(pixels.left, pixels.top), (pixels.right, pixels.bottom)].map {
      layout(Point(x: Double($0.0), y: Double($0.1)))
    }
    func low(_ one: Double, _ other: Double) -> Int {
      Int(saturating: min(one, other).rounded(.down))
    }
    func high(_ one: Double, _ other: Double) -> Int {
      Int(saturating: max(one, other).rounded(.up))
    }
    return PixelRect(
      left: low(corners[0].x, corners[1].x), top: low(corners[0].y, corners[1].y),
      right: high(corners[0].x, corners[1].x), bottom: high(corners[0].y, corners[1].y))
  }
}
