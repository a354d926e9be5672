internal import LinecasterGeometry

/// Flattens a ``FlexNode`` into a ``FlexTree`` with a stack of its own, so that deep trees cannot
/// end the thread's.
struct FlexNodeBuilder {
  private enum Step {
    case node(FlexNode)
    case close
  }

  private var tree = FlexTree()
  private var measures: [FlexNode.Measure?] = []

  mutating func add(_ root: FlexNode) {
    var steps = [Step.node(root)]
    while let step = steps.popLast() {
      switch step {
      case .close: tree.closeContainer()
      case .node(.container(let style, let children)):
        tree.openContainer(style)
        measures.append(nil)
        steps.append(.close)
        steps.append(contentsOf: children.reversed().map(Step.node))
      case .node(.leaf(let style, let measure)):
        tree.addLeaf(style, isMeasured: measure != nil)
        measures.append(measure)
      }
    }
  }

  func layout(in available: FlexAvailable) throws -> FlexFrames {
    try tree.layout(in: available) { node, constraint in
      try measures[node.index]?(constraint) ?? FlexMeasurement(size: .zero)
    }
  }
}
