/// CSS Sizing 4 §5: sizes that follow from the other one through the aspect ratio, and their
/// automatic minimum (§5.2), which keeps content from overflowing them.
extension BoxLayouter {
  /// Returns the border-box height that the aspect ratio gives to a width.
  mutating func ratioHeight(
    of node: Int, width: Double, edges: ResolvedEdges, basis: PercentBasis
  ) throws -> Double {
    let style = nodes[node]
    guard style.minHeight.isAuto, !style.clips(isRow: false) else {
      return style.height(forWidth: width, edges: edges)
    }
    return try ratioContentHeight(of: node, width: width, edges: edges, basis: basis)
  }

  /// Returns the height that the aspect ratio gives to a width, or that of the content at it if
  /// larger.
  ///
  /// Text fills the height it is given.
  mutating func ratioContentHeight(
    of node: Int, width: Double, edges: ResolvedEdges, basis: PercentBasis
  ) throws -> Double {
    let height = nodes[node].height(forWidth: width, edges: edges)
    guard nodes[node].kind == .container else { return height }
    let request = LayoutRequest(width: width, height: height, percentHeight: height, basis: basis)
    return max(height, try layOut(node, request).contentHeight)
  }

  /// Returns the border-box width that the aspect ratio gives to a height, unless another is
  /// preferred.
  mutating func ratioWidth(
    of node: Int, height: Double, preferring preferred: Double = .indefinite,
    edges: ResolvedEdges, basis: PercentBasis
  ) throws -> Double {
    let style = nodes[node]
    let width = preferred.or(style.width(forHeight: height, edges: edges))
    guard style.minWidth.isAuto, !style.clips(isRow: true) else { return width }
    return max(
      width, try contentWidth(of: node, .minContentWidth, basis: basis, height: height))
  }

  /// Returns the limits of the height as limits of the width, by the aspect ratio (CSS Sizing 4
  /// §4.2.1).
  func transferredWidthLimits(
    of style: ArenaNode, edges: ResolvedEdges, against basis: Double
  ) -> (minimum: Double, maximum: Double) {
    guard style.hasRatio else { return (0, .indefinite) }
    let limits = style.heightLimits(edges: edges.vertical, against: basis)
    return (
      style.width(forHeight: limits.minimum, edges: edges),
      limits.maximum.isDefinite
        ? style.width(forHeight: limits.maximum, edges: edges) : .indefinite
    )
  }
}

/// CSS Sizing 3 §2.1 and CSS Sizing 4 §4: keyword sizes, for example `max-content`.
///
/// Keywords in a style are replaced by points, in the layouter's own copy, each time the container
/// of the node sizes it. Content-based heights are unknown before the width: those of `height` and
/// `basis` stay, and mean the content's height without stretching; those of the limits are found
/// late (``contentLimits(of:width:basis:edges:)``).
extension BoxLayouter {
  /// Replaces the keywords of a node.
  ///
  /// - Parameters:
  ///   - width: the room for the margin box, or indefinite.
  ///   - height: the same across.
  ///   - query: the width of the content that is asked for; `fit-content` is the narrowest width if
  ///     that is.
  mutating func resolveKeywords(
    of node: Int, width: Double, height: Double, basis: PercentBasis,
    _ query: LayoutCache.Query = .layout
  ) throws {
    guard nodes[node].usesKeywords else { return }
    var record = nodes.source(node)
    let style = nodes[node]
    let edges = style.edges(against: basis.width)
    let margin = style.margin.resolved(against: basis.width)
    let height = (
      room: height - margin.vertical, own: record.height.resolved(against: basis.height)
    )
    let query = KeywordQuery(
      node: node, available: width - margin.horizontal,
      isLeast: query == .minContentWidth, basis: basis,
      height: height.own.isDefinite
        ? style.borderBox(height.own, edges: edges.vertical) : .indefinite)
    for path in Self.widths {
      guard let keyword = record[keyPath: path].keyword else { continue }
      record[keyPath: path] = style.length(
        try keywordWidth(keyword, query), edges: edges.horizontal)
    }
    for path in Self.heights where record[keyPath: path].keyword == .stretch {
      record[keyPath: path] = style.length(height.room, edges: edges.vertical)
    }
    if let keyword = record.basis.keyword, keyword != .content, style.parent >= 0 {
      let parent = nodes[boxParent(of: node)]
      let isStretched = keyword == .stretch && !parent.hasYogaRules
      let basis =
        parent.isRow
        ? style.length(try keywordWidth(keyword, query), edges: edges.horizontal)
        : style.length(isStretched ? height.room : .indefinite, edges: edges.vertical)
      record.basis = !basis.isAuto ? basis : parent.hasYogaRules ? .auto : .content
    }
    nodes.replace(node, by: record)
  }

  /// The inputs that a size keyword is resolved against.
  private struct KeywordQuery {
    let node: Int
    /// The width for the border box.
    let available: Double
    /// Whether content is as narrow as possible.
    let isLeast: Bool
    let basis: PercentBasis
    /// The border-box height by style, or indefinite.
    let height: Double
  }

  private static var widths: [WritableKeyPath<NodeRecord, BoxLength>] {
    [\.width, \.minWidth, \.maxWidth]
  }

  private static var heights: [WritableKeyPath<NodeRecord, BoxLength>] {
    [\.height, \.minHeight, \.maxHeight]
  }

  /// Returns the border-box width of a keyword; indefinite if it acts as `auto`.
  private mutating func keywordWidth(
    _ keyword: BoxLength.Keyword, _ query: KeywordQuery
  ) throws -> Double {
    let (node, basis, height) = (query.node, query.basis, query.height)
    switch keyword {
    case .content, .none: return .indefinite
    case .stretch: return query.available
    case .minContent, .maxContent, .fitContent:
      guard nodes[node].hasRatio, height.isDefinite else { break }
      return try ratioWidth(
        of: node, height: height, edges: nodes[node].edges(against: basis.width), basis: basis)
    }
    switch keyword {
    case .minContent:
      return try contentWidth(of: node, .minContentWidth, basis: basis, height: height)
    case .maxContent:
      return try contentWidth(of: node, .maxContentWidth, basis: basis, height: height)
    case .fitContent where query.isLeast:
      return try contentWidth(of: node, .minContentWidth, basis: basis, height: height)
    case .fitContent:
      return try fitContentWidth(
        of: node, available: query.available, basis: basis, height: height)
    case .content, .none, .stretch: return .indefinite
    }
  }

  /// Returns the minimum and maximum border-box heights at a width, for a style with content-based
  /// limits.
  mutating func contentLimits(
    of node: Int, width: Double, basis: PercentBasis, edges: Double
  ) throws -> (minimum: Double, maximum: Double) {
    var limits = nodes[node].heightLimits(edges: edges, against: basis.height)
    guard nodes[node].usesKeywords else { return limits }
    let isMinimum = nodes[node].minHeight.isKeyword
    let isMaximum = nodes[node].maxHeight.isKeyword
    guard isMinimum || isMaximum else { return limits }
    let request = LayoutRequest(
      width: width, height: .indefinite, percentHeight: .indefinite, basis: basis)
    let content = try layOut(node, request).contentHeight
    if isMinimum { limits.minimum = max(limits.minimum, content) }
    if isMaximum { limits.maximum = content }
    return limits
  }
}
