import LinecasterDisplay
public import LinecasterGeometry
public import LinecasterText

extension Canvas {
  /// Draws a line under, through or over text, with the layout's top-left corner at a point.
  ///
  /// - Complexity: O(pixels covered).
  public mutating func draw(_ line: DecorationLine, at origin: Point) {
    let frame = line.frame.offset(x: origin.x, y: origin.y)
    switch line.decoration.pattern {
    case .solid: fill(DisplayShape(frame), with: line.color)
    case .double:
      fill(DisplayShape(frame), with: line.color)
      fill(DisplayShape(frame.offset(x: 0, y: 2 * frame.height)), with: line.color)
    case .dotted: drawStrokes(frame, line.color, length: 1, gap: 1, isRound: true)
    case .dashed: drawStrokes(frame, line.color, length: 3, gap: 2, isRound: false)
    case .wavy: drawWave(frame, line.color)
    }
  }

  /// Strokes along a line; lengths are in thicknesses of the line.
  private mutating func drawStrokes(
    _ frame: Rect, _ color: Color, length: Double, gap: Double, isRound: Bool
  ) {
    let thickness = max(frame.height, Self.leastThickness)
    var x = firstVisible(frame, period: (length + gap) * thickness)
    let end = lastVisible(frame)
    while x < end {
      let width = min(length * thickness, frame.maxX - x)
      let stroke = Rect(x: x, y: frame.minY, width: width, height: frame.height)
      fill(DisplayShape(stroke, cornerRadius: isRound ? thickness / 2 : 0), with: color)
      x += (length + gap) * thickness
    }
  }

  /// A sine of three thicknesses from crest to trough, in columns of one device pixel.
  private mutating func drawWave(_ frame: Rect, _ color: Color) {
    let thickness = max(frame.height, Self.leastThickness)
    let step = 1 / scale.factor
    var x = firstVisible(frame, period: step)
    let end = lastVisible(frame)
    while x < end {
      let phase = (x - frame.minX) / (thickness * 6)
      let y = frame.minY + thickness * (1 + Self.wave(phase))
      let column = Rect(
        x: x, y: y, width: min(step, frame.maxX - x), height: frame.height)
      fill(DisplayShape(column), with: color)
      x += step
    }
  }

  /// Where a line that repeats itself comes in sight; lines may be far longer than the picture.
  private func firstVisible(_ frame: Rect, period: Double) -> Double {
    let hidden = max(0, Double(clip.left) / scale.factor - frame.minX)
    return frame.minX + (hidden / period).rounded(.down) * period
  }

  private func lastVisible(_ frame: Rect) -> Double {
    min(frame.maxX, Double(clip.right) / scale.factor)
  }

  /// A wave from -1 to 1 of two parabolas a period, which no eye tells from a sine.
  private static func wave(_ phase: Double) -> Double {
    let half = 2 * (phase - phase.rounded(.down))
    let place = half < 1 ? half : half - 1
    let arch = 4 * place * (1 - place)
    return half < 1 ? arch : -arch
  }

  /// Thinner lines are drawn in strokes as long as those of this thickness, in layout points, so
  /// that a line of many strokes takes no longer than the pixels it covers.
  private static let leastThickness = 0.25
}
