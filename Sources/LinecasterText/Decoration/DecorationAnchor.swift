package import LinecasterBase

/// What the place of a line under, through or over text follows from, in layout points.
///
/// A line is placed where it is drawn: its thickness and its distances are whole pixels there, by
/// the rules of Chromium, so that layout does not depend on the scale.
package struct DecorationAnchor: Hashable, Sendable {
  /// Which edge of the letters a line is placed at.
  enum Edge: Hashable, Sendable {
    /// Under the baseline.
    case baseline
    /// Through the lower-case letters.
    case through
    /// Over the ascent.
    case ascent
    /// Outside of the em box, where the line is under the text, or over it.
    case underEm, overEm
  }

  /// How far from the layout's top edge the baseline is, or the middle of the letters.
  let origin: Double
  /// Whether the origin is the middle of the letters, as it is on lines that run downwards.
  let isCentral: Bool
  let edge: Edge
  /// The em.
  let size: Double
  /// How far the face's letters reach over the baseline and below it.
  let ascent: Double
  let descent: Double
  /// Whether what is over the text has the greater y.
  package let isFlipped: Bool

  /// Which way the line grows: 1 away from the text below it, -1 above it, 0 neither.
  fileprivate var growth: Double {
    switch edge {
    case .baseline, .underEm: 1
    case .through: 0
    case .ascent, .overEm: -1
    }
  }

  /// How far from the layout's top edge the place is that distances of a line are counted from, in
  /// pixels.
  package func origin(_ scale: PixelScale) -> Double {
    guard isCentral else { return origin * scale.factor }
    let half = height(scale) / 2
    return origin * scale.factor + (isFlipped ? half : -half)
  }

  /// How far from the layout's top edge something of a height is, at one pixel a point.
  func y(_ distance: Double, _ height: Double) -> Double {
    origin(.one) + (isFlipped ? -distance - height : distance)
  }

  /// The height of the letters' box in pixels.
  private func height(_ scale: PixelScale) -> Double {
    DecorationMetrics.rounded(ascent * scale.factor)
      + DecorationMetrics.rounded(descent * scale.factor)
  }

  /// How far below its origin a stroke of some pixels starts.
  ///
  /// - Parameter offset: What the decoration asks for, in pixels.
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

/// A line under, through or over text in pixels across it: distances from the whole pixel at or
/// before its anchor's origin, away from what is over the text.
package struct DecorationMetrics: Hashable, Sendable {
  /// How thick dots, dashes and waves are; at least 1.
  package let thickness: Double
  /// Where the strokes of a solid line and of a double one start, at whole pixels.
  package let strokes: [Double]
  /// The middle of dots, dashes and waves.
  package let middle: Double
  /// All that the line may cover.
  package let extent: ClosedRange<Double>
  /// Where a solid line would start if there were no pixels.
  let top: Double

  /// How thick the strokes of solid and double lines are: whole pixels.
  package var stroke: Double { thickness.rounded(.down) }

  /// Whole pixels that dots are wide, and that the length of dashes is counted in.
  package var unit: Double { Self.rounded(thickness) }

  /// - Parameter phase: How far behind a whole pixel the anchor's origin is, from 0 to 1.
  package init(
    _ decoration: TextDecoration, at anchor: DecorationAnchor, scale: PixelScale,
    phase: Double = 0
  ) {
    // The thickness that nobody asks for keeps its fraction.
    let asked = decoration.drawnThickness.map { Self.rounded($0 * scale.factor) }
    let thickness = max(1, asked ?? anchor.size * scale.factor / 10)
    let stroke = thickness.rounded(.down)
    let offset = decoration.drawnOffset.map { $0 * scale.factor }
    // Lines through text and over it are counted from whole pixels.
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
      // What is to be whole may have lost its last bit.
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

/// The curve of a wavy line: two bows of a cubic Bézier curve a period, as in Chromium.
package struct WaveShape: Hashable, Sendable {
  /// Half a period, in pixels; a period is whole pixels.
  package let step: Double
  /// How far the control points are from the middle.
  package let distance: Double

  package init(thickness: Double) {
    step = 0.5 + DecorationMetrics.rounded(2 * thickness + 0.5)
    distance = 0.5 + DecorationMetrics.rounded(3 * thickness + 0.5)
  }

  /// How far crests are from the middle: where 3t(1 - t)(1 - 2t) is greatest.
  var height: Double { distance / 12.0.squareRoot() }
}

extension TextDecoration {
  /// The thickness asked for; what is not a finite number above 0 is left out.
  fileprivate var drawnThickness: Double? {
    guard let thickness, thickness > 0, thickness.isFinite else { return nil }
    return min(thickness, Limit.textSize)
  }

  /// The offset asked for; what is no finite number is left out.
  fileprivate var drawnOffset: Double? {
    guard let offset, offset.isFinite else { return nil }
    return min(max(offset, -Limit.textSize), Limit.textSize)
  }
}
