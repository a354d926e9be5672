import LinecasterFlexbox
package import LinecasterGeometry

extension CellArranger {
  /// The boxes of a layout's nodes in pre-order, on the pixel grid, from the cell's top-left
  /// corner.
  ///
  /// For tools that show what a layout is made of; nodes without a box have an empty one.
  ///
  /// - Throws: `ArrangementError`, as `arrange` does.
  /// - Complexity: O(nodes + text), as `arrange`.
  package func frames(
    of layout: some Layout, in environment: LayoutEnvironment
  ) throws(ArrangementError) -> [Rect] {
    var planner = FlexPlanner(
      typesetter: typesetter, images: images, environment: environment)
    try planner.add(layout.node) { false }
    let frames = try planner.frames { false }
      .rounded(to: environment.scale, roundsTextUp: false)
    return planner.nodes.indices.map { frames.absoluteFrame(of: FlexNodeID(index: $0)) }
  }
}
