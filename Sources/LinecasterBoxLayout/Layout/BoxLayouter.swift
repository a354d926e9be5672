internal import LinecasterBase

/// The layout of one tree: the state that the algorithms share, and the two queries by which they
/// call each other.
///
/// Widths are decided before the layout inside them; heights may follow from it. So a node answers
/// two queries: its min-content and max-content widths (`contentWidth`), and its height at a
/// width (`layOut`). Answers are cached per node. Each folder beside this file extends it with one
/// algorithm: flex, grid, block and absolute positioning. Scratch memory is two stacks: nested
/// containers push their items above those of their parents.
struct BoxLayouter {
  typealias Measure = (BoxID, BoxConstraint) throws -> BoxMeasurement

  let nodes: NodeTable
  /// The rows and columns of grids, by the index that their styles have.
  let templates: [SharedTemplate]
  let measure: Measure
  let boxes: Arena<NodeBox>
  let contexts: NodeContexts
  var cache: LayoutCache
  let items: Arena<FlexItem>
  let lines: Arena<FlexLine>
  var itemCount = 0
  var lineCount = 0
  var measureCallCount = 0
  /// The lines of grids whose absolutely positioned children may refer to them.
  var gridLines: [Int: GridLines] = [:]
  /// The placements of grid items that depend on styles alone.
  var placements: [Int: GridPlacement]
  /// The tracks of subgrids.
  var subgrids: [Int: SubgridSpan] = [:]
  /// The collapsed margins of blocks among blocks.
  var blockMargins: [Int: BlockMargins] = [:]
  /// The static positions of absolutely positioned children of blocks, relative to their parents.
  var staticPositions: [Int: Point] = [:]

  /// - Parameter boxes: the state from earlier layouts of the tree, like `contexts`, `cache` and
  ///   `placements`.
  init(
    _ nodes: NodeTable, templates: [SharedTemplate], boxes: Arena<NodeBox>, contexts: NodeContexts,
    cache: LayoutCache, placements: consuming [Int: GridPlacement], measure: @escaping Measure
  ) {
    self.placements = placements
    self.nodes = nodes
    self.templates = templates
    self.boxes = boxes
    self.contexts = contexts
    self.cache = cache
    self.measure = measure
    (items, lines) = Arena.pair(count: nodes[0].room)
  }

  /// Frees the scratch memory.
  func deallocate() { items.deallocate() }

}

/// The two queries of a node, through the cache.
extension BoxLayouter {
  /// Returns the height and baseline of a node at a given width.
  mutating func layOut(_ node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    switch nodes[node].kind {
    case .leaf: return emptyLeafResult(node, request)
    case .measuredLeaf:
      return nodes[node].isVertical
        ? try verticalLeafResult(node, request) : try measuredLeafResult(node, request)
    case .container: break
    }
    let key = key(for: node, request)
    let known = cache.find(key, in: &boxes[node])
    if known >= 0 { return cache.entries[Int(known)].result }
    return try run(node, request, key)
  }

  /// Lays out the items of a node; their boxes are then those of this request.
  mutating func run(
    _ node: Int, _ request: LayoutRequest, _ key: LayoutCache.Key
  ) throws -> LayoutResult {
    let result =
      switch nodes[node].display {
      case .grid: try layOutGrid(of: node, request)
      case .block: try layOutBlock(of: node, request)
      default: try layOutItems(of: node, request)
      }
    let known = cache.find(key, in: &boxes[node])
    boxes[node].run = known >= 0 ? known : cache.insert(result, to: key, in: &boxes[node])
    boxes[node].isSettled = false
    return result
  }

  /// Returns the min-content or max-content border-box width of a node, ignoring its own sizes
  /// (§9.9.1).
  ///
  /// `height` is the definite border-box height, or indefinite.
  mutating func contentWidth(
    of node: Int, _ query: LayoutCache.Query, basis: PercentBasis, height: Double
  ) throws -> Double {
    let style = nodes[node]
    if style.kind == .leaf { return style.edges(against: basis.width).horizontal }
    if style.isSelfContained {
      let isMinimum = query == .minContentWidth
      let known = isMinimum ? boxes[node].minContentWidth : boxes[node].maxContentWidth
      if known.isDefinite { return known }
      let width = try newContentWidth(of: node, query, basis: basis, height: height)
      if isMinimum {
        boxes[node].minContentWidth = width
      } else {
        boxes[node].maxContentWidth = width
      }
      return width
    }
    let key = LayoutCache.Key(
      query: query, width: .indefinite,
      height: style.isHeightSensitive ? height : .indefinite,
      context: NodeContext(
        percentHeight: .indefinite, basis: style.usesPercent ? basis : .indefinite))
    let known = cache.find(key, in: &boxes[node])
    if known >= 0 { return cache.entries[Int(known)].result.height }
    let width = try newContentWidth(of: node, query, basis: basis, height: height)
    let result = LayoutResult(height: width, contentHeight: width, baseline: .indefinite)
    _ = cache.insert(result, to: key, in: &boxes[node])
    return width
  }

  private mutating func newContentWidth(
    of node: Int, _ query: LayoutCache.Query, basis: PercentBasis, height: Double
  ) throws -> Double {
    if nodes[node].kind == .measuredLeaf {
      return nodes[node].isVertical
        ? try verticalWidth(of: node, basis: basis, height: height)
        : try measuredWidth(of: node, query, basis: basis)
    }
    return switch nodes[node].display {
    case .grid: try gridWidth(of: node, query, basis: basis, height: height)
    case .block: try blockWidth(of: node, query, basis: basis, height: height)
    default: try containerWidth(of: node, query, basis: basis, height: height)
    }
  }

  /// Returns the fit-content width of a node: as much of the available width as it needs (§9.9).
  mutating func fitContentWidth(
    of node: Int, available: Double, basis: PercentBasis, height: Double
  ) throws -> Double {
    let widest = try contentWidth(of: node, .maxContentWidth, basis: basis, height: height)
    if !available.isDefinite || widest <= available { return widest }
    let least = try contentWidth(of: node, .minContentWidth, basis: basis, height: height)
    return max(least, available)
  }

  @inline(__always)
  func key(for node: Int, _ request: LayoutRequest) -> LayoutCache.Key {
    let style = nodes[node]
    return LayoutCache.Key(
      query: request.needsBaseline ? .baseline : .layout, width: request.width,
      height: request.height,
      context: NodeContext(
        percentHeight: style.isHeightSensitive ? request.percentHeight : .indefinite,
        basis: style.usesPercent ? request.basis : .indefinite))
  }
}
