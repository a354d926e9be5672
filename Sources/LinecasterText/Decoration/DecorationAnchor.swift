package import LinecasterBase

/// The position of a decoration line relative to its text, in layout points.
///
/// The line is snapped to whole pixels when it is drawn, by the rules of Chromium, so layout does
/// not depend on the scale.
package struct DecorationAnchor: Hashable, Sendable {
  /// The edge of the text at which a line is placed.
  enum Edge: Hashable, Sendable {
    /// Under the baseline.
    case baseline
    /// Through the lower-case letters.
    case through
    /// Over the ascent.
    case ascent
    /// Outside of the em box, under or over the text.
    case underEm, overEm
  }

  /// The distance of the baseline, or of the letters' middle, from the layout's top edge.
  let origin: Double
  /// Whether the origin is the middle of the letters, as in vertical text.
  let isCentral: Bool
  let edge: Edge
  /// The font size.
  let size: Double
  /// The ascent and descent of the face.
  let ascent: Double
  let descent: Double
  /// Whether the side over the text has greater y.
  package let isFlipped: Bool

  /// The direction in which the line grows: 1 away from the text below it, -1 above it, 0 neither.
  fileprivate var growth: Double {
    switch edge {
    case .baseline, .underEm: 1
    case .through: 0
    case .ascent, .overEm: -1
    }
  }

  /// The origin of the line's distances, in pixels from the layout's top edge.
  package func origin(_ scale: PixelScale) -> Double {
    guard isCentral else { return origin * scale.factor }
    let half = height(scale) / 2
    return origin * scale.factor + (isFlipped ? half : -half)
  }

  /// The y coordinate of a box with a height, at one pixel per point.
  func y(_ distance: Double, _ height: Double) -> Double {
    origin(.one) + (isFlipped ? -distance - height : distance)
  }

  /// The ascent plus descent, in pixels.
  private func height(_ scale: PixelScale) -> Double {
    DecorationMetrics.rounded(ascent * scale.factor)
      + DecorationMetrics.rounded(descent * scale.factor)
  }

  /// The distance of a stroke's start below its origin, in pixels.
  ///
  /// - Parameter offset: The offset that the decoration sets, in pixels.
  fileprivate func top(_ thickness: Double, offset: Double?, _ scale: PixelScale) -> Double {
    let ascent = DecorationMetrics.rounded(ascent * scale.factor)
    let height = height(scale)
    let (middle, half) = (height / 2, size * scale.factor / 2)
    let stroke = thickness.rounded(.down)
    return switch edge {
    case .baseline: offset ?? max(1, (thickness / 2).rounded(.up))
    case .through: ascent * 2 / 3 - thickness / 2 - (isCentral ? 0 : ascent)
    case .ascent:
      isCentral ? (middle.rounded(.down) - middle).rounded(.down) - stroke : -ascent - stroke
    case .underEm: (middle + half + (offset ?? 0)).rounded(.down) + 1
    case .overEm: (middle - half - (offset ?? 0)).rounded(.down) - 1 - stroke
    }
  }
}

/// The geometry of a decoration line across its direction, in pixels. Distances start at the whole
/// pixel at or before the anchor's origin and grow away from the side over the text.
package struct DecorationMetrics: Hashable, Sendable {
  /// The thickness of dots, dashes and waves; at least 1.
  package let thickness: Double
  /// The starts of the strokes of solid and double lines, on whole pixels.
  package let strokes: [Double]
  /// The middle of dots, dashes and waves.
  package let middle: Double
  /// The range that the line may cover.
  package let extent: ClosedRange<Double>
  /// The start of a solid line before snapping to pixels.
  let top: Double

  /// The thickness of solid and double strokes, in whole pixels.
  package var stroke: Double { thickness.rounded(.down) }

  /// The width of dots and the unit of dash lengths, in whole pixels.
  package var unit: Double { Self.rounded(thickness) }

  /// - Parameter phase: The fraction of a pixel by which the anchor's origin is off, from 0 to 1.
  package init(
    _ decoration: TextDecoration, at anchor: DecorationAnchor, scale: PixelScale,
    phase: Double = 0
  ) {
    // The default thickness keeps its fraction.
    let asked = decoration.drawnThickness.map { Self.rounded($0 * scale.factor) }
    let thickness = max(1, asked ?? anchor.size * scale.factor / 10)
    let stroke = thickness.rounded(.down)
    let offset = decoration.drawnOffset.map { $0 * scale.factor }
    // Lines through and over text are measured from whole pixels.
    let isThrough = anchor.edge == .through
    let top =
      anchor.top(thickness, offset: offset?.rounded(), scale)
      + (anchor.edge == .baseline ? phase : Self.rounded(phase))
    let start = Self.rounded(top)
    // The second stroke of a double line, and the middle of a wave.
    let next = Self.rounded(top + anchor.growth * (thickness + 1))
    var reach = thickness / 2
    self.top = anchor.top(thickness, offset: offset, scale)
    self.thickness = thickness
    switch decoration.pattern {
    case .solid:
      strokes = [start]
      middle = start + stroke / 2
    case .double:
      strokes = [start, isThrough ? start + stroke + 1 : next]
      middle = start + stroke / 2
    case .dotted, .dashed:
      strokes = []
      let isOdd = Self.rounded(thickness).truncatingRemainder(dividingBy: 2) == 1
      // Rounding errors may put a whole number just below itself.
      middle = (top + thickness / 2 + 1e-6).rounded(.down) + (isOdd ? 0.5 : 0)
    case .wavy:
      strokes = []
      middle = next + 0.5
      reach += WaveShape(thickness: thickness).height
    }
    if let first = strokes.min(), let last = strokes.max() {
      extent = first...last + stroke
    } else {
      extent = middle - reach...middle + reach
    }
  }

  /// The nearest whole number, halves up.
  package static func rounded(_ number: Double) -> Double { (number + 0.5).rounded(.down) }
}

/// The curve of a wavy line: two cubic Bézier bows per period, as in Chromium.
package struct WaveShape: Hashable, Sendable {
  /// Half a period, in pixels; a period is a whole number of pixels.
  package let step: Double
  /// The distance of the control points from the middle.
  package let distance: Double

  package init(thickness: Double) {
    step = 0.5 + DecorationMetrics.rounded(2 * thickness + 0.5)
    distance = 0.5 + DecorationMetrics.rounded(3 * thickness + 0.5)
  }

  /// The height of crests above the middle, at the maximum of 3t(1 - t)(1 - 2t).
  var height: Double { distance / 12.0.squareRoot() }
}

extension TextDecoration {
  /// The thickness of the decoration, clamped; `nil` unless it is finite and above 0.
  fileprivate var drawnThickness: Double? {
    guard let thickness, thickness > 0, thickness.isFinite else { return nil }
    return min(thickness, Limit.textSize)
  }

  /// The offset of the decoration, clamped; `nil` unless it is finite.
  fileprivate var drawnOffset: Double? {
    guard let offset, offset.isFinite else { return nil }
    return min(max(offset, -Limit.textSize), Limit.textSize)
  }
}
