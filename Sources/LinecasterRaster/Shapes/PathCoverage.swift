import LinecasterBase

/// The coverage of pixels by polygons, exact for corners rounded to 256ths of a pixel.
///
/// Each edge adds the area to its right to the pixels it crosses, and its height to the rest of the
/// row; running sums along a row give the covered areas. All are whole numbers, so a pixel has the
/// same coverage whichever pixels are requested. Touching polygons have no seam; overlaps saturate
/// at full coverage.
struct PathCoverage {
  /// The pixels it covers.
  let bounds: PixelRect
  /// The height in 256ths that edges cross, for each pixel and one more per row.
  private var heights: [Int32]
  /// Twice the area to the left of those edges, in 65,536ths.
  private var areas: [Int32]

  private static let unit = 256
  /// The clamp for far positions, in pixels.
  private static let farthest = 1e6

  /// Creates empty coverage for the pixels of a rectangle.
  init(bounds: PixelRect) {
    self.bounds = bounds
    let count = bounds.isEmpty ? 0 : (bounds.width + 1) * bounds.height
    heights = [Int32](repeating: 0, count: count)
    areas = [Int32](repeating: 0, count: count)
  }

  /// Adds a closed polygon in device pixels; its direction makes no difference.
  ///
  /// - Complexity: O(pixels along its edges).
  mutating func add(_ polygon: [Point]) {
    guard var last = polygon.last, !bounds.isEmpty else { return }
    var area = 0.0
    for point in polygon {
      guard point.x.isFinite, point.y.isFinite else { return }
      area += last.x * point.y - point.x * last.y
      last = point
    }
    for point in polygon {
      addEdge(area > 0 ? (last, point) : (point, last))
      last = point
    }
  }

  private mutating func addEdge(_ edge: (from: Point, to: Point)) {
    let from = Self.clamped(edge.from)
    let to = Self.clamped(edge.to)
    let (upper, lower) = from.y < to.y ? (from, to) : (to, from)
    let sign = from.y < to.y ? 1 : -1
    let first = max(bounds.top, Int(saturating: upper.y.rounded(.down)))
    let end = min(bounds.bottom, Int(saturating: lower.y.rounded(.up)))
    guard from.y != to.y, first < end else { return }
    let (across, down) = (lower.x - upper.x, lower.y - upper.y)
    let left = bounds.left * Self.unit
    func place(_ y: Double, _ row: Int) -> (x: Int, y: Int) {
      (fixed(upper.x + (y - upper.y) / down * across) - left, fixed(y) - row * Self.unit)
    }
    for row in first..<end {
      addStroke(
        row, sign, place(max(upper.y, Double(row)), row),
        place(min(lower.y, Double(row + 1)), row))
    }
  }

  /// Returns a position in 256ths of a pixel.
  private func fixed(_ place: Double) -> Int {
    Int(saturating: (place * Double(Self.unit)).rounded())
  }

  private static func clamped(_ point: Point) -> Point {
    Point(
      x: min(max(point.x, -farthest), farthest), y: min(max(point.y, -farthest), farthest))
  }

  /// Adds the part of an edge in a row, pixel by pixel; positions are in 256ths from the bounds'
  /// left edge and from the row's upper one.
  private mutating func addStroke(
    _ row: Int, _ sign: Int, _ start: (x: Int, y: Int), _ end: (x: Int, y: Int)
  ) {
    let height = end.y - start.y
    guard height != 0 else { return }
    let (left, right) = start.x <= end.x ? (start, end) : (end, start)
    let rise = right.y - left.y
    let across = right.x - left.x
    /// Returns the height at a position, exact at both ends.
    func y(at x: Int) -> Int {
      across == 0 ? right.y : left.y + (rise * (x - left.x)) / across
    }
    let direction = rise < 0 ? -sign : sign
    var x = left.x
    var reached = left.y
    let edge = bounds.width * Self.unit
    if x < 0 {
      x = min(0, right.x)
      let next = x == right.x ? right.y : y(at: x)
      deposit(row, 0, direction * (next - reached), twiceOffset: 0)
      reached = next
    }
    while x < min(right.x, edge) || (x == right.x && reached != right.y && x < edge) {
      let pixel = x / Self.unit
      let stop = min(right.x, (pixel + 1) * Self.unit)
      let next = stop == right.x ? right.y : y(at: stop)
      deposit(
        row, pixel, direction * (next - reached),
        twiceOffset: x + stop - 2 * pixel * Self.unit)
      (x, reached) = (stop, next)
    }
  }

