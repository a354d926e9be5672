import LinecasterBase

/// A node in the arena: its place in the tree, and a ``BoxStyle`` in the form the layout reads,
/// with sides instead of start and end.
///
/// The initializer and ``StyleExtras`` are the only places that check style values. Negative sizes,
/// padding, border, gaps and flex factors, and values that are not finite, become the initial
/// value.
struct NodeRecord: BitwiseCopyable, Equatable {
  /// The index of the parent, or -1.
  var parent: Int32
  /// The index after the last node of the subtree, which is a range in pre-order.
  var end: Int32
  /// The index of the extras, 0 for the initial ones.
  var extra: Int32 = 0
  /// The number of children, including those of `contents` nodes.
  var childCount: Int32 = 0
  /// The maximum number of items that nested containers need space for at once.
  var room: Int32 = 0
  var flags: NodeFlags
  let kind: Kind

  let display: BoxDisplay
  let position: BoxPosition
  let direction: FlexDirection
  let wrap: FlexWrap
  let justifyContent: BoxJustify
  let alignItems: BoxAlign
  let alignSelf: BoxAlign?
  let alignContent: BoxAlignContent
  let overflowX, overflowY: BoxOverflow

  let grow, shrink: Double
  var width, height, minWidth, minHeight, maxWidth, maxHeight, basis: BoxLength
  var margin, padding: StyleEdges

  enum Kind: UInt8 {
    case container, leaf, measuredLeaf
  }

  @inline(__always)
  init(_ style: BoxStyle, kind: Kind, index: Int32, parent: Int32, isRightToLeft: Bool) {
    self.parent = parent
    end = index + 1
    self.kind = kind
    display = style.display
    position = style.position
    direction = style.direction
    wrap = style.wrap
    justifyContent = style.justifyContent
    alignItems = style.alignItems == .fill ? .stretch : style.alignItems
    alignSelf = style.alignSelf == .fill ? .stretch : style.alignSelf
    alignContent = style.alignContent
    overflowX = style.overflowX
    overflowY = style.overflowY
    grow = Self.factor(style.grow, fallback: 0)
    shrink = Self.factor(style.shrink, fallback: 1)
    width = style.width
    height = style.height
    minWidth = style.minWidth
    minHeight = style.minHeight
    maxWidth = style.maxWidth
    maxHeight = style.maxHeight
    basis = style.basis
    margin = StyleEdges(sidesOf: style.margin)
    padding = StyleEdges(sidesOf: style.padding)
    flags = [.hasPlainMargin, .hasPlainEdges, .hasPlainSizes]
    if style.rules == .yoga { flags.insert(.hasYogaRules) }
    if style.alignItems == .fill { flags.insert(.fillsItems) }
    if style.alignSelf == .fill { flags.insert(.fillsItself) }
    if isRightToLeft { flags.insert(.isRightToLeft) }
    if wrap != .nowrap, direction == .column || direction == .columnReverse {
      flags.insert(.isHeightSensitive)
    }
    // Most styles only have points and `auto`, which need no further checks.
    if !style.marks.isSubset(of: .extras) { check(style, isRightToLeft: isRightToLeft) }
  }

  @inline(__always)
  private static func factor(_ factor: Double, fallback: Double) -> Double {
    factor >= 0 ? min(factor, BoxStyle.maximumLength) : fallback
  }

  /// Sets lengths that are not plain.
  @inline(never)
  private mutating func check(_ style: BoxStyle, isRightToLeft: Bool) {
    width = style.width.nonNegative(or: .auto)
    height = style.height.nonNegative(or: .auto)
    minWidth = style.minWidth.nonNegative(or: .auto)
    minHeight = style.minHeight.nonNegative(or: .auto)
    maxWidth = style.maxWidth.nonNegative(or: .auto)
    maxHeight = style.maxHeight.nonNegative(or: .auto)
    basis = style.basis.nonNegative(or: .auto)
    margin = StyleEdges(style.margin, isRightToLeft: isRightToLeft)
    padding = StyleEdges(style.padding, isRightToLeft: isRightToLeft).nonNegative
    flags.setLengths(of: self, isContentBox: style.boxSizing == .contentBox)
  }

