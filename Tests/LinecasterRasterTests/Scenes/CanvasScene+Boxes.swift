import LinecasterDisplay
import LinecasterGeometry

extension CanvasScene {
  /// Corners and borders.
  static let boxes = [
    CanvasScene(
      name: "corners",
      commands: [
        .fill(box(0, corners: CornerRadii(all: 12)), .color(blue)),
        .fill(
          box(1, corners: CornerRadii(topLeft: 30, topRight: 6, bottomRight: 46)), .color(red)),
        .fill(
          box(2, corners: CornerRadii(topLeft: 400, topRight: 100, bottomRight: 200)),
          .color(green)),
        .fill(
          DisplayShape(Rect(x: 30, y: 40, width: 180, height: 40), cornerRadius: 20),
          .color(yellow.opacity(0.5))),
      ]),
    CanvasScene(name: "borders-solid", commands: solid),
    CanvasScene(name: "borders-joined", commands: joined),
    CanvasScene(name: "borders-dashed", commands: patterned(.dashed)),
    CanvasScene(name: "borders-dotted", commands: patterned(.dotted)),
  ]

  /// Lines of one colour.
  private static let solid: [DisplayCommand] = [
    .border(box(0, corners: CornerRadii(all: 16)), Border(all: BorderEdge(width: 2, color: blue))),
    .border(
      box(1, corners: CornerRadii(topLeft: 30, topRight: 10, bottomRight: 24, bottomLeft: 4)),
      Border(
        top: BorderEdge(width: 4, color: red), right: BorderEdge(width: 16, color: red),
        bottom: BorderEdge(width: 8, color: red), left: BorderEdge(width: 2, color: red))),
    .border(
      box(2, corners: CornerRadii(all: 32)),
      Border(all: BorderEdge(width: 12, color: green.opacity(0.6)))),
  ]

  /// Lines of several colours.
  private static let joined: [DisplayCommand] = (0..<3).map { column in
    let width = [8.0, 12, 6][column]
    let wide = [8.0, 4, 20][column]
    return .border(
      box(column, corners: [.square, CornerRadii(all: 20), CornerRadii(topLeft: 40)][column]),
      Border(
        top: BorderEdge(width: width, color: blue), right: BorderEdge(width: wide, color: red),
        bottom: BorderEdge(width: width, color: green),
        left: BorderEdge(width: wide, color: yellow)))
  }

  private static func patterned(_ pattern: BorderPattern) -> [DisplayCommand] {
    let corners = [.square, CornerRadii(all: 20), CornerRadii(topLeft: 30, bottomRight: 30)]
    return (0..<3).map { column in
      let width = [4.0, 6, 2][column]
      let color = [blue, red, green][column]
      return .border(
        box(column, corners: corners[column]),
        Border(all: BorderEdge(width: width, color: color, pattern: pattern)))
    }
  }
}
