import LinecasterGeometry

/// Gathers the segments of an outline, contour by contour.
struct OutlinePen {
  /// For each contour, whether the font's first point of it is off the curve; may be too short.
  let startsOffCurve: [Bool]

  private(set) var segments: [GlyphOutline.Segment] = []
  /// Whether there were more segments than any outline has.
  private(set) var isFull = false
  /// Where the contour under way starts in `segments`, and how many were before it.
  private var start = 0
  private var contours = 0

  /// Outlines of more segments count as none: the most elaborate glyphs of real fonts have some
  /// thousands, while a broken font can make any number by nesting composites.
  private static let segmentLimit = 200_000

  init(startsOffCurve: [Bool]) {
    self.startsOffCurve = startsOffCurve
  }

  mutating func add(_ segment: GlyphOutline.Segment) {
    if case .move = segment { start = segments.count }
    if segment == .close { finishContour() }
    isFull = isFull || segments.count == Self.segmentLimit
    if !isFull { segments.append(segment) }
  }

  /// Gives a contour the start that rasterizers give it, and leaves out the line that closing
  /// draws.
  private mutating func finishContour() {
    if contours < startsOffCurve.count, startsOffCurve[contours] { startWithLastCurve() }
    contours += 1
    if segments.count > start, case .move(let first) = segments[start],
      segments.last == .line(to: first)
    {
      segments.removeLast()
    }
  }

  /// A contour whose first point is off the curve starts with the curve around that point, which
  /// HarfBuzz draws last.
  private mutating func startWithLastCurve() {
    guard segments.count > start + 1, case .quadratic = segments[segments.count - 1],
      let before = segments[segments.count - 2].end
    else { return }
    let curve = segments.removeLast()
    segments[start] = .move(to: before)
    segments.insert(curve, at: start + 1)
  }
}

extension GlyphOutline.Segment {
  /// Where the pen is afterwards; nil for a close.
  fileprivate var end: Point? {
    switch self {
    case .move(let point), .line(let point), .quadratic(_, let point), .cubic(_, _, let point):
      point
    case .close: nil
    }
  }
}
