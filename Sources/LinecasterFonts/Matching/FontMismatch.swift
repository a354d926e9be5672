/// How far a face is from what is asked for (CSS Fonts 4 §5.2, step 4); less is nearer.
///
/// Width counts most, then slant, then weight. A variable face is as near as the nearest place on
/// its axes.
struct FontMismatch: Comparable {
  /// One of the standard's searches along a scale: which one finds the value, and how far along.
  private struct Search: Comparable {
    let number: Int
    let distance: Double

    static func < (left: Search, right: Search) -> Bool {
      (left.number, left.distance) < (right.number, right.distance)
    }
  }

  private let width: Search
  private let slant: Int
  private let weight: Search

  init(_ face: FontDescription, _ request: FontRequest) {
    width = Self.width(face.widths, wanted: request.width)
    slant = request.slant.substitutes.firstIndex(where: face.offers) ?? Int.max
    weight = Self.weight(face.weights, wanted: request.weight)
  }

  static func < (left: FontMismatch, right: FontMismatch) -> Bool {
    if left.width != right.width { return left.width < right.width }
    if left.slant != right.slant { return left.slant < right.slant }
    return left.weight < right.weight
  }

  /// Narrower faces first for widths up to normal, wider ones first above.
  private static func width(_ widths: ClosedRange<FontWidth>, wanted: FontWidth) -> Search {
    let nearest = widths.nearest(to: wanted)
    let isOnFirstSide = wanted <= .normal ? nearest <= wanted : nearest >= wanted
    return Search(
      number: isOnFirstSide ? 0 : 1, distance: abs(nearest.percent - wanted.percent))
  }

  /// From 400 to 500: heavier up to 500, then lighter, then the rest; below: lighter first; above:
  /// heavier first.
  private static func weight(_ weights: ClosedRange<FontWeight>, wanted: FontWeight) -> Search {
    let nearest = weights.nearest(to: wanted).value
    let number =
      switch wanted.value {
      case ..<400: nearest <= wanted.value ? 0 : 1
      case 501...: nearest >= wanted.value ? 0 : 1
      default: nearest < wanted.value ? 1 : nearest <= 500 ? 0 : 2
      }
    return Search(number: number, distance: Double(abs(nearest - wanted.value)))
  }
}

extension FontSlant {
  /// This slant and those that stand in for it, best first.
  var substitutes: [FontSlant] {
    switch self {
    case .upright: [.upright, .oblique, .italic]
    case .italic: [.italic, .oblique, .upright]
    case .oblique: [.oblique, .italic, .upright]
    }
  }
}

extension ClosedRange {
  fileprivate func nearest(to value: Bound) -> Bound {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
