import LinecasterDisplay
import LinecasterFonts
import LinecasterGeometry
import LinecasterText

extension TextScene {
  /// Lines, backgrounds and shadows of text.
  static let decorated =
    TextDecoration.Position.allCases.map { position in
      TextScene(name: "lines-\(position)") { typesetter in
        lines(
          typesetter,
          TextDecoration.Pattern.allCases.map { pattern in
            var style = TextStyle(size: 13, color: CanvasScene.blue)
            style.decorations = [TextDecoration(position, pattern: pattern, color: CanvasScene.red)]
            return ("gypsy \(pattern) jüngst", style)
          })
      }
    } + [
      TextScene(name: "backgrounds") { typesetter in
        var style = TextStyle(size: 18, color: .white)
        style.background = CanvasScene.green
        let text = Paragraph("Lines on a colour, and שלום between", style: style)
        let layout = typesetter.prepare(text).layout(width: 180)
        return [.text(layout, origin: Point(x: 10, y: 20))]
      },
      TextScene(name: "text-shadows") { typesetter in
        let style = TextStyle(size: 30, weight: .bold, color: CanvasScene.yellow)
        let layout = typesetter.prepare(Paragraph("Shadow", style: style)).layout()
        let origins = [Point(x: 10, y: 4), Point(x: 40, y: 54)]
        let shadows = [
          Shadow(.black, offset: Point(x: 2, y: 2)),
          Shadow(CanvasScene.blue, offset: Point(x: 0, y: 3), blur: 8),
        ]
        return zip(origins, shadows).flatMap { origin, shadow in
          [
            DisplayCommand.textShadow(layout, origin: origin, shadow),
            .text(layout, origin: origin),
          ]
        }
      },
    ]
}
