/// Text to lay out together: what it says, how its parts look and how its lines are made.
///
/// The text may hold line terminators; each ends a line, and direction is found again after it.
public struct Paragraph: Hashable, Sendable {
  /// What it says and how its parts look.
  public var text: AttributedText
  /// How its lines are made.
  public var style: ParagraphStyle

  /// Makes a paragraph of attributed text.
  public init(_ text: AttributedText, style: ParagraphStyle = ParagraphStyle()) {
    self.text = text
    self.style = style
  }

  /// Makes a paragraph of one text style.
  public init(
    _ string: String, style: TextStyle = TextStyle(),
    paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    self.init(AttributedText(string, style: style), style: paragraphStyle)
  }
}
