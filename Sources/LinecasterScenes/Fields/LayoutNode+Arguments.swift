import LinecasterCells
import LinecasterFlexbox

extension LayoutNode {
  /// What rows and columns are made with, besides their content.
  static let stackArguments = SceneRecord<LayoutNode>(
    "argument of stacks",
    [
      SceneField("spacing") { value, scope, node throws(SceneFault) in
        node.style.gap = try SceneCoding<FlexLength>.length.read(value, scope)
      } write: { node, plain throws(SceneFault) in
        let gap = node.style.rowGap
        guard gap == node.style.columnGap, gap != plain?.style.rowGap else { return nil }
        return try SceneCoding<FlexLength>.length.write(gap)
      },
      SceneField("alignment", \.style.alignItems, .alignment),
      SceneField("distribution", \.style.justifyContent, .distribution),
    ])
}
