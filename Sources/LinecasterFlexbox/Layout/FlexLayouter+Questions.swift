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
    let result = try layOutItems(of: node, request)
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
    nodes[node].kind == .measuredLeaf
      ? try measuredWidth(of: node, question, basis: basis)
      : try containerWidth(of: node, question, basis: basis, height: height)
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
