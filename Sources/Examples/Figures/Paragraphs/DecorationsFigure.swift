import LinecasterGeometry
import LinecasterText

/// The five patterns of lines in their three places, and colours behind text.
struct DecorationsFigure: Figure {
  let name = "paragraphs-decorations"

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: TextDecoration.Pattern.allCases.count)
    let top = sheet.nextRow
    for (column, pattern) in TextDecoration.Pattern.allCases.enumerated() {
      var y = sheet.caption("\(pattern)", at: columns.origin(column, y: top))
      for position in TextDecoration.Position.allCases {
        let layout = sheet.typesetter.prepare(Paragraph(Self.text(position, pattern))).layout()
        sheet.draw(layout, at: columns.origin(column, y: y))
        y += layout.size.height + 8
      }
    }
    let layout = sheet.typesetter.prepare(Paragraph(Self.marked)).layout(width: Sheet.contentWidth)
    sheet.draw(layout, at: Point(x: Sheet.margin, y: sheet.nextRow))
  }

  private static func text(
    _ position: TextDecoration.Position, _ pattern: TextDecoration.Pattern
  ) -> AttributedText {
    AttributedText(style: TextStyle(size: 22, color: Palette.ink)) {
      Styled("Glyph") { style in
        style.decorations = [
          TextDecoration(position, pattern: pattern, color: Palette.accent, thickness: 1.5)
        ]
      }
      "s"
    }
  }

  private static let marked = AttributedText(style: TextStyle(size: 20, color: Palette.ink)) {
    "A colour "
    Styled("behind the text, अक्षर too") { $0.background = Color(rgb: 0xFFE066) }
    ", and "
    Styled("two lines at once") { style in
      style.decorations = [
        TextDecoration(.overline, color: Palette.mark(0)),
        TextDecoration(.underline, pattern: .wavy, color: Palette.accent),
      ]
    }
    "."
  }
}
