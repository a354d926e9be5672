import LinecasterFlexbox

/// Room that takes what its neighbours leave.
public struct Spacer: Layout {
  /// The tree of nodes the layout stands for.
  public let node: LayoutNode

  /// Makes a spacer.
  public init() {
    var style = FlexStyle()
    style.grow = 1
    node = LayoutNode(.empty, style: style)
  }
}
