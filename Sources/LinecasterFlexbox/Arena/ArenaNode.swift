/// A node of the arena as the layout reads it.
///
/// It is two addresses, so taking one copies nothing. Both are of arrays that the layout holds on
/// to for longer than any of these lives.
@safe struct ArenaNode {
  private let record: UnsafePointer<NodeRecord>
  private let extras: UnsafePointer<StyleExtras>

  @inline(__always)
  init(_ record: UnsafePointer<NodeRecord>, _ extras: UnsafePointer<StyleExtras>) {
    unsafe self.record = record
    unsafe self.extras = extras
  }

  @inline(__always) private var extra: UnsafePointer<StyleExtras> {
    unsafe extras + Int(record.pointee.extra)
  }

  @inline(__always) var parent: Int { unsafe Int(record.pointee.parent) }
  @inline(__always) var end: Int { unsafe Int(record.pointee.end) }
  @inline(__always) var room: Int { unsafe Int(record.pointee.room + record.pointee.childCount) }
  @inline(__always) var flags: NodeFlags { unsafe record.pointee.flags }
  @inline(__always) var kind: NodeRecord.Kind { unsafe record.pointee.kind }
  @inline(__always) var display: FlexDisplay { unsafe record.pointee.display }
  @inline(__always) var position: FlexPosition { unsafe record.pointee.position }
  @inline(__always) var direction: FlexDirection { unsafe record.pointee.direction }
  @inline(__always) var wrap: FlexWrap { unsafe record.pointee.wrap }
  @inline(__always) var justifyContent: FlexJustify { unsafe record.pointee.justifyContent }
  @inline(__always) var alignItems: FlexAlign { unsafe record.pointee.alignItems }
  @inline(__always) var alignSelf: FlexAlign? { unsafe record.pointee.alignSelf }
  @inline(__always) var alignContent: FlexAlignContent { unsafe record.pointee.alignContent }
  @inline(__always) var overflowX: FlexOverflow { unsafe record.pointee.overflowX }
  @inline(__always) var overflowY: FlexOverflow { unsafe record.pointee.overflowY }
  @inline(__always) var grow: Double { unsafe record.pointee.grow }
  @inline(__always) var shrink: Double { unsafe record.pointee.shrink }
  @inline(__always) var width: FlexLength { unsafe record.pointee.width }
  @inline(__always) var height: FlexLength { unsafe record.pointee.height }
  @inline(__always) var minWidth: FlexLength { unsafe record.pointee.minWidth }
  @inline(__always) var minHeight: FlexLength { unsafe record.pointee.minHeight }
  @inline(__always) var maxWidth: FlexLength { unsafe record.pointee.maxWidth }
  @inline(__always) var maxHeight: FlexLength { unsafe record.pointee.maxHeight }
  @inline(__always) var basis: FlexLength { unsafe record.pointee.basis }
  @inline(__always) var margin: StyleEdges { unsafe record.pointee.margin }
  @inline(__always) var padding: StyleEdges { unsafe record.pointee.padding }
  @inline(__always) var border: StyleEdges { unsafe extra.pointee.border }
  @inline(__always) var inset: StyleEdges { unsafe extra.pointee.inset }
  @inline(__always) var rowGap: FlexLength { unsafe extra.pointee.rowGap }
  @inline(__always) var columnGap: FlexLength { unsafe extra.pointee.columnGap }
  @inline(__always) var aspectRatio: Double { unsafe extra.pointee.aspectRatio }
}

extension ArenaNode {
  @inline(__always) var hasExtras: Bool { unsafe record.pointee.extra != 0 }
  @inline(__always) var isContentBox: Bool { flags.contains(.isContentBox) }
  @inline(__always) var isRightToLeft: Bool { flags.contains(.isRightToLeft) }
  @inline(__always) var hasYogaRules: Bool { flags.contains(.hasYogaRules) }
  @inline(__always) var usesPercent: Bool { flags.contains(.usesPercent) }
  @inline(__always) var usesKeywords: Bool { flags.contains(.usesKeywords) }
  @inline(__always) var isHeightSensitive: Bool { flags.contains(.isHeightSensitive) }
  /// Whether the content widths depend on nothing outside the node.
  @inline(__always) var isSelfContained: Bool {
    flags.isDisjoint(with: .dependent)
  }
  @inline(__always) var hasRatio: Bool { flags.contains(.hasRatio) }
}

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

/// The nodes of a tree as the layout reads them, by index.
///
/// It does not own them: ``withTable(of:resolved:_:)`` sees to it that the arrays outlive it.
@safe struct NodeTable {
  /// What the layout reads.
  private let records: UnsafePointer<NodeRecord>
  private let extras: UnsafePointer<StyleExtras>
  /// The nodes as they are in the tree.
  private let sources: UnsafePointer<NodeRecord>
  /// The memory of `records`, where it is a copy in which keywords are replaced.
  private let copy: UnsafeMutablePointer<NodeRecord>?
  let count: Int

  /// Reads the nodes of a tree without keywords while `body` runs.
  static func withTable<Result>(
    of tree: FlexTree, _ body: (NodeTable) throws -> Result
  ) rethrows -> Result {
    try unsafe tree.records.withUnsafeBufferPointer { sources in
      try unsafe tree.extras.withUnsafeBufferPointer { extras in
        guard let source = sources.baseAddress, let extra = extras.baseAddress else {
          preconditionFailure("only trees with a node are laid out")
        }
        return try body(
          unsafe NodeTable(
            records: source, extras: extra, sources: source, copy: nil, count: sources.count))
      }
    }
  }

  /// Reads the nodes of a tree while `body` runs.
  ///
  /// - Parameter resolved: a copy of the records, in which keywords are replaced.
  static func withTable<Result>(
    of tree: FlexTree, resolved: inout [NodeRecord], _ body: (NodeTable) throws -> Result
  ) rethrows -> Result {
    try withTable(of: tree) { table in
      try unsafe resolved.withUnsafeMutableBufferPointer { copy in
        guard let first = copy.baseAddress, copy.count == table.count else {
          return try body(table)
        }
        return try body(
          unsafe NodeTable(
            records: UnsafePointer(first), extras: table.extras, sources: table.sources,
            copy: first, count: copy.count))
      }
    }
  }

  @inline(__always)
  subscript(index: Int) -> ArenaNode {
    assert(index >= 0 && index < count)
    return unsafe ArenaNode(records + index, extras)
  }

  /// The node as it is in the tree.
  func source(_ index: Int) -> NodeRecord { unsafe sources[index] }

  /// Replaces a node in the copy.
  func replace(_ index: Int, by record: NodeRecord) {
    assert(index >= 0 && index < count)
    if let copy = unsafe copy { unsafe copy[index] = record }
  }
}
