import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

extension Gallery {
  /// The images of the chapter on rich text.
  static let richText: [any Figure] = [BoxesFigure(), ColumnsFigure()] + RichParagraphsFigure.all
}

/// Boxes over several lines, sliced and cloned, attachments, a selection and a caret.
private struct BoxesFigure: Figure {
  let name = "rich-boxes"

  private static let style = TextStyle(size: 17, color: Palette.ink)

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: 2)
    let top = sheet.nextRow
    for (column, decorationBreak) in BoxDecorationBreak.allCases.enumerated() {
      let y = sheet.caption(
        "decorationBreak: .\(decorationBreak)", at: columns.origin(column, y: top))
      let layout = sheet.typesetter.prepare(Paragraph(Self.text(decorationBreak)))
        .layout(width: columns.width)
      let origin = columns.origin(column, y: y)
      if column == 1 {
        for command in layout.selectionCommands(for: 64..<98, color: Palette.tint, at: origin) {
          sheet.add(command)
        }
      }
      sheet.draw(layout, at: origin)
      if column == 1 {
        sheet.add(
          layout.command(
            of: layout.caret(at: 98), color: Palette.accent, width: 1.5, at: origin))
      }
    }
  }

  private static func text(_ decorationBreak: BoxDecorationBreak) -> AttributedText {
    var code = InlineBox(
      style: TextStyle(families: ["Noto Sans Mono"], size: 15, color: Palette.ink),
      padding: Insets(horizontal: 4, vertical: 1), border: Insets(all: 1),
      decorationBreak: decorationBreak)
    code.decoration = InlineDecoration(
      background: ThemeColor(Color(rgb: 0xF1F3F5)), corners: CornerRadii(all: 5),
      borderColor: ThemeColor(Palette.rule))
    var name = InlineBox(
      style: TextStyle(size: 17, weight: .bold, color: .white),
      padding: Insets(horizontal: 8, vertical: 1), decorationBreak: decorationBreak)
    name.decoration = InlineDecoration(
      background: ThemeColor(Color(rgb: 0x2F55D4)), corners: CornerRadii(all: 11),
      shadows: [Shadow(Color.black.opacity(0.35), offset: Point(x: 0, y: 1), blur: 3)])
    var text = AttributedText("Ask ", style: style)
    text.append(Attachment(Face(), size: Size(width: 16, height: 16), baseline: 13), style: style)
    text.append(" ", style: style)
    text.append(AttributedText("Ada Lovelace of the engines", style: name.style), in: name)
    text.append(" to run ", style: style)
    text.append(AttributedText("make figures && make pictures", style: code.style), in: code)
    text.append(" before it is dark, and to say what came of it.", style: style)
    return text
  }

  /// A face of three shapes.
  private struct Face: AttachmentContent {
    func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
      let eye = Size(width: frame.width / 8, height: frame.height / 5)
      let eyes = [0.3, 0.58].map { share in
        Rect(
          origin: frame.origin.offset(x: frame.width * share, y: frame.height * 0.3), size: eye)
      }
      return [
        .fill(
          DisplayShape(frame, cornerRadius: frame.height / 2), .color(Color(rgb: 0xF5A623)))
      ] + eyes.map { .fill(DisplayShape($0, cornerRadius: eye.width / 2), .color(Palette.ink)) }
    }
  }
}

/// Text in each vertical writing mode (CSS `writing-mode`).
private struct ColumnsFigure: Figure {
  let name = "rich-vertical"

  func draw(on sheet: inout Sheet) {
    let columns = Columns(count: 4)
    let top = sheet.nextRow
    for (column, mode) in WritingMode.allCases.dropFirst().enumerated() {
      let y = sheet.caption(".\(mode)", at: columns.origin(column, y: top))
      let layout = sheet.typesetter.prepare(
        Paragraph(Self.text, style: ParagraphStyle(writingMode: mode))
      ).layout(width: 170)
      sheet.draw(layout, at: columns.origin(column, y: y))
    }
  }

  private static var text: AttributedText {
    let style = TextStyle(
      families: ["Noto Sans CJK JP", "Noto Sans"], size: 19, language: "ja", color: Palette.ink)
    var line = style
    line.decorations = [TextDecoration(.underline, color: Palette.accent)]
    var box = InlineBox(style: style, padding: Insets(horizontal: 1, vertical: 4))
    box.decoration = InlineDecoration(
      background: ThemeColor(Palette.tint), corners: CornerRadii(all: 5))
    var digits = InlineBox(style: style)
    digits.combinesUpright = true
    var text = AttributedText("縦書きの", style: style)
    text.append(AttributedText("Ada 様", style: style), in: box)
    text.append("は", style: style)
    text.append(AttributedText("12", style: style), in: digits)
    text.append("月の", style: style)
    text.append("東京を訪ね", style: line)
    text.append("ます", style: style)
    return text
  }
}
