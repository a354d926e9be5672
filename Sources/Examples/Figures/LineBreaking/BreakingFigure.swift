import LinecasterGeometry
import LinecasterText

/// The same texts in narrow columns under several settings.
struct BreakingFigure: Figure {
  let name = "lines-settings"

  func draw(on sheet: inout Sheet) {
    draw(Self.english, Self.englishSettings, width: 130, on: &sheet)
    draw(Self.japanese, Self.japaneseSettings, width: 76, on: &sheet)
    draw(Self.english, Self.overflowSettings, width: 130, on: &sheet)
  }

  private static let english =
    "See https://example.org/lines – it is un\u{AD}be\u{AD}liev\u{AD}able!"
  private static let japanese = "朝のコーヒーと、「ケーキ」"

  /// A change of the style that paragraphs have by default.
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
