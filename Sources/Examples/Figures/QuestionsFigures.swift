import LinecasterBase
import LinecasterText

extension Gallery {
  /// The images of the chapter on text queries.
  static let questions: [any Figure] = [CaretsFigure()]
}

/// The carets of an offset, a selection, and the carets nearest to points.
private struct CaretsFigure: Figure {
  let name = "questions-carets"

  private static let style = TextStyle(size: 22, color: Palette.ink)
  private static let string = "Reading שלום עולם and back again to the left side"

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: 3)
    let layout = sheet.typesetter.prepare(
      Paragraph(Self.string, style: Self.style, paragraphStyle: ParagraphStyle())
    ).layout(width: columns.width)
    let top = sheet.nextRow
    var y = sheet.caption("carets(at: 8)", at: columns.origin(0, y: top))
    drawCarets(layout.carets(at: 8), of: layout, at: columns.origin(0, y: y), on: &sheet)
    y = sheet.caption("selection(from: 4, to: 10)", at: columns.origin(1, y: top))
    let origin = columns.origin(1, y: y)
    for rectangle in layout.rectangles(for: 4..<10) {
      sheet.fill(rectangle.offset(x: origin.x, y: origin.y), Palette.tint)
    }
    sheet.draw(layout, at: origin)
    y = sheet.caption("caret(nearest: point)", at: columns.origin(2, y: top))
    drawHits(of: layout, at: columns.origin(2, y: y), on: &sheet)
  }

  private func drawCarets(
    _ carets: [Caret], of layout: TextLayout, at origin: Point, on sheet: inout Sheet
  ) {
    sheet.draw(layout, at: origin)
    for caret in carets { drawCaret(caret, at: origin, on: &sheet) }
  }

  private func drawCaret(_ caret: Caret, at origin: Point, on sheet: inout Sheet) {
    sheet.fill(
      Rect(
        x: origin.x + caret.x - 0.75, y: origin.y + caret.top, width: 1.5,
        height: caret.bottom - caret.top), Palette.accent)
  }

  /// Points in a grid, each joined to its nearest caret.
  private func drawHits(of layout: TextLayout, at origin: Point, on sheet: inout Sheet) {
    sheet.draw(layout, at: origin)
    for line in layout.lines {
      for step in 0..<6 {
        let point = Point(
          x: line.frame.minX + 4 + Double(step) * 31, y: line.frame.minY + line.frame.height / 2)
        let caret = layout.caret(nearest: point)
        drawCaret(caret, at: origin, on: &sheet)
        let way = Rect(
          x: origin.x + min(point.x, caret.x), y: origin.y + point.y,
          width: abs(point.x - caret.x), height: 1)
        sheet.fill(way, Palette.mark(0))
        sheet.fill(
          Rect(x: origin.x + point.x - 2, y: origin.y + point.y - 1.5, width: 4, height: 4),
          Palette.mark(0))
      }
    }
  }
}
