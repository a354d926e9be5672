import LinecasterFonts

/// The places that tabs lead to: multiples of a distance from the line's start edge.
struct TabStops: Sendable {
  /// The distance between stops, in layout points; 0 where tabs take no room.
  let distance: Double
  /// The least advance of a tab, so that it shows: half a space (CSS Text 3 §4.2).
  let least: Double

  /// Makes stops so many spaces apart, the spacing of letters and words included.
  init(spaces: Double, face: FontFace, style: TextStyle) {
    let space = Double(face.spaceAdvance) * style.drawnSize / Double(face.metrics.unitsPerEm)
    self.init(spaces: spaces, space: space, spacing: style.letterSpacing + style.wordSpacing)
  }

  init(spaces: Double, space: Double, spacing: Double = 0) {
    let distance = spaces * (space + spacing)
    self.distance = distance > 0 && distance.isFinite ? distance : 0
    least = space / 2
  }

  /// The advance of a tab at a place, in layout points from the line's start edge.
  func advance(at x: Double) -> Double {
    guard distance > 0 else { return 0 }
    let rest = distance - (x - (x / distance).rounded(.down) * distance)
    return rest < least - Self.rounding ? rest + distance : rest
  }

  /// Sums of advances that are half a space before a stop may miss it by this much.
  private static let rounding = 1e-6
}
