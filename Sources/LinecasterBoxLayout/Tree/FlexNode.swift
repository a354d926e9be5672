internal import LinecasterBase

/// A flexbox tree as a value, for trees written down in one expression.
///
///     let card = FlexNode.container(row, [.leaf(icon), .leaf(text, measure: size)])
///     let frames = try card.layout(in: FlexAvailable(width: 320))
///
/// Nodes are numbered in pre-order, the root being 0. Use ``FlexTree`` where trees are built often.
public indirect enum FlexNode: Sendable {
  /// What answers how large the content of a leaf is.
  public typealias Measure = @Sendable (FlexMeasureConstraint) throws -> FlexMeasurement

  /// A node that lays out children, in rows and columns where its style's `display` is a grid.
  case container(FlexStyle, grid: GridTemplate? = nil, [FlexNode])
  /// A node with content of its own, or an empty one where `measure` is nil.
  case leaf(FlexStyle, measure: Measure? = nil)

  /// Lays out the tree in a containing block.
  ///
  /// - Throws: ``FlexError``, and whatever a measure closure throws.
  /// - Complexity: as ``FlexTree/layout(in:scale:measure:)``.
  public func layout(in available: FlexAvailable = FlexAvailable()) throws -> FlexFrames {
    var builder = FlexNodeBuilder()
    builder.add(self)
    return try builder.layout(in: available)
  }
}

/// Flattens a ``FlexNode`` into a ``FlexTree`` with a stack of its own, so that deep trees cannot
/// end the thread's.
private struct FlexNodeBuilder {
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
      case .node(.container(let style, let grid, let children)):
        tree.openContainer(style, grid: grid)
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
