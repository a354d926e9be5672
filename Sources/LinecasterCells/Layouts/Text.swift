public import LinecasterText

/// Text that takes the room its lines need.
public struct Text: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes text of one style.
  public init(
    _ string: String, style: TextStyle = TextStyle(),
    paragraphStyle: ParagraphStyle = ParagraphStyle()
  ) {
    self.init(Paragraph(string, style: style, paragraphStyle: paragraphStyle))
  }

  /// Makes text of a paragraph.
  public init(_ paragraph: Paragraph) {
    node = LayoutNode(.text(paragraph))
  }
}
