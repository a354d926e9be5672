import LinecasterBase
import LinecasterText

extension Gallery {
  /// The images of the chapter on paragraphs.
  static let paragraphs: [any Figure] = [LineBoxFigure(), DecorationsFigure()]
}

/// The boxes and baselines of lines, and the edges of graphemes.
private struct LineBoxFigure: Figure {
  let name = "paragraphs-lines"

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: 3)
    let heights: [(String, LineHeight)] = [
      ("lineHeight: .normal", .normal), (".multiple(1)", .multiple(1)),
      (".points(36)", .points(36)),
    ]
    let top = sheet.nextRow
    for (index, (title, lineHeight)) in heights.enumerated() {
      let y = sheet.caption(title, at: columns.origin(index, y: top))
      let layout = sheet.typesetter.prepare(
        Paragraph(Self.text, style: ParagraphStyle(lineHeight: lineHeight))
      ).layout(width: columns.width)
      let origin = columns.origin(index, y: y)
      drawLines(of: layout, at: origin, on: &sheet)
      sheet.draw(layout, at: origin)
    }
    drawGraphemes(on: &sheet)
  }

  /// Lines of text in two sizes, one part raised.
  private static var text: AttributedText {
    AttributedText(style: TextStyle(size: 17, color: Palette.ink)) {
      "Lines are as high as "
      Styled("what") { $0.size = 28 }
      " stands on them: E = mc"
      Styled("2") { style in
        style.size = 11
        style.baselineShift = 7
      }
    }
  }

  private func drawLines(of layout: TextLayout, at origin: Point, on sheet: inout Sheet) {
    for (index, line) in layout.lines.enumerated() {
      let frame = line.frame.offset(x: origin.x, y: origin.y)
      sheet.fill(frame, index.isMultiple(of: 2) ? Palette.tint : Self.otherTint)
      let baseline = Rect(
        x: frame.minX, y: origin.y + line.baseline, width: frame.width, height: 0.5)
      sheet.fill(baseline, Palette.accent)
    }
  }

  private static let otherTint = Color(rgb: 0xFDF0DC)

  /// A line of which every grapheme has a box of its own.
  private func drawGraphemes(on sheet: inout Sheet) {
    let y = sheet.caption(
      "TextLayout.graphemes", at: Point(x: Sheet.margin, y: sheet.nextRow))
    let layout = sheet.layout("Office क्षत्रिय 👩‍👩‍👧 שלום é", TextStyle(size: 32, color: Palette.ink))
    for place in layout.graphemes where place.width > 0 {
      let line = layout.lines[place.line].frame
      sheet.outline(
        Rect(x: Sheet.margin + place.x, y: y + line.minY, width: place.width, height: line.height),
        Palette.mark(0))
    }
    sheet.draw(layout, at: Point(x: Sheet.margin, y: y))
  }
}

/// The five patterns of lines in their three places, and colours behind text.
private struct DecorationsFigure: Figure {
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
