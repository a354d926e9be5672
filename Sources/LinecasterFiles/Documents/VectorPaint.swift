import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterRaster
import LinecasterText

/// The fill of a path in a vector document.
enum VectorPaint: Sendable {
  case color(Color)
  /// A linear gradient; places are fractions of the line.
  case linear(start: Point, end: Point, [GradientStop])
  /// A radial gradient in ellipses; places are fractions of the radii, none below 0.
  case radial(center: Point, radii: Size, [GradientStop])

  /// The paint of a shape in a rectangle; `nil` for paints that vector documents cannot express,
  /// and for invisible ones.
  init?(_ paint: DisplayPaint, in box: Rect) {
    switch paint {
    case .color(let color): self = .color(color)
    case .themeColor(let color): self = .color(color.light)
    case .linear(let gradient):
      guard let last = gradient.stops.ordered.last else { return nil }
      let line = gradient.line(in: box)
      let stops = gradient.stops.straight
      guard line.start != line.end, stops.count > 1 else {
        self = .color(last.color)
        return
      }
      self = .linear(start: line.start, end: line.end, stops)
    case .radial(let gradient):
      guard let last = gradient.stops.ordered.last else { return nil }
      let (center, radii) = gradient.ellipse(in: box)
      let stops = gradient.stops.straight.startingAtZero
      guard radii.width > 0, radii.height > 0, stops.count > 1 else {
        self = .color(last.color)
        return
      }
      self = .radial(center: center, radii: radii, stops)
    case .conic: return nil
    }
  }
}

extension [GradientStop] {
  /// Stops whose straight-alpha interpolation approximates the premultiplied one.
  fileprivate var straight: [GradientStop] {
    // The straight-alpha steps of a segment with varying opacity.
    let pieces = 16
    var result: [GradientStop] = []
    for stop in ordered {
      if let last = result.last, last.color.alpha != stop.color.alpha, last.place < stop.place {
        for piece in 1..<pieces {
          result.append(Self.mixed(last, stop, Double(piece) / Double(pieces)))
        }
      }
      result.append(stop)
    }
    return result
  }

  /// The stops from place 0 on, because circles have none before.
  fileprivate var startingAtZero: [GradientStop] {
    guard let first = first(where: { $0.place >= 0 }) else { return suffix(1).map { $0 } }
    guard let before = last(where: { $0.place < 0 }) else { return self }
    let start = Self.mixed(before, first, -before.place / (first.place - before.place))
    return [start] + filter { $0.place >= 0 }
  }

  /// The interpolation between two stops.
  private static func mixed(
    _ one: GradientStop, _ two: GradientStop, _ share: Double
  ) -> GradientStop {
    let (first, second) = (
      Double(one.color.alpha) * (1 - share), Double(two.color.alpha) * share
    )
    let alpha = first + second
    func channel(_ left: UInt8, _ right: UInt8) -> UInt8 {
      guard alpha > 0 else { return share < 0.5 ? left : right }
      return UInt8(
        saturating: ((Double(left) * first + Double(right) * second) / alpha).rounded())
    }
    return GradientStop(
      Color(
        red: channel(one.color.red, two.color.red),
        green: channel(one.color.green, two.color.green),
        blue: channel(one.color.blue, two.color.blue),
        alpha: UInt8(saturating: alpha.rounded())),
      at: one.place + (two.place - one.place) * share)
  }
}

/// The transform, opacity, blending, mask and clips of a layer's content.
struct DocumentLayer: Sendable {
  /// The transform of the content.
  var transform = DisplayTransform.identity
  /// The opacity, from 0 to 1.
  var opacity = 1.0
  /// The blend mode with the content beneath.
  var blend = BlendMode.normal
  /// The number of its alpha mask; `nil` without a mask.
  var mask: Int?
  /// Whether content that blends must not reach what is beneath the layer (CSS `isolation`).
  var isIsolated = false
  /// The clip paths, by the even-odd rule.
  var clips: [VectorPath] = []
  /// The visible area, in the layer's own layout points.
  var area: Rect

  /// Whether the layer must be composited as a group.
  var isGroup: Bool { opacity < 1 || blend != .normal || mask != nil || isIsolated }
}

/// A page of a vector document; content is added from back to front.
protocol DocumentPage {
  /// Fills a path, by the even-odd rule or by the non-zero one.
  mutating func fill(_ path: VectorPath, isEvenOdd: Bool, with paint: VectorPaint)
  /// Strokes a path with mitred joins; the miter limit is four.
  mutating func stroke(_ path: VectorPath, width: Double, color: Color)
  /// Draws an image stretched to a rectangle.
  ///
  /// - Parameter name: The identity of equal images; `nil` if the image is drawn once.
  mutating func draw(_ image: Bitmap, in frame: Rect, named name: DocumentImage?)
  /// Draws text, with the layout's top-left corner at a point; invisible text can be searched and
  /// copied.
  mutating func draw(_ run: GlyphRun, at origin: Point, isSeen: Bool) throws(RasterError)
  /// Begins a layer, which ends with `end`; layers nest.
  mutating func begin(_ layer: DocumentLayer)
  mutating func end()
  /// Begins the content of a mask; `endMask` returns its number.
  mutating func beginMask(_ area: Rect)
  mutating func endMask() -> Int
  /// Sets the meaning of the drawing, before all content.
  mutating func describe(_ document: DocumentDescription)
  /// Begins the content of a part, which ends with `endPart`; parts do not nest.
  mutating func begin(_ part: DocumentPart)
  mutating func endPart()
}

extension DocumentPage {
  mutating func describe(_ document: DocumentDescription) {}
  mutating func begin(_ part: DocumentPart) {}
  mutating func endPart() {}
}

/// A part of a document with a meaning.
enum DocumentPart: Sendable {
  /// Letters of a text, by its top-left corner before transforms. `link` is the index of the link
  /// that they are in; `continues` says that the part before was of the same text.
  case text(at: Point, language: String?, link: Int?, continues: Bool)
  /// An image, by its frame before transforms.
  case image(Rect)
}

/// The links of a drawing, found by their letters.
struct DocumentLinks: Sendable {
  private let links: [DocumentDescription.Link]
  /// The indices of the links of each text, by its top-left corner.
  private let indices: [Point: [Int]]

  init(_ links: [DocumentDescription.Link]) {
    self.links = links
    indices = Dictionary(grouping: links.indices) { links[$0].text }
  }

  /// The index of the link that contains all letters of a run; `nil` for none.
  ///
  /// - Complexity: O(links of the text + glyphs of the run).
  func index(of run: GlyphRun, at origin: Point) -> Int? {
    guard let near = indices[origin] else { return nil }
    let offsets = run.placedGlyphs.map(\.utf16Offset)
    guard let first = offsets.min(), let last = offsets.max() else { return nil }
    return near.first {
      links[$0].utf16Range.contains(first) && links[$0].utf16Range.contains(last)
    }
  }
}

/// The identity of an image in a document.
struct DocumentImage: Hashable, Sendable {
  let image: ImageReference
  let size: PixelSize
  let tint: Color?
}

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
