import LinecasterBase
import LinecasterDisplay

/// A PDF gradient (§8.7.4.5), axial or radial.
struct PDFGradient {
  /// The coordinates of its line or circles.
  private let coordinates: [Double]
  private let isRadial: Bool
  private let stops: [GradientStop]
  /// The matrix from its coordinates to the page.
  let matrix: [Double]

  /// The minimum distance between stops; nearer ones are a hard edge.
  private static let nearest = 1e-6

  /// Creates a gradient; `nil` for a plain colour.
  init?(_ paint: VectorPaint) {
    switch paint {
    case .color: return nil
    case .linear(let start, let end, let stops):
      let (first, last) = Self.ends(of: stops)
      func point(_ place: Double) -> [Double] {
        [start.x + (end.x - start.x) * place, start.y + (end.y - start.y) * place]
      }
      coordinates = point(first) + point(last)
      isRadial = false
      matrix = [1, 0, 0, 1, 0, 0]
      self.stops = stops
    case .radial(let center, let radii, let stops):
      let (first, last) = Self.ends(of: stops)
      coordinates = [0, 0, first, 0, 0, last]
      isRadial = true
      matrix = [radii.width, 0, 0, radii.height, center.x, center.y]
      self.stops = stops
    }
  }

  /// The distinct places of the first and the last stop.
  private static func ends(of stops: [GradientStop]) -> (Double, Double) {
    let (first, last) = (stops.first?.place ?? 0, stops.last?.place ?? 1)
    return (first, max(last, first + 1e-4))
  }

  /// The opacity of all colours; `nil` if they differ.
  var opacity: UInt8? {
    guard let first = stops.first?.color.alpha else { return nil }
    return stops.allSatisfy { $0.color.alpha == first } ? first : nil
  }

  /// The gradient as a PDF object.
  ///
  /// - Parameter isMask: Whether it is a mask: greys for the opacities of the colours.
  func description(isMask: Bool) -> String {
    var text = DocumentBytes()
    text.put("<< /ShadingType \(isRadial ? 3 : 2) /ColorSpace ")
    text.put(isMask ? "/DeviceGray" : "/DeviceRGB")
    text.put(" /Extend [true true] /Coords [")
    text.put(coordinates, "] /Function ")
    let (first, last) = Self.ends(of: stops)
    let span = last - first
    let pairs = zip(stops, stops.dropFirst()).filter { $1.place - $0.place > Self.nearest * span }
    guard pairs.count > 1 || stops.count > 2, !pairs.isEmpty else {
      text.put(function(stops[0], stops[stops.count - 1], isMask) + " >>")
      return String(decoding: text.bytes, as: UTF8.self)
    }
    text.put("<< /FunctionType 3 /Domain [0 1] /Functions [")
    for (one, two) in pairs { text.put(function(one, two, isMask) + " ") }
    text.put("] /Bounds [")
    text.put(pairs.dropFirst().map { ($0.0.place - first) / span }, "] /Encode [")
    text.put(pairs.flatMap { _ in [0.0, 1.0] }, "] >> >>")
    return String(decoding: text.bytes, as: UTF8.self)
  }

  private func function(_ one: GradientStop, _ two: GradientStop, _ isMask: Bool) -> String {
    func parts(_ color: Color) -> [Double] {
      (isMask ? [color.alpha] : [color.red, color.green, color.blue]).map { Double($0) / 255 }
    }
    var text = DocumentBytes()
    text.put("<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [")
    text.put(parts(one.color), "] /C1 [")
    text.put(parts(two.color), "] >>")
    return String(decoding: text.bytes, as: UTF8.self)
  }
}
