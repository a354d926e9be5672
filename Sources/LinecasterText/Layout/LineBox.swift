import LinecasterFonts

/// How far a line, or one run on it, reaches from the baseline, in layout points.
struct LineBox: Hashable, Sendable {
  /// The distance from the baseline up to the top edge; may be negative for tiny line heights.
  var ascent: Double
  /// The distance from the baseline down to the bottom edge.
  var descent: Double

  var height: Double { ascent + descent }

  /// The box that a face at a size asks for: its content area and half the leading on each side.
  ///
  /// Ascent, descent and gap are rounded to whole points, as browsers do (CSS Inline 3 §4.2).
  init(face: FontFace, size: Double, lineHeight: LineHeight) {
    let metrics = face.metrics
    let scale = size / Double(metrics.unitsPerEm)
    let ascent = (metrics.ascent * scale).rounded()
    let descent = (metrics.descent * scale).rounded()
    let natural = ascent + descent + (metrics.lineGap * scale).rounded()
    let height =
      switch lineHeight {
      case .normal: natural
      case .atLeast(let points): max(natural, points)
      case .multiple(let factor): factor * size
      case .points(let points): points
      }
    let leading = (height >= 0 ? min(height, Self.heightLimit) : 0) - ascent - descent
    self.ascent = ascent + (leading / 2).rounded(.down)
    self.descent = ascent + descent + leading - self.ascent
  }

  /// A line higher than any image; keeps sums of heights finite whatever a style says.
  private static let heightLimit = 1_000_000.0

  /// The box of text that stands above the baseline.
  func raised(by shift: Double) -> LineBox {
    var box = self
    box.ascent += shift
    box.descent -= shift
    return box
  }

  /// Whether including another box would change nothing.
  func holds(_ other: LineBox) -> Bool { other.ascent <= ascent && other.descent <= descent }

  /// Grows the box to hold another on the same baseline.
  mutating func include(_ other: LineBox) {
    ascent = max(ascent, other.ascent)
    descent = max(descent, other.descent)
  }
}