  /// Takes the extras of the style.
  mutating func setExtras(_ extras: StyleExtras, index: Int) {
    extra = Int32(truncatingIfNeeded: index)
    flags.add(extras)
  }
}

/// The properties that a container derives from its descendants.
extension NodeRecord {
  /// Includes an added child.
  @inline(__always)
  mutating func add(childWith flags: NodeFlags) {
    childCount += 1
    self.flags.formUnion(flags.intersection(.isHeightSensitive))
  }

  /// Includes a complete child container.
  @inline(__always)
  mutating func enclose(
    _ flags: NodeFlags, childCount: Int32, room: Int32, isContents: Bool
  ) {
    self.flags.formUnion(flags.intersection(.isHeightSensitive))
    if isContents {
      self.childCount += childCount
      self.room = max(self.room, room)
      self.flags.formUnion(flags.intersection([.prefersSizes, .ordersItems]))
    } else {
      self.room = max(self.room, childCount + room)
    }
  }
}

/// The rarely changed part of a style, stored apart to keep nodes small.
struct StyleExtras: BitwiseCopyable, Equatable {
  var border = StyleEdges.zero
  var inset = StyleEdges.auto
  var rowGap = BoxLength.zero
  var columnGap = BoxLength.zero
  private var ratio = BoxLength.auto
  var gridColumn = GridRange.auto
  var gridRow = GridRange.auto
  var order: Int32 = 0
  /// The index of the template of a grid; 0 for the initial one.
  var template: Int32 = 0
  var justifyItems = BoxAlign.stretch
  var justifySelf: BoxAlign?

  /// Width divided by height, or indefinite.
  @inline(__always) var aspectRatio: Double { ratio.raw }

  /// The shared extras of nodes without their own, the first element of every arena.
  static let initial = [StyleExtras()]

  init() {}

  init(_ style: BoxStyle, isRightToLeft: Bool) {
    border = StyleEdges(style.border, isRightToLeft: isRightToLeft).nonNegative
    inset = StyleEdges(style.inset, isRightToLeft: isRightToLeft)
    rowGap = style.rowGap.nonNegative(or: .zero)
    columnGap = style.columnGap.nonNegative(or: .zero)
    gridColumn = style.gridColumn
    gridRow = style.gridRow
    order = Int32(clamping: style.order)
    justifyItems = style.justifyItems
    justifySelf = style.justifySelf
    let ratio = style.aspectRatio ?? 0
    if ratio >= Self.leastRatio, ratio <= 1 / Self.leastRatio { self.ratio = .points(ratio) }
  }

  /// Ratios below this one, or above its inverse, would turn a point into more than any length.
  private static let leastRatio = 1e-6
}

/// The known properties of a node's style before any layout.
struct NodeFlags: OptionSet {
  let rawValue: UInt16

  static let isContentBox = NodeFlags(rawValue: 1)
  static let isRightToLeft = NodeFlags(rawValue: 1 << 1)
  static let hasYogaRules = NodeFlags(rawValue: 1 << 2)
  /// The node's own layout depends on the containing block's extents.
  static let usesPercent = NodeFlags(rawValue: 1 << 3)
  /// A size is a keyword other than `auto`.
  static let usesKeywords = NodeFlags(rawValue: 1 << 4)
  /// A definite height of the node can change its layout.
  static let isHeightSensitive = NodeFlags(rawValue: 1 << 5)
  /// Padding is points, and there is no border.
  static let hasPlainEdges = NodeFlags(rawValue: 1 << 6)
  /// Margins are points.
  static let hasPlainMargin = NodeFlags(rawValue: 1 << 10)
  /// Sizes are points or `auto`, and of the border box.
  static let hasPlainSizes = NodeFlags(rawValue: 1 << 11)
  static let hasRatio = NodeFlags(rawValue: 1 << 7)
  /// A child has a basis, and a size that takes precedence while the main size is indefinite.
  static let prefersSizes = NodeFlags(rawValue: 1 << 8)
  /// An absolutely positioned descendant refers to a box further up than this node's.
  static let isLeftByAbsolute = NodeFlags(rawValue: 1 << 9)
  /// An item has an order of its own.
  static let ordersItems = NodeFlags(rawValue: 1 << 12)
  /// Items of the grid fill their areas regardless of their aspect ratio.
  static let fillsItems = NodeFlags(rawValue: 1 << 13)
  /// The node fills its area regardless of its aspect ratio.
  static let fillsItself = NodeFlags(rawValue: 1 << 14)
  /// The content of a measured leaf has vertical lines.
  static let isVertical = NodeFlags(rawValue: 1 << 15)
  /// Vertical lines are at most as long as the containing block is high.
  static let vertical: NodeFlags = [.isVertical, .isHeightSensitive, .usesPercent]

