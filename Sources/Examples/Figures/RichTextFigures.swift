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

/// Rich paragraphs in two columns, for comparison with browsers.
struct RichParagraphsFigure: Figure {
  let name: String
  let paragraphs: [Paragraph]

  private static let columns = Columns(count: 2)
  private static let gap = 14.0

  /// A paragraph with its width, and the position of its corner on the page.
  struct Placed {
    let paragraph: Paragraph
    let length: Double
    let layout: TextLayout
    let origin: Point
  }

  /// The paragraphs in columns, row by row.
  func placed(_ typesetter: Typesetter) -> [Placed] {
    let columns = Self.columns
    var placed: [Placed] = []
    var y = Sheet.margin
    for start in stride(from: 0, to: paragraphs.count, by: columns.count) {
      let row = paragraphs[start..<min(start + columns.count, paragraphs.count)].enumerated().map {
        column, paragraph in
        let length = paragraph.style.writingMode == .horizontal ? columns.width : 120
        return Placed(
          paragraph: paragraph, length: length,
          layout: typesetter.prepare(paragraph).layout(width: length),
          origin: columns.origin(column, y: y))
      }
      placed += row
      y += (row.map(\.layout.axes.pageSize.height).max() ?? 0) + Self.gap
    }
    return placed
  }

  func draw(on sheet: inout Sheet) {
    for placed in placed(sheet.typesetter) { sheet.draw(placed.layout, at: placed.origin) }
  }
}

/// A disc in a text.
struct Disc: AttachmentContent {
  let color: Color

  func commands(in frame: Rect, theme: Theme) -> [DisplayCommand] {
    [.fill(DisplayShape(frame, cornerRadius: frame.height / 2), .color(color))]
  }
}

extension RichParagraphsFigure {
  private static let style = TextStyle(families: ["Noto Sans"], size: 15, color: Palette.ink)
  private static let blue = Color(rgb: 0x2F55D4)
  private static let paper = ThemeColor(Color(rgb: 0xF1F3F5))

  static let all = [
    RichParagraphsFigure(
      name: "rich-lines",
      paragraphs: [link, code(.slice), code(.clone), nested].map { Paragraph($0) }),
    RichParagraphsFigure(
      name: "rich-marks", paragraphs: [raised, discs, pills, large].map { Paragraph($0) }),
    RichParagraphsFigure(
      name: "rich-scripts",
      paragraphs: [
        Paragraph(names),
        Paragraph(hebrew, style: ParagraphStyle(baseDirection: .rightToLeft)),
        Paragraph(justified, style: ParagraphStyle(alignment: .justify)),
        Paragraph(vertical, style: ParagraphStyle(writingMode: .verticalRightToLeft)),
      ]),
  ]

  private static func text(_ parts: (inout AttributedText) -> Void) -> AttributedText {
    var text = AttributedText("", style: style)
    parts(&text)
    return text
  }

  private static func box(
    padding: Insets = .zero, border: Insets = .zero, _ decoration: InlineDecoration,
    _ change: (inout InlineBox) -> Void = { _ in }
  ) -> InlineBox {
    var box = InlineBox(style: style, padding: padding, border: border, decoration: decoration)
    change(&box)
    return box
  }

  private static let link = text { text in
    var look = style
    look.color = blue
    look.decorations = [TextDecoration(.underline)]
    text.append("Whoever reads ", style: style)
    text.append(
      AttributedText("the manual of the engines", style: look),
      in: InlineBox(style: look, link: "/manual"))
    text.append(" finds what its author thought of, and when.", style: style)
  }

  private static func code(_ decorationBreak: BoxDecorationBreak) -> AttributedText {
    text { text in
      var box = box(
        padding: Insets(horizontal: 5, vertical: 1), border: Insets(all: 1),
        InlineDecoration(
          background: paper, corners: CornerRadii(all: 5), borderColor: ThemeColor(Palette.rule)))
      box.style = TextStyle(families: ["Noto Sans Mono"], size: 13, color: Palette.ink)
      box.decorationBreak = decorationBreak
      text.append("In the folder say ", style: style)
      text.append(AttributedText("make figures SIZE=2 && make pictures", style: box.style), in: box)
      text.append(" and wait a while.", style: style)
    }
  }

  private static let nested = text { text in
    let inner = box(
      padding: Insets(horizontal: 4),
      InlineDecoration(background: ThemeColor(Color(rgb: 0xFFE3A3))))
    let outer = box(
      padding: Insets(horizontal: 8, vertical: 2), border: Insets(bottom: 2),
      InlineDecoration(
        background: ThemeColor(Palette.tint), borderColor: ThemeColor(blue)))
    var words = AttributedText("a box that has ", style: style)
    words.append(AttributedText("another one", style: style), in: inner)
    words.append(" inside of it", style: style)
    text.append("Boxes nest: here is ", style: style)
    text.append(words, in: outer)
    text.append(", over two lines.", style: style)
  }

