import LinecasterGeometry
import LinecasterText

/// The edges at which lines of both directions stand, and where their ellipsis is.
struct AlignmentFigure: Figure {
  let name = "bidi-alignment"

  private static let texts = [
    "Words from the left", "מילים מימין לשמאל", "Both: שתי שפות בשורה",
  ]

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: Self.texts.count)
    let alignments: [(String, TextAlignment)] = [
      ("alignment: .start", .start), (".end", .end), (".left", .left), (".center", .center),
    ]
    for (title, alignment) in alignments {
      drawRow(title, ParagraphStyle(alignment: alignment), columns, columns.width, on: &sheet)
    }
    drawRow("maximumLines: 1", ParagraphStyle(maximumLines: 1), columns, 100, on: &sheet)
  }

  private func drawRow(
    _ title: String, _ style: ParagraphStyle, _ columns: Columns, _ width: Double,
    on sheet: inout Sheet
  ) {
    let y = sheet.caption(title, at: Point(x: Sheet.margin, y: sheet.nextRow))
    for (column, text) in Self.texts.enumerated() {
      let layout = sheet.layout(text, TextStyle(size: 14, color: Palette.ink), style, width: width)
      let frame = Rect(x: columns.left(column), y: y, width: width, height: layout.size.height)
      sheet.fill(frame, Palette.tint)
      sheet.draw(layout, at: frame.origin)
    }
  }
}
