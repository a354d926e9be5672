import LinecasterBase
import LinecasterDisplay
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
  /// The clip paths, by the even-odd rule.
  var clips: [VectorPath] = []
  /// The visible area, in the layer's own layout points.
  var area: Rect

  /// Whether the layer must be composited as a group.
  var isGroup: Bool { opacity < 1 || blend != .normal || mask != nil }
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
}

/// The identity of an image in a document.
struct DocumentImage: Hashable, Sendable {
  let image: ImageReference
  let size: PixelSize
  let tint: Color?
}
