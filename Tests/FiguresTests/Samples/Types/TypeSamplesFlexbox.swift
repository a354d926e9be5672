import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// The samples in the comments of LinecasterFlexbox.
@Suite struct TypeSamplesFlexbox {
  private let size = Size(width: 60, height: 20)

  @Test func keepsLayouts() throws {
    let rowStyle = FlexStyle()
    var tree = FlexTree()
    tree.openContainer(rowStyle)
    let title = tree.addLeaf(FlexStyle(), isMeasured: true)
    tree.closeContainer()

    func measure(_ node: FlexNodeID, _ constraint: FlexMeasureConstraint) -> FlexMeasurement {
      FlexMeasurement(size: size)
    }
    let layout = FlexLayout(tree)
    try layout.update(in: FlexAvailable(width: 320), measure: measure)
    layout.setNeedsMeasure(title)
    try layout.update(in: FlexAvailable(width: 320), measure: measure)
    #expect(layout.frame(of: title).size == size)
  }

  @Test func writesTreesDown() throws {
    let (row, icon, text) = (FlexStyle(), FlexStyle(), FlexStyle())
    let size: FlexNode.Measure = { _ in FlexMeasurement(size: Size(width: 60, height: 20)) }
    let card = FlexNode.container(row, [.leaf(icon), .leaf(text, measure: size)])
    let frames = try card.layout(in: FlexAvailable(width: 320))
    #expect(frames.count == 3)
  }
}