  private static let raised = text { text in
    var small = style
    small.size = 11
    var above = InlineBox(style: small)
    above.verticalAlignment = .superscript
    var below = above
    below.verticalAlignment = .sub
    text.append("E = mc", style: style)
    text.append(AttributedText("2", style: small), in: above)
    text.append(" and H", style: style)
    text.append(AttributedText("2", style: small), in: below)
    text.append("O, of the 19", style: style)
    text.append(AttributedText("th", style: small), in: above)
    text.append(" and of the 20", style: style)
    text.append(AttributedText("th", style: small), in: above)
    text.append(" century.", style: style)
  }

  private static let discs = text { text in
    let alignments: [VerticalAlignment] = [.baseline, .middle, .textTop, .bottom]
    for (index, alignment) in alignments.enumerated() {
      text.append(index == 0 ? "Discs on the line " : " and so ", style: style)
      text.append(
        Attachment(
          Disc(color: Palette.mark(index)), size: Size(width: 12, height: 12),
          verticalAlignment: alignment, margin: Insets(horizontal: 1)), style: style)
    }
    text.append(" as letters do.", style: style)
  }

  private static let names = text { text in
    let name = box(
      padding: Insets(horizontal: 4),
      InlineDecoration(background: ThemeColor(Palette.tint), corners: CornerRadii(all: 4))
    ) { $0.bidi = .plaintext }
    for (index, word) in ["Ada", "עדה לאבלייס", "Charles"].enumerated() {
      text.append(index == 0 ? "Seen by " : ", by ", style: style)
      text.append(AttributedText(word, style: style), in: name)
      text.append(" (\(index + 3) times)", style: style)
    }
    text.append(".", style: style)
  }

  private static let hebrew = text { text in
    let box = box(
      padding: Insets(left: 10, right: 3), border: Insets(all: 1),
      InlineDecoration(
        background: paper, corners: CornerRadii(all: 6), borderColor: ThemeColor(blue)))
    text.append("דג סקרן שט בים ", style: style)
    text.append(AttributedText("מאוכזב ולפתע מצא Ada חברה", style: style), in: box)
    text.append(" נחמדה מאוד.", style: style)
  }

  private static let justified = text { text in
    var strong = style
    strong.weight = .bold
    text.append("Lines that reach from edge to edge have ", style: style)
    text.append(
      AttributedText("boxes as wide as their words", style: strong),
      in: box(
        padding: Insets(horizontal: 3),
        InlineDecoration(background: ThemeColor(Color(rgb: 0xFFE3A3)))
      ) { $0.style = strong })
    text.append(" have become, and the last line does not reach.", style: style)
  }

  private static let pills = text { text in
    let shadow = Shadow(Color.black.opacity(0.4), offset: Point(x: 0, y: 1), blur: 3)
    for (index, word) in ["new", "read twice", "done"].enumerated() {
      var look = style
      look.color = .white
      look.size = 13
      let pill = box(
        padding: Insets(horizontal: 8, vertical: 1),
        InlineDecoration(
          background: ThemeColor(Palette.mark(index)), corners: CornerRadii(all: 10),
          shadows: [shadow])
      ) { $0.style = look }
      text.append(index == 0 ? "Marked as " : " and as ", style: style)
      text.append(AttributedText(word, style: look), in: pill)
    }
    text.append(".", style: style)
  }

  private static let large = text { text in
    var look = style
    look.size = 26
    let box = box(
      border: Insets(all: 2),
      InlineDecoration(borderColor: ThemeColor(Palette.accent), borderPattern: .dashed)
    ) { $0.style = look }
    text.append("A line is as high as ", style: style)
    text.append(AttributedText("the largest", style: look), in: box)
    text.append(" of its letters ask for, and no higher.", style: style)
  }

  private static let vertical = text { text in
    let japanese = TextStyle(
      families: ["Noto Sans CJK JP", "Noto Sans"], size: 16, language: "ja",
      color: Palette.ink)
    let box = box(
      padding: Insets(horizontal: 1, vertical: 4),
      InlineDecoration(background: ThemeColor(Palette.tint), corners: CornerRadii(all: 5))
    ) { $0.style = japanese }
    text = AttributedText("縦書きの文章に", style: japanese)
    text.append(AttributedText("Ada 様", style: japanese), in: box)
    text.append("と日本語が並ぶ東京の町", style: japanese)
  }
}
