public import LinecasterFlexbox

/// Layouts under each other, from the top.
public struct Column: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a column.
  ///
  /// - Parameters:
  ///   - spacing: The distance between neighbours, in layout points.
  ///   - alignment: How children sit between the column's left and right edges.
  ///   - distribution: How children share the free space along the column.
  ///   - content: The children.
  public init(
    spacing: Double = 0, alignment: FlexAlign = .stretch, distribution: FlexJustify = .flexStart,
    @LayoutBuilder content: () -> [LayoutNode]
  ) {
    node = LayoutNode(
      .stack(content()),
      style: .stack(.column, spacing: spacing, alignment: alignment, distribution: distribution))
  }
}
