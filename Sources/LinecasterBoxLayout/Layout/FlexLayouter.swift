internal import LinecasterBase

/// The layout of one tree: the driver of CSS Flexible Box Layout Level 1, §9.
///
/// Widths are decided before the layout inside them, heights may follow from it. So a node
/// answers two questions: its min-content and max-content widths (`FlexLayouter+IntrinsicSizes`),
/// and its height at a given width (`layOut`). Answers are kept per node, so each is found once.
/// Scratch memory is two stacks: nested containers push their items above those of their parents.
struct FlexLayouter {
  typealias Measure = (FlexNodeID, FlexMeasureConstraint) throws -> FlexMeasurement

  let nodes: NodeTable
  /// The rows and columns of grids, by the index that their styles have.
  let templates: [SharedTemplate]
  let measure: Measure
  let boxes: Slab<NodeBox>
  let contexts: NodeContexts
  var answers: AnswerPool
  let items: Slab<FlexItem>
  let lines: Slab<FlexLine>
  var itemCount = 0
  var lineCount = 0
  var measureCallCount = 0
  /// The lines of grids whose absolutely positioned children may refer to them.
  var gridLines: [Int: GridLines] = [:]
  /// Where items of grids are, of those that were placed by styles alone.
  var placements: [Int: GridPlacement]
  /// The tracks of subgrids.
  var subgrids: [Int: SubgridSpan] = [:]
  /// The margins that came out of blocks among blocks.
  var blockMargins: [Int: BlockMargins] = [:]
  /// Where absolutely positioned children of blocks would be in flow, relative to their parents.
  var staticPositions: [Int: Point] = [:]