  /// The layout depends on more than the node's width and height.
  static let dependent: NodeFlags = [.usesPercent, .isHeightSensitive]
  static let special: NodeFlags = [.usesPercent, .isHeightSensitive, .usesKeywords]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Sets the flags for lengths of a style that are not all points and `auto`.
  mutating func setLengths(of node: NodeRecord, isContentBox: Bool) {
    subtract([.hasPlainMargin, .hasPlainEdges])
    if node.margin.isPoints { insert(.hasPlainMargin) }
    if node.padding.isPoints { insert(.hasPlainEdges) }
    if node.padding.usesPercent { insert(.usesPercent) }
    if isContentBox {
      insert(.isContentBox)
      remove(.hasPlainSizes)
    }
    addSize(node.width, isHeight: false)
    addSize(node.minWidth, isHeight: false)
    addSize(node.maxWidth, isHeight: false)
    addSize(node.height, isHeight: true)
    addSize(node.minHeight, isHeight: true)
    addSize(node.maxHeight, isHeight: true)
    if node.basis.isPercent { insert(.isHeightSensitive) }
    if node.basis.isKeyword, !node.basis.isContent { formUnion(.special) }
  }

  private mutating func addSize(_ size: BoxLength, isHeight: Bool) {
    if size.isPlain { return }
    remove(.hasPlainSizes)
    if size.isKeyword { formUnion(.special) }
    if size.isPercent { formUnion(isHeight ? [.usesPercent, .isHeightSensitive] : .usesPercent) }
  }

  /// Adds the flags for the extras of the style.
  mutating func add(_ extras: StyleExtras) {
    if !extras.border.isZero { remove(.hasPlainEdges) }
    if extras.border.usesPercent { insert(.usesPercent) }
    if extras.aspectRatio.isDefinite { formUnion([.hasRatio, .isHeightSensitive]) }
    if extras.rowGap.isPercent || extras.inset.top.isPercent || extras.inset.bottom.isPercent {
      insert(.isHeightSensitive)
    }
  }
}