  @inline(__always)
  private mutating func deposit(_ row: Int, _ column: Int, _ height: Int, twiceOffset: Int) {
    let index = (row &- bounds.top) &* (bounds.width &+ 1) &+ column
    heights[index] &+= Int32(truncatingIfNeeded: height)
    areas[index] &+= Int32(truncatingIfNeeded: height &* twiceOffset)
  }

  /// Sets the coverage of the columns of a row inside the bounds, one byte each.
  func write(row: Int, _ columns: Range<Int>, to mask: UnsafeMutablePointer<UInt8>) {
    var index = (row - bounds.top) * (bounds.width + 1)
    var height = 0
    for column in bounds.left..<columns.upperBound {
      height += Int(heights[index])
      let area = abs(height * 2 * Self.unit - Int(areas[index]))
      if column >= columns.lowerBound {
        mask[column - columns.lowerBound] = UInt8(min(255, (area * 255 + 1 << 16) >> 17))
      }
      index += 1
    }
  }
}

extension Canvas {
  /// The maximum number of pixels that polygons are drawn on at a time, which limits the memory.
  private static let bandPixelCount = 1 << 18

  /// Paints a colour through the coverage of polygons in device pixels.
  ///
  /// - Parameters:
  ///   - area: The pixels to change, clipped.
  ///   - addPolygons: Adds the polygons; called once for each band of rows.
  ///   - finish: Changes the coverage of the columns of a row.
  mutating func paint(
    _ color: Color, in area: PixelRect, polygons addPolygons: (inout PathCoverage) -> Void,
    finish: (_ row: Int, _ columns: Range<Int>, _ mask: UnsafeMutablePointer<UInt8>) -> Void = {
      _, _, _ in
    }
  ) {
    let area = area.clipped(to: clip)
    guard !area.isEmpty else { return }
    let height = max(1, Self.bandPixelCount / area.width)
    for top in stride(from: area.top, to: area.bottom, by: height) {
      let band = PixelRect(
        left: area.left, top: top, right: area.right, bottom: min(area.bottom, top + height))
      var coverage = PathCoverage(bounds: band)
      addPolygons(&coverage)
      paint(color, in: band) { row, columns, mask in
        coverage.write(row: row, columns, to: mask)
        finish(row, columns, mask)
      }
    }
  }
}

/// A half-plane to the right of a line, in its direction, with y down.
struct ConvexClip: Hashable, Sendable {
  let start: Point
  let end: Point

  /// Returns the half-planes whose intersection is a convex polygon, clockwise on the screen.
  static func sides(of polygon: [Point]) -> [ConvexClip] {
    polygon.indices.map { index in
      ConvexClip(start: polygon[index], end: polygon[(index + 1) % polygon.count])
    }.filter { $0.start != $0.end }
  }

  /// The part of a polygon in the half-plane (Sutherland and Hodgman, 1974).
  ///
  /// Parts of a concave polygon stay joined along the line.
  func clipped(_ polygon: [Point]) -> [Point] {
    guard var last = polygon.last else { return [] }
    var lastSide = side(of: last)
    var result: [Point] = []
    for point in polygon {
      let nextSide = side(of: point)
      if lastSide < 0 && nextSide > 0 || lastSide > 0 && nextSide < 0 {
        let share = lastSide / (lastSide - nextSide)
        result.append(
          Point(x: last.x + (point.x - last.x) * share, y: last.y + (point.y - last.y) * share))
      }
      if nextSide >= 0 { result.append(point) }
      (last, lastSide) = (point, nextSide)
    }
    return result
  }

  /// Returns a number above 0 inside the half-plane, and 0 on its line.
  private func side(of point: Point) -> Double {
    (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
  }
}

/// Strokes and gaps along a line, fitted so that the line starts and ends with a stroke.
struct StrokeFit: Hashable, Sendable {
  /// The length of a stroke.
  let stroke: Double
  /// The distance between the starts of consecutive strokes.
  let period: Double
  /// The number of strokes.
  let count: Int

