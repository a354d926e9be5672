import LinecasterCells
import LinecasterDisplay
import LinecasterFlexbox
import LinecasterGeometry

extension LayoutNode {
  /// The modifiers that say how a box is drawn.
  static let looks: [SceneField<LayoutNode>] = [
    SceneField("background", \.decoration.background, SceneCoding<DisplayPaint>.paint.optional),
    cornerRadius,
    SceneField("corners") { value, scope, node throws(SceneFault) in
      try corners.read(value, scope, into: &node.decoration.corners)
    } write: { node, plain throws(SceneFault) in
      let radii = node.decoration.corners
      guard radii != CornerRadii(all: radii.topLeft), radii != plain?.decoration.corners else {
        return nil
      }
      return .object(try corners.write(radii, plain: nil))
    },
    SceneField("border") { value, scope, node throws(SceneFault) in
      let border = try SceneCoding<Border>.border.optional.read(value, scope)
      node.decoration.border = border
      node.style.border = FlexEdges(border?.insets ?? .zero)
    } write: { node, plain throws(SceneFault) in
      guard node.decoration.border != plain?.decoration.border else { return nil }
      return try SceneCoding<Border>.border.optional.write(node.decoration.border)
    },
    SceneField("borderWidth") { value, scope, node throws(SceneFault) in
      node.style.border = try SceneCoding<FlexEdges>.edges.read(value, scope)
    } write: { node, _ throws(SceneFault) in
      let drawn = FlexEdges(node.decoration.border?.insets ?? .zero)
      return node.style.border == drawn
        ? nil : try SceneCoding<FlexEdges>.edges.write(node.style.border)
    },
    SceneField("shadow", \.decoration.shadows, .shadows),
    SceneField("textShadow", \.decoration.textShadows, .shadows),
    SceneField("opacity", \.decoration.opacity, .number),
    SceneField("clipped", \.decoration.clipsContent, .bool),
  ]

  private static let cornerRadius = SceneField<LayoutNode>("cornerRadius") {
    value, scope, node throws(SceneFault) in
    node.decoration.corners = CornerRadii(all: try SceneCoding<Double>.number.read(value, scope))
  } write: { node, plain throws(SceneFault) in
    let radii = node.decoration.corners
    guard radii == CornerRadii(all: radii.topLeft), radii != plain?.decoration.corners else {
      return nil
    }
    return try SceneCoding<Double>.number.write(radii.topLeft)
  }

  private static let corners = SceneRecord<CornerRadii>(
    "corner",
    [
      SceneField("topLeft", \.topLeft, .number), SceneField("topRight", \.topRight, .number),
      SceneField("bottomRight", \.bottomRight, .number),
      SceneField("bottomLeft", \.bottomLeft, .number),
    ])
}

extension FlexEdges {
  /// The same distances as lengths.
  fileprivate init(_ insets: Insets) {
    self.init(
      left: .points(insets.left), top: .points(insets.top), right: .points(insets.right),
      bottom: .points(insets.bottom))
  }
}