/// A node of the arena, as the layout reads it.
///
/// It consists of two addresses, so copies are cheap. Both point into arrays that the layout keeps
/// alive for longer.
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
  @inline(__always) var display: BoxDisplay { unsafe record.pointee.display }
  @inline(__always) var position: BoxPosition { unsafe record.pointee.position }
  @inline(__always) var direction: FlexDirection { unsafe record.pointee.direction }
  @inline(__always) var wrap: FlexWrap { unsafe record.pointee.wrap }
  @inline(__always) var justifyContent: BoxJustify { unsafe record.pointee.justifyContent }
  @inline(__always) var alignItems: BoxAlign { unsafe record.pointee.alignItems }
  @inline(__always) var alignSelf: BoxAlign? { unsafe record.pointee.alignSelf }
  @inline(__always) var alignContent: BoxAlignContent { unsafe record.pointee.alignContent }
  @inline(__always) var overflowX: BoxOverflow { unsafe record.pointee.overflowX }
  @inline(__always) var overflowY: BoxOverflow { unsafe record.pointee.overflowY }
  @inline(__always) var grow: Double { unsafe record.pointee.grow }
  @inline(__always) var shrink: Double { unsafe record.pointee.shrink }
  @inline(__always) var width: BoxLength { unsafe record.pointee.width }
  @inline(__always) var height: BoxLength { unsafe record.pointee.height }
  @inline(__always) var minWidth: BoxLength { unsafe record.pointee.minWidth }
  @inline(__always) var minHeight: BoxLength { unsafe record.pointee.minHeight }
  @inline(__always) var maxWidth: BoxLength { unsafe record.pointee.maxWidth }
  @inline(__always) var maxHeight: BoxLength { unsafe record.pointee.maxHeight }
  @inline(__always) var basis: BoxLength { unsafe record.pointee.basis }
  @inline(__always) var margin: StyleEdges { unsafe record.pointee.margin }
  @inline(__always) var padding: StyleEdges { unsafe record.pointee.padding }
  @inline(__always) var border: StyleEdges { unsafe extra.pointee.border }
  @inline(__always) var inset: StyleEdges { unsafe extra.pointee.inset }
  @inline(__always) var rowGap: BoxLength { unsafe extra.pointee.rowGap }
  @inline(__always) var columnGap: BoxLength { unsafe extra.pointee.columnGap }
  @inline(__always) var aspectRatio: Double { unsafe extra.pointee.aspectRatio }
  @inline(__always) var gridColumn: GridRange { unsafe extra.pointee.gridColumn }
  @inline(__always) var gridRow: GridRange { unsafe extra.pointee.gridRow }
  @inline(__always) var order: Int32 { unsafe extra.pointee.order }
  @inline(__always) var template: Int { unsafe Int(extra.pointee.template) }
  @inline(__always) var justifyItems: BoxAlign { unsafe extra.pointee.justifyItems }
  @inline(__always) var justifySelf: BoxAlign? { unsafe extra.pointee.justifySelf }
}

extension ArenaNode {
  @inline(__always) var hasExtras: Bool { unsafe record.pointee.extra != 0 }
  @inline(__always) var isContentBox: Bool { flags.contains(.isContentBox) }
  @inline(__always) var isRightToLeft: Bool { flags.contains(.isRightToLeft) }
  @inline(__always) var hasYogaRules: Bool { flags.contains(.hasYogaRules) }
  @inline(__always) var usesPercent: Bool { flags.contains(.usesPercent) }
  @inline(__always) var usesKeywords: Bool { flags.contains(.usesKeywords) }
  @inline(__always) var isHeightSensitive: Bool { flags.contains(.isHeightSensitive) }
  /// Whether the content widths are independent of everything outside the node.
  @inline(__always) var isSelfContained: Bool {
    flags.isDisjoint(with: .dependent)
  }
  @inline(__always) var hasRatio: Bool { flags.contains(.hasRatio) }
  @inline(__always) var isVertical: Bool { flags.contains(.isVertical) }
}

/// The properties by axis; `isRow` selects the horizontal one.
extension ArenaNode {
  @inline(__always) var isRow: Bool { direction == .row || direction == .rowReverse }
  @inline(__always) var wrapsColumns: Bool { !isRow && wrap != .nowrap }
  @inline(__always) var isOutOfFlow: Bool { position == .absolute }

  @inline(__always)
  func size(isRow: Bool) -> BoxLength { isRow ? width : height }
  @inline(__always)
  func minimum(isRow: Bool) -> BoxLength { isRow ? minWidth : minHeight }
  @inline(__always)
  func maximum(isRow: Bool) -> BoxLength { isRow ? maxWidth : maxHeight }
  @inline(__always)
  func clips(isRow: Bool) -> Bool { (isRow ? overflowX : overflowY) != .visible }

  /// Converts a length of the style to a border-box extent, given padding and border of that axis.
  @inline(__always)
  func borderBox(_ length: Double, edges: Double) -> Double {
    isContentBox ? length + edges : max(length, edges)
  }

  /// Converts a border-box extent to a length of the style; `auto` if it is indefinite.
  func length(_ extent: Double, edges: Double) -> BoxLength {
    extent.isDefinite ? .points(max(isContentBox ? extent - edges : extent, 0)) : .auto
  }

  /// Returns the border-box height by the aspect ratio for a border-box width, within the limit of
  /// lengths.
  func height(forWidth width: Double, edges: ResolvedEdges) -> Double {
    let extent = isContentBox ? max(width - edges.horizontal, 0) : width
    return borderBox(min(extent / aspectRatio, BoxStyle.maximumLength), edges: edges.vertical)
  }

