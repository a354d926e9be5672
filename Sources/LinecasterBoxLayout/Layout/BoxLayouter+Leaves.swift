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
    _ node: Int, _ width: BoxExtent, height: BoxExtent = .undefined
  ) throws -> (width: Double, content: LayoutResult) {
    measureCallCount += 1
    let answer = try measure(BoxID(index: node), BoxConstraint(width: width, height: height))
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

/// Leaves with vertical lines, orthogonal to the containers around them (CSS Writing Modes 3 §7.3).
///
/// The height is the length of the lines, and the width follows from it: all widths of the content
/// are that of its lines.
extension BoxLayouter {
  /// Returns the height for vertical lines; of the content, it is the length of the longest
  /// unbroken line.
  mutating func verticalLeafResult(
    _ node: Int, _ request: LayoutRequest
  ) throws -> LayoutResult {
    let edges = nodes[node].edges(against: request.basis.width).vertical
    let height =
      request.height.isDefinite
      ? request.height : try lineLength(of: node, basis: request.basis) + edges
    return LayoutResult(
      height: height, contentHeight: try vertical(node, .undefined).height + edges,
      baseline: .indefinite)
  }

  /// Returns the width of vertical lines in a height, or in their own one, with padding and border.
  mutating func verticalWidth(
    of node: Int, basis: PercentBasis, height: Double
  ) throws -> Double {
    let edges = nodes[node].edges(against: basis.width)
    let length =
      height.isDefinite
      ? max(height - edges.vertical, 0) : try lineLength(of: node, basis: basis)
    return try vertical(node, .exactly(length)).width + edges.horizontal
  }

  /// Returns the length of the shortest lines, with padding and border: the automatic minimum of
  /// the height.
  mutating func leastVerticalHeight(of node: Int, basis: PercentBasis) throws -> Double {
    try vertical(node, .minContent).height + nodes[node].edges(against: basis.width).vertical
  }

  /// Returns the length of the lines if no height is given: fit-content in the containing block,
  /// without its insets (§7.3.1), within the limits of the height.
  private mutating func lineLength(of node: Int, basis: PercentBasis) throws -> Double {
    let style = nodes[node]
    let edges = style.edges(against: basis.width).vertical
    var length = try vertical(node, .undefined).height
    var room = basis.height - style.margin.resolved(against: basis.width).vertical - edges
    if style.position == .absolute {
      room -= style.inset.top.resolvedOrZero(against: basis.height)
      room -= style.inset.bottom.resolvedOrZero(against: basis.height)
    }
    if room.isDefinite, length > room {
      length = max(try vertical(node, .minContent).height, room)
    }
    let limits = style.heightLimits(edges: edges, against: basis.height)
    return max((length + edges).clamped(limits.minimum, limits.maximum) - edges, 0)
  }

  /// Returns the size of the content in a height, measured once.
  private mutating func vertical(
    _ node: Int, _ height: BoxExtent
  ) throws -> (width: Double, height: Double) {
    let key = Self.verticalKey(height)
    let known = cache.find(key, in: &boxes[node])
    if known >= 0 {
      let result = cache.entries[Int(known)].result
      return (result.height, result.contentHeight)
    }
    let answer = try measured(node, .undefined, height: height)
    _ = cache.insert(
      LayoutResult(
        height: answer.width, contentHeight: answer.content.height, baseline: .indefinite),
      to: key, in: &boxes[node])
    return (answer.width, answer.content.height)
  }

  /// The key of a height; other questions about widths have no width themselves.
  private static func verticalKey(_ height: BoxExtent) -> LayoutCache.Key {
    let query: LayoutCache.Query =
      switch height {
      case .minContent: .minContentWidth
      case .undefined: .maxContentWidth
      case .atMost, .exactly: .layout
      }
    return LayoutCache.Key(
      query: query, width: 0, height: height.value ?? .indefinite, context: .indefinite)
  }
}