  /// - Parameter boxes: what earlier layouts of the tree left, with `contexts`, `answers` and
  ///   `placements`.
  init(
    _ nodes: NodeTable, templates: [SharedTemplate], boxes: Slab<NodeBox>, contexts: NodeContexts,
    answers: AnswerPool, placements: consuming [Int: GridPlacement], measure: @escaping Measure
  ) {
    self.placements = placements
    self.nodes = nodes
    self.templates = templates
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

/// The two questions a node answers, through the answers that are kept.
extension FlexLayouter {
  /// The height and baseline of a node at a given width.
  mutating func layOut(_ node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    switch nodes[node].kind {
    case .leaf: return emptyLeafResult(node, request)
    case .measuredLeaf: return try measuredLeafResult(node, request)
    case .container: break
    }
    let key = key(for: node, request)
    let known = answers.find(key, in: &boxes[node])
    if known >= 0 { return answers.answers[Int(known)].result }
    return try run(node, request, key)
  }

  /// Lays out the items of a node, whose boxes are then those of this request.
  mutating func run(
    _ node: Int, _ request: LayoutRequest, _ key: LayoutAnswer.Key
  ) throws -> LayoutResult {
    let result =
      switch nodes[node].display {
      case .grid: try layOutGrid(of: node, request)
      case .block: try layOutBlock(of: node, request)
      default: try layOutItems(of: node, request)
      }
    let known = answers.find(key, in: &boxes[node])
    boxes[node].run = known >= 0 ? known : answers.insert(result, to: key, in: &boxes[node])
    boxes[node].isSettled = false
    return result
  }

  /// The min-content or max-content border-box width of a node, without regard to its own sizes
  /// (§9.9.1).
  ///
  /// `height` is the definite border-box height, where the node has one.
  mutating func contentWidth(
    of node: Int, _ question: LayoutAnswer.Question, basis: PercentBasis, height: Double
  ) throws -> Double {
    let style = nodes[node]
    if style.kind == .leaf { return style.edges(against: basis.width).horizontal }
    if style.isSelfContained {
      let isMinimum = question == .minContentWidth
      let known = isMinimum ? boxes[node].minContentWidth : boxes[node].maxContentWidth
      if known.isDefinite { return known }
      let width = try newContentWidth(of: node, question, basis: basis, height: height)
      if isMinimum {
        boxes[node].minContentWidth = width
      } else {
        boxes[node].maxContentWidth = width
      }
      return width
    }
    let key = LayoutAnswer.Key(
      question: question, width: .indefinite,
      height: style.isHeightSensitive ? height : .indefinite,
      context: NodeContext(
        percentHeight: .indefinite, basis: style.usesPercent ? basis : .indefinite))
    let known = answers.find(key, in: &boxes[node])
    if known >= 0 { return answers.answers[Int(known)].result.height }
    let width = try newContentWidth(of: node, question, basis: basis, height: height)
    let result = LayoutResult(height: width, contentHeight: width, baseline: .indefinite)
    _ = answers.insert(result, to: key, in: &boxes[node])
    return width
  }

  private mutating func newContentWidth(
    of node: Int, _ question: LayoutAnswer.Question, basis: PercentBasis, height: Double
  ) throws -> Double {
    if nodes[node].kind == .measuredLeaf {
      return try measuredWidth(of: node, question, basis: basis)
    }
    return switch nodes[node].display {
    case .grid: try gridWidth(of: node, question, basis: basis, height: height)
    case .block: try blockWidth(of: node, question, basis: basis, height: height)
    default: try containerWidth(of: node, question, basis: basis, height: height)
    }
  }

  /// The width of a node that takes what it needs of the available width (§9.9: fit-content).
  mutating func fitContentWidth(
    of node: Int, available: Double, basis: PercentBasis, height: Double
  ) throws -> Double {
    let widest = try contentWidth(of: node, .maxContentWidth, basis: basis, height: height)
    if !available.isDefinite || widest <= available { return widest }
    let least = try contentWidth(of: node, .minContentWidth, basis: basis, height: height)
    return max(least, available)
  }

  @inline(__always)
  func key(for node: Int, _ request: LayoutRequest) -> LayoutAnswer.Key {
    let style = nodes[node]
    return LayoutAnswer.Key(
      question: request.needsBaseline ? .baseline : .layout, width: request.width,
      height: request.height,
      context: NodeContext(
        percentHeight: style.isHeightSensitive ? request.percentHeight : .indefinite,
        basis: style.usesPercent ? request.basis : .indefinite))
  }
}

/// The answers of leaves.
extension FlexLayouter {
  func emptyLeafResult(_ node: Int, _ request: LayoutRequest) -> LayoutResult {
    let edges = nodes[node].edges(against: request.basis.width).vertical
    return result(of: node, contentHeight: edges, edges: edges, request, baseline: .indefinite)
  }

  /// The height and baseline of measured content at a width; the height does not change either.
  mutating func measuredLeafResult(
    _ node: Int, _ request: LayoutRequest
  ) throws -> LayoutResult {
    let edges = nodes[node].edges(against: request.basis.width)
    let width = max(request.width - edges.horizontal, 0)
    let key = leafKey(width: width)
    let content: LayoutResult
    let known = answers.find(key, in: &boxes[node])
    if known >= 0 {
      content = answers.answers[Int(known)].result
    } else {
      content = try measured(node, .exactly(width)).content
      _ = answers.insert(content, to: key, in: &boxes[node])
    }
    return result(
      of: node, contentHeight: content.height + edges.vertical, edges: edges.vertical, request,
      baseline: content.baseline + edges.top)
  }

  /// The width of measured content, with padding and border.
  mutating func measuredWidth(
    of node: Int, _ question: LayoutAnswer.Question, basis: PercentBasis
  ) throws -> Double {
    let edges = nodes[node].edges(against: basis.width).horizontal
    let extent: FlexExtent = question == .minContentWidth ? .minContent : .undefined
    let measurement = try measured(node, extent)
    // The same content at the width it asked for has the same height: no second measurement.
    let key = leafKey(width: measurement.width)
    if answers.find(key, in: &boxes[node]) < 0 {
      _ = answers.insert(measurement.content, to: key, in: &boxes[node])
    }
    return measurement.width + edges
  }

  /// Questions about content boxes have no percentages, so the key is the width alone.
  private func leafKey(width: Double) -> LayoutAnswer.Key {
    LayoutAnswer.Key(
      question: .layout, width: width, height: .indefinite, context: .indefinite)
  }

  private func result(
    of node: Int, contentHeight: Double, edges: Double, _ request: LayoutRequest, baseline: Double
  ) -> LayoutResult {
    var height = request.height
    if !height.isDefinite {
      let limits = nodes[node].heightLimits(edges: edges, against: request.basis.height)
      height = contentHeight.clamped(limits.minimum, limits.maximum)
    }
    return LayoutResult(height: height, contentHeight: contentHeight, baseline: baseline)
  }

  /// Asks the closure and repairs what it answers: this is the one place that calls it.
  private mutating func measured(
    _ node: Int, _ width: FlexExtent
  ) throws -> (width: Double, content: LayoutResult) {
    measureCallCount += 1
    let answer = try measure(
      FlexNodeID(index: node), FlexMeasureConstraint(width: width, height: .undefined))
    let height = Self.repaired(answer.size.height)
    let baseline = answer.firstBaseline ?? .indefinite
    return (
      Self.repaired(answer.size.width),
      LayoutResult(
        height: height, contentHeight: height,
        baseline: baseline.isFinite
          ? baseline.clamped(-FlexStyle.maximumLength, FlexStyle.maximumLength) : .indefinite)
    )
  }

  private static func repaired(_ extent: Double) -> Double {
    extent >= 0 ? min(extent, FlexStyle.maximumLength) : 0
  }
}

/// The size a node is laid out at, of its border box.
struct LayoutRequest: BitwiseCopyable {
  /// The width, which is always given: widths are decided before the layout inside them.
  var width: Double
  /// The height, or indefinite for the height of the content within the node's own limits.
  var height: Double
  /// The height that percentages of children refer to, of the border box too; or indefinite.
  ///
  /// It is `height` except where content makes a node higher than its aspect ratio.
  var percentHeight: Double
  var basis: PercentBasis
  /// Whether the caller reads the baseline, which costs a look into the first line.
  var needsBaseline = false
}

/// What a node answers to a ``LayoutRequest``.
struct LayoutResult: BitwiseCopyable {
  /// The border-box height: the requested one, or that of the content within the node's limits.
  var height: Double
  /// The border-box height of the content alone, before minimum and maximum.
  var contentHeight: Double
  /// From the top of the border box to the first baseline; indefinite where there is none.
  var baseline: Double
}

/// What a node depends on outside of it: what percentages refer to.
struct NodeContext: BitwiseCopyable {
  /// The height that percentages of children refer to, or indefinite.
  var percentHeight: Double
  /// The extents that the node's own percentages refer to.
  var basis: PercentBasis

  static let indefinite = NodeContext(percentHeight: .indefinite, basis: .indefinite)

  /// Equality by bits, since indefinite extents must match.
  @inline(__always)
  func matches(_ other: NodeContext) -> Bool {
    percentHeight.bitPattern == other.percentHeight.bitPattern && basis.matches(other.basis)
  }
}

/// The extents that percentages of a node refer to: the content box of its container.
struct PercentBasis: BitwiseCopyable {
  var width: Double
  var height: Double

  static let indefinite = PercentBasis(width: .indefinite, height: .indefinite)

  /// Equality by bits, since indefinite extents must match.
  @inline(__always)
  func matches(_ other: PercentBasis) -> Bool {
    width.bitPattern == other.width.bitPattern && height.bitPattern == other.height.bitPattern
  }
}

extension PercentBasis {
  /// The containing block of the root; extents below 0 or not finite count as indefinite.
  init(_ available: FlexAvailable) {
    self.init(
      width: Self.definite(available.width), height: Self.definite(available.height))
  }

  private static func definite(_ extent: Double?) -> Double {
    guard let extent, extent >= 0, extent.isFinite else { return .indefinite }
    return min(extent, FlexStyle.maximumLength)
  }
}
