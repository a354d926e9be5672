import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// A path of lines and cubic curves, in layout points, y down.
struct VectorPath: Sendable {
  /// A path segment.
  enum Step: Sendable {
    case move(Point)
    case line(Point)
    case curve(Point, Point, Point)
    case close
  }

  private(set) var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty }

  /// The smallest rectangle around its points and control points; `nil` if there are none.
  ///
  /// - Complexity: O(steps).
  var bounds: Rect? {
    let points = steps.flatMap { step -> [Point] in
      switch step {
      case .move(let point), .line(let point): [point]
      case .curve(let one, let two, let end): [one, two, end]
      case .close: []
      }
    }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
    else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The distance of a control point for a quarter circle, as a fraction of the radius.
  private static let quarter = 0.552_284_749_8

  init() {}

  init(_ rect: Rect) { add(rect) }

  init(_ shape: DisplayShape) {
    add(RoundedBox(shape, scale: .one), scale: .one)
  }

  /// Appends the segments of another path.
  mutating func append(_ other: VectorPath) { steps += other.steps }

  mutating func add(_ rect: Rect) {
    add([
      Point(x: rect.minX, y: rect.minY), Point(x: rect.maxX, y: rect.minY),
      Point(x: rect.maxX, y: rect.maxY), Point(x: rect.minX, y: rect.maxY),
    ])
  }

  /// Adds a closed polygon.
  mutating func add(_ polygon: [Point]) {
    guard let first = polygon.first else { return }
    steps.append(.move(first))
    steps += polygon.dropFirst().map { .line($0) }
    steps.append(.close)
  }

  /// Adds an outline in pixels.
  mutating func add(_ outline: ShapeOutline, scale: PixelScale) {
    switch outline {
    case .box(let box): add(box, scale: scale)
    case .polygon(let points):
      add(points.map { Point(x: $0.x / scale.factor, y: $0.y / scale.factor) })
    }
  }

  /// Adds a box in pixels, unless it is empty.
  mutating func add(_ box: RoundedBox, scale: PixelScale) {
    guard box.isDrawable else { return }
    func point(_ x: Double, _ y: Double) -> Point {
      Point(x: x / scale.factor, y: y / scale.factor)
    }
    let (left, top, right, bottom) = (box.left, box.top, box.right, box.bottom)
    steps.append(.move(point(left + box.topLeft.x, top)))
    corner(box.topRight, at: point(right, top), (1, 0), (0, 1), scale)
    corner(box.bottomRight, at: point(right, bottom), (0, 1), (-1, 0), scale)
    corner(box.bottomLeft, at: point(left, bottom), (-1, 0), (0, -1), scale)
    corner(box.topLeft, at: point(left, top), (0, -1), (1, 0), scale)
    steps.append(.close)
  }

  /// Adds the line to a corner and its arc, from one direction to the next.
  private mutating func corner(
    _ radii: RoundedBox.Corner, at corner: Point, _ from: (x: Double, y: Double),
    _ to: (x: Double, y: Double), _ scale: PixelScale
  ) {
    let (x, y) = (radii.x / scale.factor, radii.y / scale.factor)
    func before(_ share: Double) -> Point {
      corner.offset(x: -from.x * x * share, y: -from.y * y * share)
    }
    func behind(_ share: Double) -> Point {
      corner.offset(x: to.x * x * share, y: to.y * y * share)
    }
    steps.append(.line(before(1)))
    guard x > 0, y > 0 else { return }
    let handle = 1 - Self.quarter
    steps.append(.curve(before(handle), behind(handle), behind(1)))
  }

  /// Adds the outline of a glyph.
  ///
  /// - Parameter place: Maps a point of the outline to the path.
  mutating func add(_ outline: GlyphOutline, _ place: (Point) -> Point) {
    var last = Point.zero
    for segment in outline.segments {
      switch segment {
      case .move(let point): steps.append(.move(place(point)))
      case .line(let point): steps.append(.line(place(point)))
      case .quadratic(let control, let point):
        steps.append(
          .curve(
            place(Self.mixed(last, control)), place(Self.mixed(point, control)), place(point)))
      case .cubic(let one, let two, let point):
        steps.append(.curve(place(one), place(two), place(point)))
      case .close: steps.append(.close)
      }
      last = segment.end ?? last
    }
  }

  /// The control point of a cubic curve for that of a quadratic one.
  private static func mixed(_ end: Point, _ control: Point) -> Point {
    Point(x: end.x + (control.x - end.x) * 2 / 3, y: end.y + (control.y - end.y) * 2 / 3)
  }
}

/// The orientation of a run's glyphs: rotated as its line, and slanted if the face is synthesized.
struct GlyphStance: Sendable {
  /// The vectors of one em to the right and upwards, y down.
  let right: Point
  let up: Point

  init(_ run: GlyphRun) {
    let lean = run.face.synthesis.slants ? FontSynthesis.lean : 0
    let (right, up) =
      switch run.turn {
      case .none: (Point(x: 1, y: 0), Point(x: 0, y: -1))
      case .clockwise: (Point(x: 0, y: 1), Point(x: 1, y: 0))
      case .anticlockwise: (Point(x: 0, y: -1), Point(x: -1, y: 0))
      }
    self.right = right
    self.up = up.offset(x: lean * right.x, y: lean * right.y)
  }

  /// Whether glyphs are upright on a horizontal line.
  var isPlain: Bool { right == Point(x: 1, y: 0) && up == Point(x: 0, y: -1) }

  /// Maps a point in em, y up, to the page, around an origin.
  func place(_ point: Point, size: Double, from origin: Point) -> Point {
    origin.offset(
      x: size * (point.x * right.x + point.y * up.x),
      y: size * (point.x * right.y + point.y * up.y))
  }
}
