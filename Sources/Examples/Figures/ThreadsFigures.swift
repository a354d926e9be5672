import Dispatch
import LinecasterBase
import LinecasterText
import Synchronization

extension Gallery {
  /// The images of the chapter on threads.
  static let threads: [any Figure] = [SharingFigure(), WorkersFigure()]
}

/// The objects that all threads share, and those that one thread uses at a time.
private struct SharingFigure: Figure {
  let name = "threads-sharing"

  private struct Band {
    let title: String
    let color: Color
    let boxes: [String]
  }

  private static let worker = "ICU iterators, HarfBuzz buffer, faces of each style, known words"

  private static let bands = [
    Band(
      title: "Values, never changed: any thread", color: Palette.mark(0),
      boxes: ["fonts", "prepared paragraphs", "layouts", "bitmaps"]),
    Band(
      title: "Caches: any thread, a lock for each shard", color: Palette.mark(2),
      boxes: ["known paragraphs", "known glyphs", "sizes of cells"]),
    Band(
      title: "Workers: one thread at a time, for one call", color: Palette.mark(1),
      boxes: [worker, worker, worker]),
  ]

  func draw(on sheet: inout Sheet) {
    for band in Self.bands { draw(band, on: &sheet) }
  }

  private func draw(_ band: Band, on sheet: inout Sheet) {
    let columns = Columns(count: band.boxes.count)
    let inset = 10.0
    let layouts = band.boxes.map { text in
      sheet.layout(
        text, TextStyle(size: 13, color: Palette.ink), ParagraphStyle(alignment: .center),
        width: columns.width - 2 * inset)
    }
    let height = layouts.reduce(0) { max($0, $1.size.height) } + 2 * inset
    let y = sheet.caption(
      band.title, at: Point(x: Sheet.margin, y: sheet.nextRow), color: band.color)
    for (column, layout) in layouts.enumerated() {
      let frame = Rect(x: columns.left(column), y: y, width: columns.width, height: height)
      sheet.fill(frame, band.color.opacity(0.12), cornerRadius: 6)
      sheet.draw(layout, at: frame.origin.offset(x: inset, y: inset))
    }
  }
}

/// A paragraph that is prepared once, and laid out at several widths concurrently.
private struct WorkersFigure: Figure {
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
        "layout(width: \(Int(saturating: width)))", at: Point(x: x, y: top))
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
