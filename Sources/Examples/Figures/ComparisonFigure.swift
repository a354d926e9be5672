import LinecasterBase
import LinecasterDisplay
import LinecasterText

/// Plain lines of text in several scripts, on a screen of one or two pixels per point, for
/// comparison with a browser.
struct ComparisonFigure: Figure {
  let scale: PixelScale
  let isDark: Bool

  static let all = [1.0, 2].flatMap { scale in
    [false, true].map { ComparisonFigure(scale: PixelScale(scale), isDark: $0) }
  }

  /// A line of text, in plain, underlined or bordered pieces.
  struct Row {
    enum Look { case plain, underlined, bordered }

    let family: String
    var language: String?
    var size = 13.0
    let pieces: [(words: String, look: Look)]
  }

  static let rows = [
    Row(
      family: "Noto Sans",
      pieces: [
        ("Letters for ", .plain), ("few pixels", .underlined), (" and ", .plain),
        ("many", .bordered),
      ]),
    // At this size, browsers place lines the same with and without hinting.
    Row(
      family: "Noto Sans Devanagari", size: 14,
      pieces: [("हिन्दी में लिखा हुआ ", .plain), ("एक वाक्य", .underlined)]),
    Row(family: "Noto Sans Arabic", language: "ar", pieces: [("نص عربي على شاشة صغيرة", .plain)]),
    Row(
      family: "Noto Sans CJK JP", language: "ja",
      pieces: [("日本語の文章を", .plain), ("画面", .bordered), ("で読む", .plain)]),
  ]

  static let lineHeight = 22.0
  static let margin = 8.0
  static let border = Insets(horizontal: 4, vertical: 0)

  var name: String {
    "canvas-lines-\(Int(saturating: scale.factor))-\(isDark ? "dark" : "light")"
  }

  var width: Double { 224 }
  var background: Color { isDark ? Color(rgb: 0x12141C) : .white }
  var ink: Color { isDark ? Color(rgb: 0xE9EBF4) : Color(rgb: 0x1A1C26) }
  var frame: Color { isDark ? Color(rgb: 0x8A8FFF) : Color(rgb: 0x4A4DE8) }

  func draw(on sheet: inout Sheet) {
    for (index, row) in Self.rows.enumerated() {
      let style = ParagraphStyle(
        alignment: .left, lineHeight: .points(Self.lineHeight), whiteSpace: .pre)
      let layout = sheet.typesetter.prepare(Paragraph(text(of: row), style: style)).layout()
      sheet.draw(
        layout, at: Point(x: Self.margin, y: Self.margin + Double(index) * Self.lineHeight))
    }
  }

  private func text(of row: Row) -> AttributedText {
    let style = TextStyle(
      families: [row.family, "Noto Sans"], size: row.size, language: row.language, color: ink)
    var text = AttributedText("", style: style)
    for (words, look) in row.pieces {
      switch look {
      case .plain: text.append(words, style: style)
      case .underlined:
        var lined = style
        lined.decorations = [TextDecoration(.underline)]
        text.append(words, style: lined)
      case .bordered:
        var box = InlineBox(style: style, padding: Self.border, border: Insets(all: 1))
        box.decoration.borderColor = ThemeColor(frame)
        text.append(AttributedText(words, style: style), in: box)
      }
    }
    return text
  }
}
