import LinecasterBase
import LinecasterText

extension Gallery {
  /// The images of the chapter on line breaking.
  static let lineBreaking: [any Figure] = [
    BreakingFigure(), JustificationFigure(), ChosenLinesFigure(),
  ]
}

/// The same texts in narrow columns under several settings.
private struct BreakingFigure: Figure {
  let name = "lines-settings"

  func draw(on sheet: inout Sheet) {
    draw(Self.english, Self.englishSettings, width: 130, on: &sheet)
    draw(Self.japanese, Self.japaneseSettings, width: 76, on: &sheet)
    draw(Self.english, Self.overflowSettings, width: 130, on: &sheet)
  }

  private static let english =
    "See https://example.org/lines – it is un\u{AD}be\u{AD}liev\u{AD}able!"
  private static let japanese = "朝のコーヒーと、「ケーキ」"

  /// A change to the default style of paragraphs.
  private struct Setting {
    let title: String
    var style = ParagraphStyle()

    init(_ title: String, _ change: (inout ParagraphStyle) -> Void = { _ in }) {
      self.title = title
      change(&style)
    }
  }

  private static let englishSettings = [
    Setting("by default"),
    Setting("lineBreakRules: .unicode") { $0.lineBreakRules = .unicode },
    Setting("wordBreak: .breakAll") { $0.wordBreak = .breakAll },
  ]

  private static let japaneseSettings = [
    Setting("by default"),
    Setting("lineBreakStrictness: .strict") { $0.lineBreakStrictness = .strict },
    Setting("wordBreak: .keepAll") { $0.wordBreak = .keepAll },
  ]

  private static let overflowSettings = [
    Setting("maximumLines: 3") { $0.maximumLines = 3 },
    Setting("whiteSpace: .nowrap, truncated") { style in
      style.whiteSpace = .nowrap
      style.truncatesOverflow = true
    },
    Setting("overflowWrap: .normal") { $0.overflowWrap = .normal },
  ]

  private func draw(
    _ text: String, _ settings: [Setting], width: Double, on sheet: inout Sheet
  ) {
    let columns = Columns(count: settings.count)
    let top = sheet.nextRow
    for (column, setting) in settings.enumerated() {
      let y = sheet.caption(setting.title, at: columns.origin(column, y: top))
      let style = TextStyle(size: 15, language: "ja", color: Palette.ink)
      let layout = sheet.layout(text, style, setting.style, width: width)
      let frame = Rect(x: columns.left(column), y: y, width: width, height: layout.size.height)
      sheet.fill(frame, Palette.tint)
      sheet.draw(layout, at: frame.origin)
    }
  }
}

/// Lines at the start edge and lines of one length, between words and between characters.
private struct JustificationFigure: Figure {
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

/// Greedy line breaking beside optimized line breaking, tab stops with leaders, and an initial
/// letter of two lines.
private struct ChosenLinesFigure: Figure {
  let name = "lines-chosen"

  private static let heading = "What the weaver of numbers wrote about the engine"
  private static let prose =
    "A sheet of paper has two sides, and what is writ\u{AD}ten upon the one is seldom what is "
    + "remem\u{AD}bered of the other; so it is with letters sent across an ocean."

  func draw(on sheet: inout Sheet) {
    drawPair(
      Self.heading, size: 21, [".greedy", ".balance"],
      [ParagraphStyle(), ParagraphStyle(wrapStyle: .balance)], on: &sheet)
    drawPair(
      Self.prose, size: 16, [".greedy, justified", ".pretty, justified"],
      [
        ParagraphStyle(alignment: .justify),
        ParagraphStyle(alignment: .justify, wrapStyle: .pretty),
      ], on: &sheet)
    var initial = ParagraphStyle()
    initial.initialLetter = InitialLetter(size: 2)
    var table = Paragraph(
      "tea\t12.5\tpage 7\ncoffee\t9.75\tpage 12",
      style: TextStyle(size: 16, color: Palette.ink))
    table.tabStops = [
      TabStop(120, .decimal(separator: ".")), TabStop(Columns(count: 2).width, .end, leader: "."),
    ]
    let opening = Paragraph(
      "A sheet of paper has two sides to write upon.",
      style: TextStyle(size: 16, color: Palette.ink), paragraphStyle: initial)
    drawPair([table, opening], ["tabStops", "initialLetter"], on: &sheet)
  }

  private func drawPair(
    _ text: String, size: Double, _ titles: [String], _ styles: [ParagraphStyle],
    on sheet: inout Sheet
  ) {
    let style = TextStyle(size: size, language: "en", color: Palette.ink)
    drawPair(
      styles.map { Paragraph(text, style: style, paragraphStyle: $0) }, titles, on: &sheet)
  }

  private func drawPair(_ paragraphs: [Paragraph], _ titles: [String], on sheet: inout Sheet) {
    let columns = Columns(count: 2)
    let top = sheet.nextRow
    for (column, (paragraph, title)) in zip(paragraphs, titles).enumerated() {
      let y = sheet.caption(title, at: columns.origin(column, y: top))
      let layout = sheet.typesetter.prepare(paragraph).layout(width: columns.width)
      let frame = Rect(
        x: columns.left(column), y: y, width: columns.width, height: layout.size.height)
      sheet.fill(frame, Palette.tint)
      sheet.draw(layout, at: frame.origin)
    }
  }
}
