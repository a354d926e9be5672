/// The properties by axis, where `isRow` asks for the horizontal one.
extension ArenaNode {
  @inline(__always) var isRow: Bool { direction == .row || direction == .rowReverse }
  @inline(__always) var wrapsColumns: Bool { !isRow && wrap != .nowrap }
  @inline(__always) var isOutOfFlow: Bool { position == .absolute }

  @inline(__always)
  func size(isRow: Bool) -> FlexLength { isRow ? width : height }
  @inline(__always)
  func minimum(isRow: Bool) -> FlexLength { isRow ? minWidth : minHeight }
  @inline(__always)
  func maximum(isRow: Bool) -> FlexLength { isRow ? maxWidth : maxHeight }
  @inline(__always)
  func clips(isRow: Bool) -> Bool { (isRow ? overflowX : overflowY) != .visible }

  /// A length of the style as an extent of the border box, given padding and border of that axis.
  @inline(__always)
  func borderBox(_ length: Double, edges: Double) -> Double {
    isContentBox ? length + edges : max(length, edges)
  }

  /// A border-box extent as a length of the style; `auto` where it is indefinite.
  func length(_ extent: Double, edges: Double) -> FlexLength {
    extent.isDefinite ? .points(max(isContentBox ? extent - edges : extent, 0)) : .auto
  }

  /// The border-box height that the aspect ratio gives to a border-box width.
  func height(forWidth width: Double, edges: ResolvedEdges) -> Double {
    if isContentBox {
      return max(width - edges.horizontal, 0) / aspectRatio + edges.vertical
    }
    return max(width / aspectRatio, edges.vertical)
  }

  /// The border-box width that the aspect ratio gives to a border-box height.
  func width(forHeight height: Double, edges: ResolvedEdges) -> Double {
    if isContentBox {
      return max(height - edges.vertical, 0) * aspectRatio + edges.horizontal
    }
    return max(height * aspectRatio, edges.horizontal)
  }
}

/// Lengths of the style in points, of the border box.
extension ArenaNode {
  /// Padding and border; their percentages are shares of the container's width.
  @inline(__always)
  func edges(against width: Double) -> ResolvedEdges {
    if flags.contains(.hasPlainEdges) { return padding.points }
    return padding.resolved(against: width) + border.resolved(against: width)
  }

  /// The least and greatest border-box heights; no maximum is indefinite.
  func heightLimits(edges: Double, against basis: Double) -> (minimum: Double, maximum: Double) {
    limits(isRow: false, edges: edges, against: basis)
  }

  /// The least and greatest extents along an axis, an automatic minimum counting as none.
  @inline(__always)
  func limits(
    isRow: Bool, edges: Double, against basis: Double
  ) -> (minimum: Double, maximum: Double) {
    let minimum = minimum(isRow: isRow).resolved(against: basis)
    let maximum = maximum(isRow: isRow).resolved(against: basis)
    return (
      minimum.isDefinite ? borderBox(minimum, edges: edges) : edges,
      maximum.isDefinite ? borderBox(maximum, edges: edges) : .indefinite
    )
  }

  /// The border-box extent that the style gives along an axis, or indefinite.
  @inline(__always)
  func definiteSize(isRow: Bool, edges: Double, against basis: Double) -> Double {
    let size = size(isRow: isRow).resolved(against: basis)
    return size.isDefinite ? borderBox(size, edges: edges) : .indefinite
  }
}
