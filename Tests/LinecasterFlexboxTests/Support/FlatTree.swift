import LinecasterFlexbox
import LinecasterGeometry

/// A tree written down as nodes, in the form that layouts keep.
struct FlatTree: Sendable {
  private(set) var tree = FlexTree()
  private(set) var measures: [FlexNode.Measure?] = []

  init(_ root: FlexNode) { add(root) }

  private mutating func add(_ node: FlexNode) {
    switch node {
    case .container(let style, let children):
      measures.append(nil)
      tree.openContainer(style)
      for child in children { add(child) }
      tree.closeContainer()
    case .leaf(let style, let measure):
      measures.append(measure)
      tree.addLeaf(style, isMeasured: measure != nil)
    }
  }

  /// The measured leaves.
  var texts: [FlexNodeID] {
    measures.indices.filter { measures[$0] != nil }.map { FlexNodeID(index: $0) }
  }

  @Sendable
  func measure(
    _ node: FlexNodeID, _ constraint: FlexMeasureConstraint
  ) throws -> FlexMeasurement {
    try measures[node.index]?(constraint) ?? FlexMeasurement(size: .zero)
  }

  /// The frames of a layout that knows nothing yet.
  func freshFrames(in available: FlexAvailable) throws -> [Rect] {
    Self.all(try tree.layout(in: available, measure: measure))
  }

  static func all(_ frames: FlexFrames) -> [Rect] {
    (0..<frames.count).map { frames.absoluteFrame(of: FlexNodeID(index: $0)) }
  }
}
