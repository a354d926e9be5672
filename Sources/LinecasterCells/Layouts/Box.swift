import LinecasterFlexbox
public import LinecasterGeometry

/// A coloured rectangle of a fixed size.
public struct Box: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a box; it neither grows nor shrinks.
  ///
  /// - Parameters:
  ///   - color: The colour of the rectangle.
  ///   - size: The size in layout points.
  ///   - cornerRadius: The radius of its corners, in layout points.
  public init(_ color: Color, size: Size, cornerRadius: Double = 0) {
    var style = FlexStyle()
    style.width = .points(size.width)
    style.height = .points(size.height)
    style.shrink = 0
    node = LayoutNode(
      .empty, style: style, decoration: Decoration(background: color, cornerRadius: cornerRadius))
  }
}