  /// Fits strokes into a line.
  ///
  /// - Parameters:
  ///   - length: The line's length; one too long for its strokes to be counted is one stroke,
  ///     and one whose length is no finite number has none.
  ///   - stroke: The length of a stroke, above 0; shorter only if the line is.
  ///   - gap: The approximate length of a gap; adjusted so that the last stroke ends with the line.
  init(length: Double, stroke: Double, gap: Double) {
    guard length > stroke, stroke > 0, gap >= 0, length / stroke < 1e9 else {
      let whole = length.isFinite ? max(0, length) : 0
      (self.stroke, period, count) = (whole, max(whole, 1), whole > 0 ? 1 : 0)
      return
    }
    let gaps = max(1, ((length - stroke) / (stroke + gap)).rounded())
    self.stroke = stroke
    period = (length - stroke) / gaps
    count = Int(saturating: gaps) + 1
  }

  private init(stroke: Double, period: Double, count: Int) {
    self.stroke = stroke
    self.period = period
    self.count = count
  }

  /// Returns the dashes of a line with whole-pixel length and width, as in Chromium: strokes of two
  /// widths and gaps of one, or three and two for thin lines, and no gap if two strokes do not fit.
  static func dashes(length: Double, width: Double) -> StrokeFit {
    let (stroke, gap) = width < 3 ? (3 * width, 2 * width) : (2 * width, width)
    return short(length, stroke, gap) ?? nearest(length, stroke, gap)
  }

  /// Returns square dots and gaps of one width; the last one may be cut.
  static func squares(length: Double, width: Double) -> StrokeFit {
    let count = Int(saturating: (length / (2 * width)).rounded(.up))
    return short(length, width, width)
      ?? StrokeFit(stroke: width, period: 2 * width, count: count)
  }

  /// Returns round dots from the line's start to its end, or a single one if two do not fit.
  static func dots(length: Double, width: Double) -> StrokeFit {
    guard length >= 2 * width, length / width < mostStrokes else {
      return StrokeFit(stroke: width, period: 2 * width, count: length > 0 ? 1 : 0)
    }
    return nearest(length, width, width)
  }

  /// The maximum number of strokes; longer lines are one stroke.
  private static let mostStrokes = 1e9

  /// Returns the fit of a line with room for at most two strokes, or with too many to count.
  private static func short(_ length: Double, _ stroke: Double, _ gap: Double) -> StrokeFit? {
    guard length > 2 * stroke, length / stroke < mostStrokes else {
      return StrokeFit(stroke: length, period: max(length, 1), count: length > 0 ? 1 : 0)
    }
    guard length <= 2 * stroke + gap else { return nil }
    let factor = length / (2 * stroke + gap)
    return StrokeFit(stroke: stroke * factor, period: (stroke + gap) * factor, count: 2)
  }

  /// Returns the fit with one of the two nearest numbers of strokes, whichever has gaps nearer to
  /// the requested ones.
  private static func nearest(_ length: Double, _ stroke: Double, _ gap: Double) -> StrokeFit {
    let fewer = ((length + gap) / (stroke + gap)).rounded(.down)
    let (wide, narrow) = (
      (length - fewer * stroke) / (fewer - 1), (length - (fewer + 1) * stroke) / fewer
    )
    let isWide = fewer > 1 && (narrow <= 0 || abs(wide - gap) < abs(narrow - gap))
    guard isWide || narrow > 0 else {
      return StrokeFit(stroke: stroke, period: stroke + gap, count: 1)
    }
    return StrokeFit(
      stroke: stroke, period: stroke + (isWide ? wide : narrow),
      count: Int(saturating: isWide ? fewer : fewer + 1))
  }

  /// Returns the strokes that touch a stretch of the line.
  func indices(from start: Double, to end: Double) -> Range<Int> {
    guard count > 0, end > start else { return 0..<0 }
    let first = min(max((start - stroke) / period, 0), Double(count)).rounded(.down)
    let last = min(max(end / period, -1), Double(count - 1)).rounded(.down)
    return Int(saturating: first)..<max(Int(saturating: first), Int(saturating: last) + 1)
  }
}
