import LinecasterFlexbox
import LinecasterGeometry
import Testing

struct FlexFramesTests {
  @Test func describesTheTree() throws {
    let frames = try flex(50, 20, [box(10, 10), text([5]), flex(.auto, .auto, [])]).layout()
    #expect(
      frames.debugDescription == """
        0 row (0.0, 0.0) 50.0 x 20.0
          1 leaf (0.0, 0.0) 10.0 x 10.0
          2 measured leaf (10.0, 0.0) 5.0 x 20.0
          3 row (15.0, 0.0) 0.0 x 20.0

        """)
  }

  @Test func roundsAbsoluteEdges() throws {
    let third: (inout FlexStyle) -> Void = { $0.grow = 1 }
    let frames = try flex(10, 10, [box(0, 10, third), box(0, 10, third), box(0, 10, third)])
      .layout().rounded(to: .one)
    let widths = (1...3).map { frames.frame(of: FlexNodeID(index: $0)).width }
    #expect(widths == [3, 4, 3])
  }

  @Test func scaleRoundsTheLayout() throws {
    var tree = FlexTree()
    tree.addLeaf(style { $0.width = 3.3 }, isMeasured: false)
    let frames = try tree.layout(in: FlexAvailable(), scale: PixelScale(2)) { _, _ in
      FlexMeasurement(size: .zero)
    }
    #expect(frames.frame(of: FlexNodeID(index: 0)).width == 3.5)
  }
}
