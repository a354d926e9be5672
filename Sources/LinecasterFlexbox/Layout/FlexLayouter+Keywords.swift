/// CSS Sizing 3 §2.1 and CSS Sizing 4 §4: sizes by keyword, such as `max-content`.
///
/// In a style that uses them they are replaced by points, in the layouter's own copy, each time
/// the container of the node sizes it. Heights of the content are no points before the width is
/// known: those of `height` and `basis` stay as they are, which means the content's height without
/// stretching, and those of the limits are found late (``contentLimits(of:width:basis:edges:)``).
extension FlexLayouter {
  /// Replaces the keywords of a node.
  ///
  /// - Parameters:
  ///   - width: the room for the margin box, or indefinite.
  ///   - height: the same across.
  mutating func resolveKeywords(
    of node: Int, width: Double, height: Double, basis: PercentBasis
  ) throws {
    guard sources[node].usesKeywords else { return }
    var style = sources[node]
    let edges = style.edges(against: basis.width)
    let margin = style.margin.resolved(against: basis.width)
    let definiteHeight = style.definiteSize(
      isRow: false, edges: edges.vertical, against: basis.height)
    let room = (width: width - margin.horizontal, height: height - margin.vertical)
    func inner(_ length: Double, _ edges: Double) -> FlexLength {
      length.isDefinite ? .points(max(style.isContentBox ? length - edges : length, 0)) : .auto
    }
    for path in Self.widths {
      guard let keyword = style[keyPath: path].keyword else { continue }
      let length = try keywordWidth(
        keyword, of: node, available: room.width, basis: basis, height: definiteHeight)
      style[keyPath: path] = inner(length, edges.horizontal)
    }
    for path in Self.heights where style[keyPath: path].keyword == .stretch {
      style[keyPath: path] = inner(room.height, edges.vertical)
    }
    if let keyword = style.basis.keyword, keyword != .content, let parent = flexParent(of: node) {
      let length =
        parent.isRow
        ? try keywordWidth(
          keyword, of: node, available: room.width, basis: basis, height: definiteHeight)
        : (keyword == .stretch && !parent.hasYogaRules ? room.height : .indefinite)
      style.basis =
        length.isDefinite
        ? inner(length, parent.isRow ? edges.horizontal : edges.vertical)
        : (parent.hasYogaRules ? .auto : .content)
    }
    styles[node] = style
  }

  private static var widths: [WritableKeyPath<NodeStyle, FlexLength>] {
    [\.width, \.minWidth, \.maxWidth]
  }

  private static var heights: [WritableKeyPath<NodeStyle, FlexLength>] {
    [\.height, \.minHeight, \.maxHeight]
  }

  private func flexParent(of node: Int) -> NodeStyle? {
    nodes[node].parent >= 0 ? styles[boxParent(of: node)] : nil
  }

  /// The border-box width that a keyword stands for; indefinite where it acts as `auto`.
  private mutating func keywordWidth(
    _ keyword: FlexLength.Keyword, of node: Int, available: Double, basis: PercentBasis,
    height: Double
  ) throws -> Double {
    switch keyword {
    case .content, .none: return .indefinite
    case .stretch: return available
    case .minContent:
      return try contentWidth(of: node, .minContentWidth, basis: basis, height: height)
    case .maxContent:
      return try contentWidth(of: node, .maxContentWidth, basis: basis, height: height)
    case .fitContent:
      return try fitContentWidth(of: node, available: available, basis: basis, height: height)
    }
  }

  /// The least and greatest border-box heights at a width, of a style that may limit them by the
  /// content.
  mutating func contentLimits(
    of node: Int, width: Double, basis: PercentBasis, edges: Double
  ) throws -> (minimum: Double, maximum: Double) {
    var limits = styles[node].heightLimits(edges: edges, against: basis.height)
    guard styles[node].usesKeywords else { return limits }
    let isMinimum = styles[node].minHeight.isKeyword
    let isMaximum = styles[node].maxHeight.isKeyword
    guard isMinimum || isMaximum else { return limits }
    let request = LayoutRequest(
      width: width, height: .indefinite, percentHeight: .indefinite, basis: basis)
    let content = try layOut(node, request).contentHeight
    if isMinimum { limits.minimum = max(limits.minimum, content) }
    if isMaximum { limits.maximum = content }
    return limits
  }
}
