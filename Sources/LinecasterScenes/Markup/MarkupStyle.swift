public import LinecasterBase
import LinecasterFonts
public import LinecasterText

/// The style of marked-up text.
///
/// Links and code in text are inline boxes; `TextLayout.link(at:)` returns the address at a point.
///
///     var style = MarkupStyle(theme: .light, size: 18)
///     style.text.families = ["Noto Serif", "Noto Sans"]
///     style.link = Color(rgb: 0xD6336C)
///     let layout = Markup("See [the lists](lists.html).").layout(style)
public struct MarkupStyle: Hashable, Sendable {
  /// The style of body text; headings and code derive from it.
  public var text: TextStyle
  /// The font families of code, in order of preference.
  public var codeFamilies: [String]
  /// The colour of secondary text: quotes, list markers, the languages of code and the descriptions
  /// of missing images.
  public var muted: Color
  /// The colour behind code.
  public var codeBackground: Color
  /// The colours of highlighted code; other tokens look like plain code.
  public var codeColors: [CodeToken.Kind: Color]
  /// The highlighter of code whose language is named; `nil` for plain code.
  public var highlighter: (any CodeHighlighter)? {
    get { payload?.value as? any CodeHighlighter }
    set { payload = newValue.map { InlinePayload($0) } }
  }
  /// The colour of links.
  public var link: Color
  /// The colour of thematic breaks and of the rules beside quotes.
  public var rule: Color
  /// Whether readers scroll a table sideways whose longest words are wider than the text
  /// (`Layout.scrollsSideways(_:)`); if false, it extends beyond the text, as in pictures.
  public var scrollsTables = false

  private var payload: InlinePayload?

  /// Creates the style of a theme: black on white, or white on black.
  ///
  /// - Parameters:
  ///   - theme: The theme of the colours.
  ///   - size: The font size of body text, in layout points.
  public init(theme: Theme = .light, size: Double = 16) {
    let isDark = theme == .dark
    text = TextStyle(size: size)
    if isDark { text.color = .white }
    codeFamilies = ["Noto Sans Mono"]
    muted = Color(rgb: isDark ? 0x9AA4AE : 0x5A636C)
    codeBackground = Color(rgb: isDark ? 0x23282E : 0xF1F3F5)
    codeColors = isDark ? Self.darkCodeColors : Self.lightCodeColors
    link = Color(rgb: isDark ? 0x7EA6FF : 0x2F55D4)
    rule = Color(rgb: isDark ? 0x3A424A : 0xD0D7DE)
  }

  private static let lightCodeColors: [CodeToken.Kind: Color] = [
    .keyword: Color(rgb: 0x9B2393), .type: Color(rgb: 0x0B5E6B), .name: Color(rgb: 0x1C4FA8),
    .string: Color(rgb: 0xA6241A), .number: Color(rgb: 0x7A4A00), .comment: Color(rgb: 0x5A636C),
  ]

  private static let darkCodeColors: [CodeToken.Kind: Color] = [
    .keyword: Color(rgb: 0xFF8AC4), .type: Color(rgb: 0x7FD6C2), .name: Color(rgb: 0x9CC4FF),
    .string: Color(rgb: 0xFF9A8F), .number: Color(rgb: 0xE3CC7A), .comment: Color(rgb: 0x9AA4AE),
  ]

  /// The style of the text of a heading, of level 1 to 6.
  func heading(_ level: Int) -> TextStyle {
    var style = text
    style.size *= Self.headingSizes[min(max(level, 1), 6) - 1]
    style.weight = .bold
    if level == 6 { style.color = muted }
    return style
  }

  /// The font sizes of headings, relative to body text.
  private static let headingSizes = [2, 1.5, 1.25, 1.1, 1, 0.9]

  /// The style of a span in text of a style.
  func span(_ traits: MarkupSpan.Traits, in style: TextStyle) -> TextStyle {
    var style = style
    if traits.contains(.emphasis) { style.slant = .italic }
    if traits.contains(.strong) { style.weight = .bold }
    if traits.contains(.strike) { style.decorations.append(TextDecoration(.strikethrough)) }
    if traits.contains(.link) {
      style.color = link
      style.decorations.append(TextDecoration(.underline))
    }
    if traits.contains(.code) {
      style.families = codeFamilies + style.families
      style.size *= 0.9
    }
    if traits.contains(.footnote) {
      style.baselineShift += style.size * 0.35
      style.size *= 0.7
    }
    return style
  }

  /// The box of code in text of a style.
  func codeBox(in style: TextStyle) -> InlineBox {
    let em = style.size
    return InlineBox(
      style: style, padding: Insets(horizontal: em * 0.3, vertical: em * 0.1),
      bidi: .isolate(.leftToRight),
      decoration: InlineDecoration(
        background: ThemeColor(codeBackground), corners: CornerRadii(all: em * 0.3)))
  }
}
