import Dispatch
import LinecasterGeometry
import LinecasterText
import Synchronization

/// A paragraph that is prepared once and laid out at several widths by threads at once.
struct WorkersFigure: Figure {
  let name = "threads-widths"

  private static let widths = [120.0, 170, 230]
  private static let text =
    "Prepared once, this text is laid out at three widths by threads at once. 文字も、والحروف، एक साथ।"

  func draw(on sheet: inout Sheet) {
    let prepared = sheet.typesetter.prepare(
      Paragraph(Self.text, style: TextStyle(size: 15, color: Palette.ink)))
    let layouts = Self.layouts(of: prepared)
    let statistics = sheet.typesetter.statistics
    let top = sheet.nextRow
    var x = Sheet.margin
    for (width, layout) in zip(Self.widths, layouts) {
      let y = sheet.caption(
        "layout(width: \(Int(width)))", at: Point(x: x, y: top))
      let frame = Rect(x: x, y: y, width: width, height: layout.size.height)
      sheet.fill(frame, Palette.tint)
      sheet.draw(layout, at: frame.origin)
      x += width + Columns.gap
    }
    sheet.caption(
      "paragraphs prepared: \(statistics.paragraphs)   glyphs shaped: \(statistics.glyphs)   "
        + "glyphs shaped again for breaks: \(statistics.reshapedGlyphs)",
      at: Point(x: Sheet.margin, y: sheet.nextRow))
  }

  private static func layouts(of prepared: PreparedParagraph) -> [TextLayout] {
    let layouts = Mutex([TextLayout?](repeating: nil, count: widths.count))
    DispatchQueue.concurrentPerform(iterations: widths.count) { index in
      let layout = prepared.layout(width: widths[index])
      layouts.withLock { $0[index] = layout }
    }
    return layouts.withLock { $0.compactMap(\.self) }
  }
}
