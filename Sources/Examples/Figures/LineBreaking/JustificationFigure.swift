import LinecasterGeometry
import LinecasterText

/// Lines at the start edge and lines of one length, between words and between characters.
struct JustificationFigure: Figure {
  let name = "lines-justified"

  private static let english =
    "A line that is justified shares the room that is left be\u{AD}tween its spaces. The last one "
    + "stands at the start."
  private static let japanese = "日本語の行は、文字と文字の間を少しずつ広げて、両端を揃えることができます。"

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: 3)
    let samples = [
      ("alignment: .start", Self.english, TextAlignment.start),
      (".justify", Self.english, .justify), (".justify", Self.japanese, .justify),
    ]
    let top = sheet.nextRow
    for (index, (title, text, alignment)) in samples.enumerated() {
      let y = sheet.caption(title, at: columns.origin(index, y: top))
      let layout = sheet.layout(
        text,
        TextStyle(size: 16, language: text == Self.japanese ? "ja" : "en", color: Palette.ink),
        ParagraphStyle(alignment: alignment), width: columns.width)
      let column = Rect(
        x: columns.left(index), y: y, width: columns.width, height: layout.size.height)
      sheet.fill(column, Palette.tint)
      sheet.draw(layout, at: column.origin)
    }
    drawTabs(on: &sheet)
  }

  private func drawTabs(on sheet: inout Sheet) {
    let y = sheet.caption(
      "tabSize: 12", at: Point(x: Sheet.margin, y: sheet.nextRow))
    let layout = sheet.layout(
      "width\tlines\theight\n320\t4\t88\n1024\t1\t22", TextStyle(size: 16, color: Palette.ink),
      ParagraphStyle(tabSize: 12), width: Sheet.contentWidth)
    sheet.draw(layout, at: Point(x: Sheet.margin, y: y))
  }
}
