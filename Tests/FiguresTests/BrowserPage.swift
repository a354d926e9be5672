import Foundation
import LinecasterBase
import LinecasterDisplay
import LinecasterFonts
import LinecasterText

@testable import Figures

/// The rich paragraphs of a figure as a page for a browser, at the same places.
///
/// The page is laid out at one pixel a point and drawn larger: with more pixels a point browsers
/// would round the heights of lines to fractions of points.
struct BrowserPage {
  let figure: RichParagraphsFigure
  let typesetter: Typesetter

  private static let files = [
    ("Noto Sans", "NotoSans/NotoSans-Regular.ttf", 400),
    ("Noto Sans", "NotoSans/NotoSans-Bold.ttf", 700),
    ("Noto Sans Mono", "NotoSansMono/NotoSansMono-Regular.ttf", 400),
    ("Noto Sans Hebrew", "NotoSansHebrew/NotoSansHebrew-Regular.ttf", 400),
    ("Noto Sans CJK JP", "CJK/NotoSansCJK/NotoSansCJK-Regular.ttc", 400),
  ]

  var html: String {
    let fonts = Catalogue.root.appendingPathComponent("Fonts")
    let faces = Self.files.map { family, file, weight in
      "@font-face { font-family: '\(family)'; font-weight: \(weight); "
        + "src: url('\(fonts.appendingPathComponent(file).absoluteString)'); }"
    }
    let paragraphs = figure.placed(typesetter).map(Self.paragraph)
    return """
      <!DOCTYPE html><meta charset="utf-8"><style>
      \(faces.joined(separator: "\n"))
      html { background: white; }
      body { margin: 0; transform: scale(\(FigurePainter.scale.factor)); transform-origin: 0 0; }
      p { position: absolute; margin: 0; white-space: pre-wrap; unicode-bidi: plaintext;
        text-rendering: geometricPrecision; }
      </style>
      \(paragraphs.joined(separator: "\n"))

      """
  }

  private static func paragraph(_ placed: RichParagraphsFigure.Placed) -> String {
    let style = placed.paragraph.style
    let isVertical = style.writingMode != .horizontal
    let length = placed.length
    let base = placed.paragraph.text.styledRanges[0].style
    let css =
      "left: \(placed.origin.x)px; top: \(placed.origin.y)px; "
      + (isVertical ? "height: \(length)px; writing-mode: vertical-rl; " : "width: \(length)px; ")
      + (style.baseDirection == .rightToLeft ? "direction: rtl; unicode-bidi: normal; " : "")
      + (style.alignment == .justify ? "text-align: justify; " : "") + text(base)
    let words = placed.paragraph.text.pieces.map { piece in
      switch piece {
      case .text(let string, let style): "<span style=\"\(text(style))\">\(string)</span>"
      case .attachment(let attachment, _): disc(attachment)
      case .open(let box, _): "<span style=\"\(self.box(box))\">"
      case .close: "</span>"
      }
    }
    return "<p style=\"\(css)\">\(words.joined())</p>"
  }

  private static func text(_ style: TextStyle) -> String {
    let families = (style.families + ["Noto Sans Hebrew"]).map { "'\($0)'" }
    var css =
      "font-family: \(families.joined(separator: ", ")); font-size: \(style.size)px; "
      + "font-weight: \(style.weight.value); color: \(color(style.color)); "
    if !style.decorations.isEmpty { css += "text-decoration: underline; " }
    return css
  }

  private static func box(_ box: InlineBox) -> String {
    let decoration = box.decoration
    var css = text(box.style)
    css += "padding: \(edges(box.padding)); border-width: \(edges(box.border)); "
    css += "border-style: \(decoration.borderPattern.rawValue); "
    css += "border-radius: \(decoration.corners.topLeft)px; "
    if let line = decoration.borderColor { css += "border-color: \(color(line.light)); " }
    if let background = decoration.background { css += "background: \(color(background.light)); " }
    if box.bidi == .plaintext { css += "unicode-bidi: plaintext; " }
    if box.decorationBreak == .clone { css += "-webkit-box-decoration-break: clone; " }
    for shadow in decoration.shadows {
      css +=
        "box-shadow: \(shadow.offset.x)px \(shadow.offset.y)px \(shadow.blur)px "
        + "\(color(shadow.color)); "
    }
    return css + "vertical-align: \(alignment(box.verticalAlignment)); "
  }

  private static func disc(_ attachment: Attachment) -> String {
    let color = (attachment.content?.value as? Disc)?.color ?? .clear
    return "<span style=\"display: inline-block; width: \(attachment.size.width)px; "
      + "height: \(attachment.size.height)px; margin: \(edges(attachment.margin)); "
      + "border-radius: 50%; background: \(self.color(color)); "
      + "vertical-align: \(alignment(attachment.verticalAlignment))\"></span>"
  }

  private static func alignment(_ alignment: VerticalAlignment) -> String {
    switch alignment {
    case .sub: "sub"
    case .superscript: "super"
    case .middle: "middle"
    case .textTop: "text-top"
    case .bottom: "bottom"
    default: "baseline"
    }
  }

  private static func edges(_ insets: Insets) -> String {
    "\(insets.top)px \(insets.right)px \(insets.bottom)px \(insets.left)px"
  }

  private static func color(_ color: Color) -> String {
    "rgb(\(color.red) \(color.green) \(color.blue) / \(Double(color.alpha) / 255))"
  }
}
