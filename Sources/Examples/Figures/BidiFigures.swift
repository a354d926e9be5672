import LinecasterBase
import LinecasterText

extension Gallery {
  /// The images of the chapter on bidirectional text.
  static let bidi: [any Figure] = [VisualOrderFigure(), AlignmentFigure()]
}

/// The runs of a text in logical order, and in visual order on lines of both directions.
private struct VisualOrderFigure: Figure {
  let name = "bidi-order"

  private static let text = "The book אלף בית 2.0 של Linecaster has 34 pages"
  private static let style = TextStyle(size: 20, color: Palette.ink)

  func draw(on sheet: inout Sheet) {
    drawInTextOrder(on: &sheet)
    drawLine("On a line, baseDirection: .leftToRight", .leftToRight, on: &sheet)
    drawLine("On a line, baseDirection: .rightToLeft", .rightToLeft, on: &sheet)
  }

  private func drawInTextOrder(on sheet: inout Sheet) {
    let y = sheet.caption(
      "Runs in the order of the text", at: Point(x: Sheet.margin, y: sheet.nextRow))
    let runs = Self.runs(of: Self.layout(.leftToRight, sheet))
    var x = Sheet.margin
    for (number, run) in runs.enumerated() {
      let text = String(decoding: Array(Self.text.utf16)[run.utf16Range], as: UTF16.self)
      let layout = sheet.layout(
        text, Self.style,
        ParagraphStyle(baseDirection: run.isRightToLeft ? .rightToLeft : .leftToRight))
      let frame = Rect(x: x, y: y, width: run.frame.width, height: layout.size.height)
      box(frame, number, isRightToLeft: run.isRightToLeft, on: &sheet)
      sheet.draw(layout, at: frame.origin)
      x += frame.width + 10
    }
  }

  private func drawLine(_ title: String, _ direction: BaseDirection, on sheet: inout Sheet) {
    let y = sheet.caption(title, at: Point(x: Sheet.margin, y: sheet.nextRow))
    let layout = Self.layout(direction, sheet)
    for (number, run) in Self.runs(of: layout).enumerated() {
      box(
        run.frame.offset(x: Sheet.margin, y: y), number, isRightToLeft: run.isRightToLeft,
        on: &sheet)
    }
    sheet.draw(layout, at: Point(x: Sheet.margin, y: y))
  }

  /// A box around a run with its number and direction below.
  private func box(
    _ frame: Rect, _ number: Int, isRightToLeft: Bool, on sheet: inout Sheet
  ) {
    let color = Palette.mark(number)
    sheet.fill(frame, color.opacity(0.12))
    sheet.outline(frame, color)
    let title = isRightToLeft ? "← \(number + 1)" : "\(number + 1) →"
    sheet.caption(title, at: Point(x: frame.minX + 3, y: frame.maxY + 1), color: color)
  }

  private static func layout(_ direction: BaseDirection, _ sheet: Sheet) -> TextLayout {
    sheet.layout(
      text, style, ParagraphStyle(baseDirection: direction), width: Sheet.contentWidth)
  }

  /// A run of text in one direction, as UTF-16 offsets, and its place.
  private struct Run {
    var utf16Range: Range<Int>
    var frame: Rect
    let isRightToLeft: Bool

    /// Whether the next run in the text continues at the end of this one on the line.
    func continues(in next: Run) -> Bool {
      guard isRightToLeft == next.isRightToLeft else { return false }
      let gap = isRightToLeft ? frame.minX - next.frame.maxX : next.frame.minX - frame.maxX
      return abs(gap) < 0.01
    }
  }

  /// The runs of the first line in logical order; runs of several faces are merged.
  private static func runs(of layout: TextLayout) -> [Run] {
    let pieces = glyphRuns(of: layout).sorted {
      $0.utf16Range.lowerBound < $1.utf16Range.lowerBound
    }
    return pieces.reduce(into: []) { runs, piece in
      guard let last = runs.last, last.continues(in: piece) else { return runs.append(piece) }
      runs[runs.count - 1].frame = last.frame.union(piece.frame)
      runs[runs.count - 1].utf16Range = last.utf16Range.lowerBound..<piece.utf16Range.upperBound
    }
  }

  /// The glyph runs of the first line, with their text.
  private static func glyphRuns(of layout: TextLayout) -> [Run] {
    let line = layout.lines[0].frame
    return layout.glyphRuns(ofLine: 0).compactMap { run in
      let edges = run.origin.x..<(run.origin.x + run.width)
      let shown = layout.graphemes.filter { edges.contains($0.x + $0.width / 2) }.map(\.utf16Range)
      guard let start = shown.map(\.lowerBound).min(), let end = shown.map(\.upperBound).max()
      else { return nil }
      return Run(
        utf16Range: start..<end,
        frame: Rect(x: run.origin.x, y: line.minY, width: run.width, height: line.height),
        isRightToLeft: run.isRightToLeft)
    }
  }
}

/// The alignment and the ellipsis of lines in both directions.
private struct AlignmentFigure: Figure {
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
