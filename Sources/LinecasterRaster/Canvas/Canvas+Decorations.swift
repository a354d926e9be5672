import LinecasterDisplay
public import LinecasterGeometry
public import LinecasterText

extension Canvas {
  /// Draws a line under, through or over text, with the layout's top-left corner at a point.
  ///
  /// Dashes and dots are spread so that the line starts and ends with one; where letters cross it
  /// they are cut off.
  ///
  /// - Complexity: O(pixels covered + gaps).
  public mutating func draw(_ line: DecorationLine, at origin: Point) {
    draw(line, at: origin, in: line.color)
  }

  /// Draws a line in a colour that is not its own.
  mutating func draw(_ line: DecorationLine, at origin: Point, in color: Color) {
    let drawing = DecorationDrawing(line, at: origin, scale: scale, clip: clip)
    guard let drawing, color.alpha > 0 else { return }
    switch line.decoration.pattern {
    case .solid, .double, .dashed:
      for stroke in drawing.strokes { fill(stroke, with: color) }
    case .dotted:
      for dot in drawing.dots {
        if dot.isWhole {
          fill(dot.box, with: color)
        } else {
          paint(color, in: dot.box.touched(in: clip), polygons: { $0.add(dot.polygon) })
        }
      }
    case .wavy:
      for wave in drawing.waves {
        paint(color, in: drawing.pixels(of: wave), polygons: { $0.add(wave) })
      }
    }
  }
}
