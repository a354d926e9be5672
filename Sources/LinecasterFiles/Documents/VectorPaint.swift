import LinecasterBase
import LinecasterDisplay
import LinecasterRaster
import LinecasterText

/// What a path is filled with, as files of shapes have it.
enum VectorPaint: Sendable {
  case color(Color)
  /// Colours along a line; places are shares of it.
  case linear(start: Point, end: Point, [GradientStop])
  /// Colours outwards in ellipses; places are shares of the radii, none below 0.
  case radial(center: Point, radii: Size, [GradientStop])

  /// The paint of a shape in a rectangle; nil for one that such files have no word for, or that
  /// draws nothing.
  init?(_ paint: DisplayPaint, in box: Rect) {
    switch paint {
    case .color(let color): self = .color(color)
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
  /// Stops between which mixtures of straight colours look as those of premultiplied ones do.
  fileprivate var straight: [GradientStop] {
    // Straight mixtures a stretch in which the opacity changes.
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

  /// The stops without what is before the place 0, which circles do not have.
  fileprivate var startingAtZero: [GradientStop] {
    guard let first = first(where: { $0.place >= 0 }) else { return suffix(1).map { $0 } }
    guard let before = last(where: { $0.place < 0 }) else { return self }
    let start = Self.mixed(before, first, -before.place / (first.place - before.place))
    return [start] + filter { $0.place >= 0 }
  }

  /// The mixture of two stops, as much of the second as said.
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

/// How what is drawn between its beginning and its end is put on what is beneath.
struct DocumentLayer: Sendable {
  /// Where it goes.
  var transform = DisplayTransform.identity
  /// What its opacity is multiplied with, 0 to 1.
  var opacity = 1.0
  /// How it is put on what is beneath.
  var blend = BlendMode.normal
  /// The number of the mask that leaves as much as it is opaque; nil for all.
  var mask: Int?
  /// What of it is seen; by the even-odd rule.
  var clips: [VectorPath] = []
  /// Where something may be seen, in its own layout points.
  var area: Rect

  /// Whether it is to be drawn as one image.
  var isGroup: Bool { opacity < 1 || blend != .normal || mask != nil }
}

/// A page of a file of letters and shapes, to which steps are added from back to front.
protocol DocumentPage {
  /// Fills a path, by the even-odd rule or by the non-zero one.
  mutating func fill(_ path: VectorPath, isEvenOdd: Bool, with paint: VectorPaint)
  /// Draws a line along a path, with sharp corners that end at four halves of its width.
  mutating func stroke(_ path: VectorPath, width: Double, color: Color)
  /// Draws an image stretched to a rectangle.
  ///
  /// - Parameter name: What equal images have in common; nil for those that are not drawn again.
  mutating func draw(_ image: Bitmap, in frame: Rect, named name: DocumentImage?)
  /// Draws letters, with the layout's top-left corner at a point; unseen ones can be found and
  /// copied all the same.
  mutating func draw(_ run: GlyphRun, at origin: Point, isSeen: Bool) throws(RasterError)
  /// Begins a layer, which ends with `end`; layers nest.
  mutating func begin(_ layer: DocumentLayer)
  mutating func end()
  /// Begins steps that are a mask, and ends them; the answer is the number of the mask.
  mutating func beginMask(_ area: Rect)
  mutating func endMask() -> Int
}

/// What tells images of a document apart.
struct DocumentImage: Hashable, Sendable {
  let image: ImageReference
  let size: PixelSize
  let tint: Color?
}
