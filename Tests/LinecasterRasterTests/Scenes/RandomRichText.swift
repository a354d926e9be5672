import LinecasterBase
import LinecasterDisplay
import LinecasterTestSupport
import LinecasterText

/// Random texts with boxes, attachments and all writing modes.
struct RandomRichText {
  var random: SeededGenerator

  /// A paragraph of words, about a third of them in boxes.
  mutating func paragraph(_ words: [String], _ style: TextStyle) -> Paragraph {
    var text = AttributedText("", style: style)
    for word in words {
      var look = style
      look.orientation = random.oneIn(5) ? .upright : random.oneIn(5) ? .sideways : .mixed
      let part = AttributedText(word + " ", style: look)
      switch Int.random(in: 0..<9, using: &random) {
      case 0, 1: text.append(part, in: box(look))
      case 2:
        var outer = part
        outer.append(AttributedText(word, style: look), in: box(look))
        text.append(outer, in: box(look))
      case 3: text.append(attachment(), style: look)
      default: text.append(part)
      }
    }
    var lines = ParagraphStyle()
    if random.oneIn(2) {
      lines.writingMode =
        WritingMode.allCases[.random(in: 0..<WritingMode.allCases.count, using: &random)]
    }
    return Paragraph(text, style: lines)
  }

  private mutating func number(_ range: ClosedRange<Double>) -> Double {
    let number = Double.random(in: range, using: &random)
    return random.oneIn(3) ? number.rounded() : number
  }

  private mutating func color() -> Color {
    func channel() -> UInt8 { .random(in: 0...255, using: &random) }
    return Color(
      red: channel(), green: channel(), blue: channel(), alpha: random.oneIn(2) ? 255 : channel())
  }

  private mutating func insets(_ range: ClosedRange<Double>) -> Insets {
    random.oneIn(2)
      ? Insets(all: number(range))
      : Insets(
        top: number(range), left: number(range), bottom: number(range), right: number(range))
  }

  private mutating func box(_ style: TextStyle) -> InlineBox {
    var box = InlineBox(style: style)
    if random.oneIn(2) { box.padding = insets(0...6) }
    if random.oneIn(2) { box.border = insets(0...4) }
    if random.oneIn(3) { box.margin = insets(-2...4) }
    if random.oneIn(2) { box.decorationBreak = .clone }
    if random.oneIn(3) { box.verticalAlignment = .superscript }
    box.combinesUpright = random.oneIn(5)
    box.decoration = InlineDecoration(
      background: random.oneIn(4) ? nil : ThemeColor(color()),
      corners: random.oneIn(2)
        ? .square : CornerRadii(topLeft: number(0...9), bottomRight: number(0...9)),
      borderColor: random.oneIn(3) ? nil : ThemeColor(color()),
      borderPattern: BorderPattern.allCases[.random(in: 0..<3, using: &random)],
      shadows: (0..<Int.random(in: 0...1, using: &random)).map { _ in shadow() })
    return box
  }

  private mutating func shadow() -> Shadow {
    Shadow(
      color(), offset: Point(x: number(-4...4), y: number(-4...4)), blur: number(0...8),
      spread: number(-2...3), isInset: random.oneIn(3))
  }

  private mutating func attachment() -> Attachment {
    Attachment(
      AttachedImage(
        ImageReference("noise"), corners: CornerRadii(all: number(0...5)),
        tint: random.oneIn(3) ? .accent : nil),
      size: Size(width: number(2...20), height: number(2...16)),
      verticalAlignment: random.oneIn(2) ? .middle : .baseline, margin: insets(0...3))
  }
}
