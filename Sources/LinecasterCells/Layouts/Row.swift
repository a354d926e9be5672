public import LinecasterFlexbox

/// Layouts side by side, from the start of the line.
public struct Row: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a row.
  ///
  /// - Parameters:
  ///   - spacing: The distance between neighbours, in layout points.
  ///   - alignment: How children sit between the row's top and bottom edges.
  ///   - distribution: How children share the free space along the row.
  ///   - content: The children.
  public init(
    spacing: Double = 0, alignment: FlexAlign = .stretch, distribution: FlexJustify = .flexStart,
    @LayoutBuilder content: () -> [LayoutNode]
  ) {
    node = LayoutNode(
      .stack(content()),
      style: .stack(.row, spacing: spacing, alignment: alignment, distribution: distribution))
  }
}

extension FlexStyle {
  /// The style of a stack along a direction.
  static func stack(
    _ direction: FlexDirection, spacing: Double, alignment: FlexAlign, distribution: FlexJustify
  ) -> FlexStyle {
    var style = FlexStyle()
    style.direction = direction
    style.gap = .points(spacing)
    style.alignItems = alignment
    style.justifyContent = distribution
    return style
  }
}
