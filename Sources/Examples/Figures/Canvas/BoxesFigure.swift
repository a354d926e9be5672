import LinecasterDisplay
import LinecasterGeometry

/// Corners, borders and gradients.
struct BoxesFigure: Figure {
  let name = "canvas-boxes"

  private let columns = Columns(count: 4)

  func draw(on sheet: inout Sheet) {
    draw(Self.corners, on: &sheet) { sheet, shape, corners in
      let shape = DisplayShape(shape.rect, corners: corners)
      sheet.add(.fill(shape, .color(Palette.tint)))
      sheet.add(.border(shape, Border(all: BorderEdge(width: 2, color: Palette.mark(0)))))
    }
    draw(Self.borders, on: &sheet) { sheet, shape, border in
      sheet.add(.border(shape, border))
    }
    draw(Self.paints, on: &sheet) { sheet, shape, paint in sheet.add(.fill(shape, paint)) }
  }

  /// Draws a row of boxes with their captions.
  private func draw<Value>(
    _ row: [(String, Value)], on sheet: inout Sheet,
    _ draw: (inout Sheet, DisplayShape, Value) -> Void
  ) {
    let top = sheet.nextRow
    for (column, (caption, value)) in row.enumerated() {
      let y = sheet.caption(caption, at: columns.origin(column, y: top))
      let rect = Rect(x: columns.left(column), y: y, width: columns.width, height: 64)
      draw(&sheet, DisplayShape(rect, cornerRadius: 12), value)
    }
  }

  private static let corners: [(String, CornerRadii)] = [
    ("all alike", CornerRadii(all: 12)),
    ("two of four", CornerRadii(topLeft: 24, bottomRight: 24)),
    ("half the height", CornerRadii(all: 32)),
    ("too large: reduced", CornerRadii(topLeft: 300, topRight: 100, bottomRight: 50)),
  ]

  private static let borders: [(String, Border)] = [
    ("dashed", Border(all: BorderEdge(width: 3, color: Palette.mark(1), pattern: .dashed))),
    ("dotted", Border(all: BorderEdge(width: 4, color: Palette.mark(2), pattern: .dotted))),
    (
      "widths of their own",
      Border(
        top: BorderEdge(width: 2, color: Palette.mark(3)),
        right: BorderEdge(width: 14, color: Palette.mark(3)),
        bottom: BorderEdge(width: 6, color: Palette.mark(3)),
        left: BorderEdge(width: 6, color: Palette.mark(3)))
    ),
    (
      "colours and patterns",
      Border(
        top: BorderEdge(width: 6, color: Palette.mark(0)),
        right: BorderEdge(width: 6, color: Palette.mark(1), pattern: .dashed),
        bottom: BorderEdge(width: 6, color: Palette.mark(2)),
        left: BorderEdge(width: 6, color: Palette.mark(4), pattern: .dotted))
    ),
  ]

  private static let blue = Color(rgb: 0x4361EE)
  private static let paints: [(String, DisplayPaint)] = [
    ("to the right", .linear(LinearGradient(angle: 90, stops: .even(blue, Palette.accent)))),
    (
      "from corner to corner",
      .linear(
        LinearGradient(
          angle: 135,
          stops: [
            GradientStop(Palette.mark(5), at: 0), GradientStop(Palette.mark(5), at: 0.4),
            GradientStop(Color(rgb: 0xFFE066), at: 0.4), GradientStop(Palette.mark(1), at: 1),
          ]))
    ),
    (
      "to nothing", .linear(LinearGradient(angle: 90, stops: .even(Palette.mark(2), .clear)))
    ),
    (
      "outwards",
      .radial(
        RadialGradient(
          center: Point(x: 0.3, y: 0.3), extent: .farthestSide,
          stops: .even(.white, blue, Color(rgb: 0x101F5C))))
    ),
  ]
}
