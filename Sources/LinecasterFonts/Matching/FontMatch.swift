/// How a face is drawn for a request: its place on its axes, and what has to be synthesized.
struct FontMatch {
  let variations: [FontVariation]
  let synthesis: FontSynthesis

  init(_ face: FontDescription, _ request: FontRequest) {
    let slant = request.slant.substitutes.first(where: face.offers) ?? face.slant
    variations =
      Self.places(slant, request).filter { place in face.axes.contains { $0.tag == place.axis } }
      + request.variations
    synthesis =
      face.hasColorBitmaps
      ? .none
      : FontSynthesis(
        emboldens: Self.emboldens(request.weight, heaviest: face.weights.upperBound),
        slants: slant == .upright && request.slant != .upright)
  }

  /// The places on the registered axes that weight, width, slant and size mean.
  private static func places(_ slant: FontSlant, _ request: FontRequest) -> [FontVariation] {
    var places = [
      FontVariation(.weightAxis, Double(request.weight.value)),
      FontVariation(.widthAxis, request.width.percent),
      FontVariation(.italicAxis, slant == .italic ? 1 : 0),
    ]
    if slant != .italic {
      places.append(FontVariation(.slantAxis, request.slant == .upright ? 0 : -obliqueAngle))
    }
    if request.size > 0 { places.append(FontVariation(.opticalSizeAxis, request.size)) }
    return places
  }

  /// Whether the heaviest a face can be is so much too light that it shows.
  private static func emboldens(_ wanted: FontWeight, heaviest: FontWeight) -> Bool {
    wanted >= .semibold && heaviest < .semibold && wanted.value - heaviest.value >= 200
  }

  /// The degrees that oblique means where none are said (CSS Fonts 4 §2.4).
  private static let obliqueAngle = 14.0
}
