/// The layout of one tree: the driver of CSS Flexible Box Layout Level 1, §9.
///
/// Widths are decided before the layout inside them, heights may follow from it. So a node
/// answers two questions: its min-content and max-content widths (`FlexLayouter+IntrinsicSizes`),
/// and its height at a given width (`layOut`). Answers are kept per node, so each is found once.
/// Scratch arrays are stacks: nested containers push their items above those of their parents.
struct FlexLayouter {
  typealias Measure = (FlexNodeID, FlexMeasureConstraint) throws -> FlexMeasurement

  let nodes: [TreeNode]
  /// The styles as the tree has them.
  let sources: [NodeStyle]
  /// The same with sizes in place of keywords.
  var styles: [NodeStyle]
  let measure: Measure
  var boxes: [NodeBox]
  var cache: LayoutCache
  var items: [FlexItem] = []
  var lines: [FlexLine] = []
  var measureCallCount = 0

  init(_ tree: FlexTree, measure: @escaping Measure) {
    nodes = tree.nodes
    sources = tree.styles
    styles = tree.styles
    self.measure = measure
    boxes = [NodeBox](repeating: NodeBox(), count: nodes.count)
    cache = LayoutCache(nodeCount: nodes.count)
    let room = min(nodes.count, Self.scratchRoom)
    items.reserveCapacity(room)
    lines.reserveCapacity(room)
  }

  /// The most room that scratch arrays start with: cells never outgrow it, others double it.
  private static let scratchRoom = 64

  /// Lays out the items of a container and writes their boxes (§9, one call a step).
  mutating func layOutItems(of node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    var container = FlexContainer(node: node, style: styles[node], request: request)
    try collectItems(of: &container)  // §9.1 step 1, §9.2 step 2
    defer { discardScratch(of: container) }
    try determineBaseSizes(in: container)  // §9.2 step 3
    collectLines(in: &container)  // §9.3 step 5
    determineMainSize(of: &container)  // §9.2 step 4
    try resolveFlexibleLengths(in: container)  // §9.3 step 6
    try determineHypotheticalCrossSizes(in: container)  // §9.4 step 7
    try determineLineCrossSizes(in: container)  // §9.4 step 8
    determineCrossSize(of: &container)  // §9.6 step 15
    stretchLines(of: container)  // §9.4 step 9
    determineUsedCrossSizes(in: container)  // §9.4 step 11
    distributeMainSpace(in: container)  // §9.5 step 12
    alignItemsAcross(in: container)  // §9.6 steps 13 and 14
    alignLines(of: container)  // §9.6 step 16
    placeItems(of: container)
    return try result(of: container, request)
  }

  mutating func discardScratch(of container: FlexContainer) {
    items.removeSubrange(container.items.lowerBound...)
    lines.removeSubrange(container.lines.lowerBound...)
  }
}
