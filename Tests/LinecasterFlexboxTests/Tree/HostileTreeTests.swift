import LinecasterFlexbox
import LinecasterGeometry
import Testing

/// Trees that are too deep, too wide or too large.
struct HostileTreeTests {
  @Test func nodesNestedTenThousandDeepAreAnError() {
    var node = box(1, 1)
    for _ in 0..<10_000 { node = flex(.auto, .auto, [node]) }
    #expect(throws: FlexError.tooDeep(node: FlexNodeID(index: FlexTree.maximumDepth))) {
      try node.layout()
    }
  }

  @Test func aMillionChildrenAreLaidOut() throws {
    var tree = FlexTree()
    tree.openContainer(style { $0.wrap = .wrap })
    let item = style { ($0.width, $0.height) = (1, 1) }
    for _ in 0..<1_000_000 { tree.addLeaf(item, isMeasured: false) }
    let layout = FlexLayout(tree)
    try layout.update(in: FlexAvailable(width: 1000)) { _, _ in FlexMeasurement(size: .zero) }
    #expect(layout.frame(of: FlexNodeID(index: 1_000_000)) == rect(999, 999, 1, 1))
  }

  @Test(arguments: [1e9, 1e300, -1e9])
  func hugeSizesStayFinite(number: Double) throws {
    let huge: (inout FlexStyle) -> Void = {
      ($0.width, $0.height, $0.basis) = (.points(number), .points(number), .points(number))
      $0.margin = FlexEdges(all: .points(number))
      $0.wrap = .wrap
    }
    let inner = flex(.points(number), .points(number), huge, [text([number, number], huge)])
    let frames = try flex(.points(number), .auto, huge, [inner, inner]).layout()
    #expect(frames.checkInvariants() == nil)
  }

  @Test func limitsThatFreezeOneItemARoundTakeLinearTime() throws {
    var tree = FlexTree()
    tree.openContainer(style { $0.width = 10_000 })
    for index in 0..<20_000 {
      tree.addLeaf(
        style {
          $0.grow = 1
          $0.maxWidth = .points(Double(index) / 1000)
        }, isMeasured: false)
    }
    let frames = try tree.layout(in: FlexAvailable()) { _, _ in FlexMeasurement(size: .zero) }
    #expect(frames.checkInvariants() == nil)
  }
}
