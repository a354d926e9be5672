/// The layout of one tree: the driver of CSS Flexible Box Layout Level 1, §9.
///
/// Widths are decided before the layout inside them, heights may follow from it. So a node
/// answers two questions: its min-content and max-content widths (`FlexLayouter+IntrinsicSizes`),
/// and its height at a given width (`layOut`). Answers are kept per node, so each is found once.
/// Scratch memory is two stacks: nested containers push their items above those of their parents.
struct FlexLayouter {
  typealias Measure = (FlexNodeID, FlexMeasureConstraint) throws -> FlexMeasurement

  let nodes: NodeTable
  let measure: Measure
  let boxes: Slab<NodeBox>
  let contexts: NodeContexts
  var answers: AnswerPool
  let items: Slab<FlexItem>
  let lines: Slab<FlexLine>
  var itemCount = 0
  var lineCount = 0
  var measureCallCount = 0

  /// - Parameter boxes: what earlier layouts of the tree left, with `contexts` and `answers`.
  init(
    _ nodes: NodeTable, boxes: Slab<NodeBox>, contexts: NodeContexts, answers: AnswerPool,
    measure: @escaping Measure
  ) {
    self.nodes = nodes
    self.boxes = boxes
    self.contexts = contexts
    self.answers = answers
    self.measure = measure
    (items, lines) = Slab.pair(count: nodes[0].room)
  }

  /// Frees the scratch memory.
  func deallocate() { items.deallocate() }

  /// Lays out the items of a container and writes their boxes (§9, one call a step).
  mutating func layOutItems(of node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    var container = FlexContainer(node: node, style: nodes[node], request: request)
    try collectItems(of: &container)  // §9.1 step 1, §9.2 step 2
    try determineBaseSizes(in: &container)  // §9.2 step 3
    collectLines(in: &container)  // §9.3 step 5
    determineMainSize(of: &container)  // §9.2 step 4
    try resolveFlexibleLengths(in: &container)  // §9.3 step 6
    try determineHypotheticalCrossSizes(in: &container)  // §9.4 step 7
    try determineLineCrossSizes(in: &container)  // §9.4 step 8
    determineCrossSize(of: &container)  // §9.6 step 15
    stretchLines(of: &container)  // §9.4 step 9
    determineUsedCrossSizes(in: &container)  // §9.4 step 11
    distributeMainSpace(in: &container)  // §9.5 step 12
    alignItemsAcross(in: &container)  // §9.6 steps 13 and 14
    alignLines(of: &container)  // §9.6 step 16
    placeItems(of: &container)
    let result = try result(of: &container, request)
    discardScratch(of: &container)
    return result
  }

  mutating func discardScratch(of container: inout FlexContainer) {
    itemCount = container.items.lowerBound
    lineCount = container.lines.lowerBound
  }
}
