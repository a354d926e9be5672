public import LinecasterFlexbox
public import LinecasterGeometry

extension Layout {
  /// The layout with its node changed.
  public func modified(_ change: (inout LayoutNode) -> Void) -> LayoutNode {
    var node = node
    change(&node)
    return node
  }

  /// The layout with room between its edges and its content, in layout points.
  public func padding(_ insets: Insets) -> LayoutNode {
    modified { $0.style.padding = FlexEdges(insets) }
  }

  /// The layout with the same room between all edges and its content, in layout points.
  public func padding(_ distance: Double) -> LayoutNode { padding(Insets(all: distance)) }

  /// The layout with room around its edges, in layout points.
  public func margin(_ insets: Insets) -> LayoutNode {
    modified { $0.style.margin = FlexEdges(insets) }
  }

  /// The layout with a fixed width or height, or both, in layout points.
  public func frame(width: Double? = nil, height: Double? = nil) -> LayoutNode {
    modified {
      if let width { $0.style.width = .points(width) }
      if let height { $0.style.height = .points(height) }
    }
  }

  /// The layout taking a share of the free space in its stack.
  public func grow(_ share: Double = 1) -> LayoutNode {
    modified { $0.style.grow = share }
  }

  /// The layout giving a share of the space that is missing in its stack; 0 keeps its size.
  public func shrink(_ share: Double) -> LayoutNode {
    modified { $0.style.shrink = share }
  }

  /// The layout with an alignment of its own across its stack.
  public func alignment(_ alignment: FlexAlign) -> LayoutNode {
    modified { $0.style.alignSelf = alignment }
  }
}

extension FlexEdges {
  init(_ insets: Insets) {
    self.init(
      left: .points(insets.left), top: .points(insets.top), right: .points(insets.right),
      bottom: .points(insets.bottom))
  }
}
