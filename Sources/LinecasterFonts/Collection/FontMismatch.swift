/// How far a face is from the slant and weight asked for (CSS Fonts 4 §5.2); less is nearer.
struct FontMismatch: Comparable {
  /// A wrong slant outweighs any weight.
  private let hasWrongSlant: Bool
  /// Which of the standard's searches finds the weight: the first, the second or the third.
  private let search: Int
  /// How far along that search it is.
  private let distance: Int

  init(_ face: FontFace, weight wanted: FontWeight, slant: FontSlant) {
    self.init(weight: face.weight.value, wanted: wanted.value, hasWrongSlant: face.slant != slant)
  }

  init(weight: Int, wanted: Int, hasWrongSlant: Bool) {
    self.hasWrongSlant = hasWrongSlant
    distance = abs(weight - wanted)
    search =
      switch wanted {
      case ..<400: weight <= wanted ? 0 : 1
      case 501...: weight >= wanted ? 0 : 1
      default: weight < wanted ? 1 : weight <= 500 ? 0 : 2
      }
  }

  static func < (left: FontMismatch, right: FontMismatch) -> Bool {
    if left.hasWrongSlant != right.hasWrongSlant { return right.hasWrongSlant }
    if left.search != right.search { return left.search < right.search }
    return left.distance < right.distance
  }
}
