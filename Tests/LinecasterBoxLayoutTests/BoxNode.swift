import LinecasterBase
import LinecasterBoxLayout

/// A tree written in one expression.
indirect enum BoxNode: Sendable {
  /// A function that returns the size of a leaf's content.
  typealias Measure = @Sendable (BoxConstraint) throws -> BoxMeasurement

  case container(BoxStyle, grid: GridTemplate? = nil, [BoxNode])
  /// A node with content of its own, or an empty one if `measure` is nil.
  case leaf(BoxStyle, measure: Measure? = nil)
  /// A leaf whose content has vertical lines of text.
  case vertical(BoxStyle, measure: Measure)

  func layout(in available: AvailableSpace = AvailableSpace()) throws -> BoxFrames {
    let flat = FlatTree(self)
    return try flat.tree.layout(in: available, measure: flat.measure)
  }
}

/// A tree of nodes in the form that layouts keep.
struct FlatTree: Sendable {
  private enum Step {
    case node(BoxNode)
    case close
  }

  private(set) var tree = BoxTree()
  private(set) var measures: [BoxNode.Measure?] = []

  /// Flattens a tree with an explicit stack, because threads may have small ones.
  init(_ root: BoxNode) {
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
      case .node(.vertical(let style, let measure)):
        tree.addLeaf(style, isMeasured: true, isVertical: true)
        measures.append(measure)
      }
    }
  }

  /// The measured leaves.
  var texts: [BoxID] {
    measures.indices.filter { measures[$0] != nil }.map { BoxID(index: $0) }
  }

  @Sendable
  func measure(
    _ node: BoxID, _ constraint: BoxConstraint
  ) throws -> BoxMeasurement {
    try measures[node.index]?(constraint) ?? BoxMeasurement(size: .zero)
  }

  /// The frames of a new layout.
  func freshFrames(in available: AvailableSpace) throws -> [Rect] {
    Self.all(try tree.layout(in: available, measure: measure))
  }

  static func all(_ frames: BoxFrames) -> [Rect] {
    (0..<frames.count).map { frames.absoluteFrame(of: BoxID(index: $0)) }
  }
}
