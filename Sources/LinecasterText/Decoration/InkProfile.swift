import LinecasterFonts
import LinecasterGeometry

/// How far the outline of a glyph reaches to both sides between two heights.
struct InkProfile {
  /// The heights in font units above the baseline.
  let band: ClosedRange<Double>
  private(set) var left = Double.infinity
  private(set) var right = -Double.infinity
  private var pen = Point.zero
  private var start = Point.zero

  /// Pieces that a curve is taken as.
  private static let pieces = 8

  init(band: ClosedRange<Double>) {
    self.band = band
  }

  /// The stretch in font units from the origin; nil where nothing is in the band.
  ///
  /// - Parameter lean: How far outlines lean for a unit of height.
  static func ink(
    of outline: GlyphOutline, in band: ClosedRange<Double>, lean: Double
  ) -> ClosedRange<Double>? {
    var profile = InkProfile(band: band)
    for segment in outline.segments { profile.add(segment, lean) }
    return profile.left <= profile.right ? profile.left...profile.right : nil
  }

  private mutating func add(_ segment: GlyphOutline.Segment, _ lean: Double) {
    func leaned(_ point: Point) -> Point { Point(x: point.x + point.y * lean, y: point.y) }
    switch segment {
    case .move(let point):
      pen = leaned(point)
      start = pen
    case .line(let point): line(to: leaned(point))
    case .quadratic(let control, let point):
      let (from, control, to) = (pen, leaned(control), leaned(point))
      for step in 1...Self.pieces {
        let share = Double(step) / Double(Self.pieces)
        line(to: mixed(mixed(from, control, share), mixed(control, to, share), share))
      }
    case .cubic(let control1, let control2, let point):
      let (from, one, two, to) = (pen, leaned(control1), leaned(control2), leaned(point))
      for step in 1...Self.pieces {
        let share = Double(step) / Double(Self.pieces)
        let middle = mixed(one, two, share)
        line(
          to: mixed(
            mixed(mixed(from, one, share), middle, share),
            mixed(middle, mixed(two, to, share), share), share))
      }
    case .close: line(to: start)
    }
  }

  private func mixed(_ one: Point, _ two: Point, _ share: Double) -> Point {
    Point(x: one.x + (two.x - one.x) * share, y: one.y + (two.y - one.y) * share)
  }

  /// Widens the stretch by the part of a line that is in the band.
  private mutating func line(to end: Point) {
    let (low, high) = pen.y < end.y ? (pen, end) : (end, pen)
    pen = end
    guard low.y < band.upperBound, high.y > band.lowerBound else { return }
    for height in [max(low.y, band.lowerBound), min(high.y, band.upperBound)] {
      let share = high.y > low.y ? (height - low.y) / (high.y - low.y) : 0
      let x = low.x + (high.x - low.x) * share
      left = min(left, x)
      right = max(right, x)
    }
    if low.y == high.y {
      left = min(left, low.x, high.x)
      right = max(right, low.x, high.x)
    }
  }
}
