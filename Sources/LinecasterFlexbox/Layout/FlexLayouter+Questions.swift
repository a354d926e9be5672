/// The two questions a node answers, through the cache.
extension FlexLayouter {
  /// The height and baseline of a node at a given width.
  mutating func layOut(_ node: Int, _ request: LayoutRequest) throws -> LayoutResult {
    switch nodes[node].kind {
    case .leaf: return emptyLeafResult(node, request)
    case .measuredLeaf: return try measuredLeafResult(node, request)
    case .container: break
    }
    let key = key(for: node, request)
    if let answer = cache.answer(of: node, to: key) { return answer }
    let answer = try layOutItems(of: node, request)
    boxes[node].run = request
    boxes[node].runHeight = answer.height
    cache.insert(answer, of: node, to: key)
    return answer
  }

  /// The min-content or max-content border-box width of a node, without regard to its own sizes
  /// (§9.9.1).
  ///
  /// `height` is the definite border-box height, where the node has one.
  mutating func contentWidth(
    of node: Int, _ question: LayoutCache.Question, basis: PercentBasis, height: Double
  ) throws -> Double {
    if nodes[node].kind == .leaf { return styles[node].edges(against: basis.width).horizontal }
    let key = LayoutCache.Key(
      question: question, width: .indefinite,
      height: nodes[node].isHeightSensitive ? height : .indefinite,
      basis: styles[node].usesPercent ? basis : .indefinite)
    if let answer = cache.answer(of: node, to: key) { return answer.height }
    let width =
      nodes[node].kind == .measuredLeaf
      ? try measuredWidth(of: node, question, basis: basis)
      : try containerWidth(of: node, question, basis: basis, height: height)
    cache.insert(
      LayoutResult(height: width, contentHeight: width, baseline: .indefinite), of: node, to: key)
    return width
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

  private func key(for node: Int, _ request: LayoutRequest) -> LayoutCache.Key {
    let isDefinite = request.percentHeight.isDefinite && nodes[node].isHeightSensitive
    let question: LayoutCache.Question =
      request.needsBaseline
      ? (isDefinite ? .baselineDefinite : .baseline) : (isDefinite ? .layoutDefinite : .layout)
    return LayoutCache.Key(
      question: question, width: request.width, height: request.height,
      basis: styles[node].usesPercent ? request.basis : .indefinite)
  }
}