  /// Returns the border-box width by the aspect ratio for a border-box height, within the limit of
  /// lengths, because nested ratios could grow with each level.
  func width(forHeight height: Double, edges: ResolvedEdges) -> Double {
    let extent = isContentBox ? max(height - edges.vertical, 0) : height
    return borderBox(min(extent * aspectRatio, BoxStyle.maximumLength), edges: edges.horizontal)
  }
}

/// Lengths of the style in points, of the border box.
extension ArenaNode {
  /// Padding and border; their percentages refer to the container's width.
  @inline(__always)
  func edges(against width: Double) -> ResolvedEdges {
    if flags.contains(.hasPlainEdges) { return padding.points }
    return padding.resolved(against: width) + border.resolved(against: width)
  }

  /// Returns the minimum and maximum border-box heights; the maximum is indefinite if there is no
  /// limit.
  func heightLimits(edges: Double, against basis: Double) -> (minimum: Double, maximum: Double) {
    limits(isRow: false, edges: edges, against: basis)
  }

  /// Returns the minimum and maximum extents along an axis; an automatic minimum counts as 0. Of
  /// limits that cross, the minimum is both (CSS 2 §10.4).
  @inline(__always)
  func limits(
    isRow: Bool, edges: Double, against basis: Double
  ) -> (minimum: Double, maximum: Double) {
    let minimum = minimum(isRow: isRow).resolved(against: basis)
    let maximum = maximum(isRow: isRow).resolved(against: basis)
    let least = minimum.isDefinite ? borderBox(minimum, edges: edges) : edges
    return (
      least, maximum.isDefinite ? max(borderBox(maximum, edges: edges), least) : .indefinite
    )
  }

  /// Returns the border-box extent by style along an axis, or indefinite.
  @inline(__always)
  func definiteSize(isRow: Bool, edges: Double, against basis: Double) -> Double {
    let size = size(isRow: isRow).resolved(against: basis)
    return size.isDefinite ? borderBox(size, edges: edges) : .indefinite
  }
}

/// The nodes of a tree by index, as the layout reads them.
///
/// It does not own them: ``withTable(of:resolved:_:)`` keeps the arrays alive.
@safe struct NodeTable {
  /// The nodes for the layout.
  private let records: UnsafePointer<NodeRecord>
  private let extras: UnsafePointer<StyleExtras>
  /// The nodes of the tree, unchanged.
  private let sources: UnsafePointer<NodeRecord>
  /// The memory of `records`, if it is a copy with keywords replaced.
  private let copy: UnsafeMutablePointer<NodeRecord>?
  let count: Int

  /// Calls `body` with the nodes of a tree without keywords.
  static func withTable<Result>(
    of tree: BoxTree, _ body: (NodeTable) throws -> Result
  ) rethrows -> Result {
    try unsafe tree.records.withUnsafeBufferPointer { sources in
      try unsafe tree.extras.withUnsafeBufferPointer { extras in
        guard let source = sources.baseAddress, let extra = extras.baseAddress else {
          preconditionFailure("a tree without nodes cannot be laid out")
        }
        return try body(
          unsafe NodeTable(
            records: source, extras: extra, sources: source, copy: nil, count: sources.count))
      }
    }
  }

  /// Calls `body` with the nodes of a tree.
  ///
  /// - Parameter resolved: a copy of the records for replacing keywords.
  static func withTable<Result>(
    of tree: BoxTree, resolved: inout [NodeRecord], _ body: (NodeTable) throws -> Result
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

  /// Whether keywords of styles are replaced during layout.
  var hasReplacements: Bool { unsafe copy != nil }

  /// Returns the node of the tree, unchanged.
  func source(_ index: Int) -> NodeRecord { unsafe sources[index] }

  /// Replaces a node in the copy.
  func replace(_ index: Int, by record: NodeRecord) {
    assert(index >= 0 && index < count)
    if let copy = unsafe copy { unsafe copy[index] = record }
  }
}
