internal import LinecasterBase

/// The sizes of leaves.
extension BoxLayouter {
  func emptyLeafResult(_ node: Int, _ request: LayoutRequest) -> LayoutResult {
    let edges = nodes[node].edges(against: request.basis.width).vertical
    return result(of: node, contentHeight: edges, edges: edges, request, baseline: .indefinite)
  }

  /// Returns the height and baseline of measured content at a width; the height does not change
  /// either.
  mutating func measuredLeafResult(
    _ node: Int, _ request: LayoutRequest
  ) throws -> LayoutResult {
    let edges = nodes[node].edges(against: request.basis.width)
    let width = max(request.width - edges.horizontal, 0)
    let key = leafKey(width: width)
    let content: LayoutResult
    let known = cache.find(key, in: &boxes[node])
    if known >= 0 {
      content = cache.entries[Int(known)].result
    } else {
      content = try measured(node, .exactly(width)).content
      _ = cache.insert(content, to: key, in: &boxes[node])
    }
    return result(
      of: node, contentHeight: content.height + edges.vertical, edges: edges.vertical, request,
      baseline: content.baseline + edges.top)
  }

  /// Returns the width of measured content, with padding and border.
  mutating func measuredWidth(
    of node: Int, _ query: LayoutCache.Query, basis: PercentBasis
  ) throws -> Double {
    let edges = nodes[node].edges(against: basis.width).horizontal
    let extent: BoxExtent = query == .minContentWidth ? .minContent : .undefined
    let measurement = try measured(node, extent)
    // The same content at its own width has the same height: no second measurement.
    let key = leafKey(width: measurement.width)
    if cache.find(key, in: &boxes[node]) < 0 {
      _ = cache.insert(measurement.content, to: key, in: &boxes[node])
    }
    return measurement.width + edges
  }

  /// Questions about content boxes have no percentages, so the key is the width alone.
  private func leafKey(width: Double) -> LayoutCache.Key {
    LayoutCache.Key(
      query: .layout, width: width, height: .indefinite, context: .indefinite)
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

  /// Calls the measure closure and repairs its result; this is the only call.
  private mutating func measured(
    _ node: Int, _ width: BoxExtent
  ) throws -> (width: Double, content: LayoutResult) {
    measureCallCount += 1
    let answer = try measure(
      BoxID(index: node), BoxConstraint(width: width, height: .undefined))
    let height = Self.repaired(answer.size.height)
    let baseline = answer.firstBaseline ?? .indefinite
    return (
      Self.repaired(answer.size.width),
      LayoutResult(
        height: height, contentHeight: height,
        baseline: baseline.isFinite
          ? baseline.clamped(-BoxStyle.maximumLength, BoxStyle.maximumLength) : .indefinite)
    )
  }

  private static func repaired(_ extent: Double) -> Double {
    extent >= 0 ? min(extent, BoxStyle.maximumLength) : 0
  }
}
