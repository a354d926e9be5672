public import LinecasterDisplay
public import LinecasterFlexbox
public import LinecasterText

/// A node of a layout tree: how it takes part in flexbox, what is behind it and what is in it.
///
/// Only stacks have children and only leaves have content, by construction.
public struct LayoutNode: Hashable, Sendable, Layout {
  /// What is in a node.
  public indirect enum Content: Hashable, Sendable {
    /// Children placed by flexbox.
    case stack([LayoutNode])
    /// Text that measures itself.
    case text(Paragraph)
    /// A picture stretched over the node; its size is in the style.
    case image(ImageReference)
    /// Nothing; the size is in the style.
    case empty
  }

  /// How the node takes part in flexbox.
  public var style: FlexStyle
  /// What is drawn behind the content.
  public var decoration: Decoration
  /// What is in the node.
  public var content: Content

  /// Makes a node.
  public init(
    _ content: Content, style: FlexStyle = FlexStyle(), decoration: Decoration = Decoration()
  ) {
    self.content = content
    self.style = style
    self.decoration = decoration
  }

  /// The node itself.
  public var node: LayoutNode { self }
}
