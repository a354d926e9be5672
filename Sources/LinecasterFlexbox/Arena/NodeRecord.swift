/// A node in the arena: its place in the tree, and a ``FlexStyle`` in the form the layout reads,
/// with sides instead of start and end.
///
/// The initialiser is the one place where style values are checked, together with ``StyleExtras``.
/// Sizes, padding, border, gaps and flex factors below 0 and whatever is not finite become the
/// initial value.
struct NodeRecord: BitwiseCopyable, Equatable {
  /// The index of the parent, or -1.
  var parent: Int32
  /// The index after the last node of the subtree, which pre-order makes a range.
  var end: Int32
  /// The index of the extras, 0 for the initial ones.
  var extra: Int32 = 0
  /// The number of children, those of `contents` nodes included.
  var childCount: Int32 = 0
  /// The items that containers nested below need room for at once, at most.
  var room: Int32 = 0
  var flags: NodeFlags
  let kind: Kind

  let display: FlexDisplay
  let position: FlexPosition
  let direction: FlexDirection
  let wrap: FlexWrap
  let justifyContent: FlexJustify
  let alignItems: FlexAlign
  let alignSelf: FlexAlign?
  let alignContent: FlexAlignContent
  let overflowX, overflowY: FlexOverflow

  let grow, shrink: Double
  var width, height, minWidth, minHeight, maxWidth, maxHeight, basis: FlexLength
  var margin, padding: StyleEdges

  enum Kind: UInt8 {
    case container, leaf, measuredLeaf
  }

  @inline(__always)
  init(_ style: FlexStyle, kind: Kind, index: Int32, parent: Int32, isRightToLeft: Bool) {
    self.parent = parent
    end = index + 1
    self.kind = kind
    display = style.display
    position = style.position
    direction = style.direction
    wrap = style.wrap
    justifyContent = style.justifyContent
    alignItems = style.alignItems
    alignSelf = style.alignSelf
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
    if isRightToLeft { flags.insert(.isRightToLeft) }
    if wrap != .nowrap, direction == .column || direction == .columnReverse {
      flags.insert(.isHeightSensitive)
    }
    // Most styles have points and `auto` alone, which need no second look.
    if !style.marks.isSubset(of: .extras) { check(style, isRightToLeft: isRightToLeft) }
  }

  @inline(__always)
  private static func factor(_ factor: Double, fallback: Double) -> Double {
    factor >= 0 ? min(factor, FlexStyle.maximumLength) : fallback
  }

  /// Sets lengths that are not plain.
  @inline(never)
  private mutating func check(_ style: FlexStyle, isRightToLeft: Bool) {
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

  /// Takes over the extras of the style.
  mutating func setExtras(_ extras: StyleExtras, index: Int) {
    extra = Int32(truncatingIfNeeded: index)
    flags.add(extras)
  }
}

/// What a container learns from the nodes inside it.
extension NodeRecord {
  /// Takes in a child that is added.
  @inline(__always)
  mutating func add(childWith flags: NodeFlags) {
    childCount += 1
    self.flags.formUnion(flags.intersection(.isHeightSensitive))
  }

  /// Takes in a child container that is complete.
  @inline(__always)
  mutating func enclose(
    _ flags: NodeFlags, childCount: Int32, room: Int32, isContents: Bool
  ) {
    self.flags.formUnion(flags.intersection(.isHeightSensitive))
    if isContents {
      self.childCount += childCount
      self.room = max(self.room, room)
      self.flags.formUnion(flags.intersection(.prefersSizes))
    } else {
      self.room = max(self.room, childCount + room)
    }
  }
}

/// The part of a style that most nodes leave at its initial value; the arena keeps it apart, so
/// that the nodes are small.
struct StyleExtras: BitwiseCopyable, Equatable {
  var border = StyleEdges.zero
  var inset = StyleEdges.auto
  var rowGap = FlexLength.zero
  var columnGap = FlexLength.zero
  private var ratio = FlexLength.auto

  /// Width divided by height, or indefinite.
  @inline(__always) var aspectRatio: Double { ratio.raw }

  /// What nodes without extras of their own share, the first element of every arena.
  static let initial = [StyleExtras()]

  init() {}

  init(_ style: FlexStyle, isRightToLeft: Bool) {
    border = StyleEdges(style.border, isRightToLeft: isRightToLeft).nonNegative
    inset = StyleEdges(style.inset, isRightToLeft: isRightToLeft)
    rowGap = style.rowGap.nonNegative(or: .zero)
    columnGap = style.columnGap.nonNegative(or: .zero)
    let ratio = style.aspectRatio ?? 0
    if ratio >= Self.leastRatio, ratio <= 1 / Self.leastRatio { self.ratio = .points(ratio) }
  }

  /// Ratios beyond this one, or its inverse, would turn a point into more than any length.
  private static let leastRatio = 1e-6
}

/// What is known of a node's style before any layout.
struct NodeFlags: OptionSet {
  let rawValue: UInt16

  static let isContentBox = NodeFlags(rawValue: 1)
  static let isRightToLeft = NodeFlags(rawValue: 1 << 1)
  static let hasYogaRules = NodeFlags(rawValue: 1 << 2)
  /// The containing block's extents take part in the node's own layout.
  static let usesPercent = NodeFlags(rawValue: 1 << 3)
  /// A size is a keyword other than `auto`.
  static let usesKeywords = NodeFlags(rawValue: 1 << 4)
  /// A definite height of the node can change the layout inside it.
  static let isHeightSensitive = NodeFlags(rawValue: 1 << 5)
  /// Padding is points, and there is no border.
  static let hasPlainEdges = NodeFlags(rawValue: 1 << 6)
  /// Margins are points.
  static let hasPlainMargin = NodeFlags(rawValue: 1 << 10)
  /// Sizes are points or `auto`, and those of the border box.
  static let hasPlainSizes = NodeFlags(rawValue: 1 << 11)
  static let hasRatio = NodeFlags(rawValue: 1 << 7)
  /// A child has a basis, and a size that goes before it while the main size is indefinite.
  static let prefersSizes = NodeFlags(rawValue: 1 << 8)
  /// An absolutely positioned node below refers to a box further up than this node's.
  static let isLeftByAbsolute = NodeFlags(rawValue: 1 << 9)

  /// The layout inside depends on more than the node's width and height.
  static let dependent: NodeFlags = [.usesPercent, .isHeightSensitive]
  static let special: NodeFlags = [.usesPercent, .isHeightSensitive, .usesKeywords]

  init(rawValue: UInt16) { self.rawValue = rawValue }

  /// What lengths of a style mean that are not all points and `auto`.
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

  private mutating func addSize(_ size: FlexLength, isHeight: Bool) {
    if size.isPlain { return }
    remove(.hasPlainSizes)
    if size.isKeyword { formUnion(.special) }
    if size.isPercent { formUnion(isHeight ? [.usesPercent, .isHeightSensitive] : .usesPercent) }
  }

  /// What the extras of the style mean.
  mutating func add(_ extras: StyleExtras) {
    if !extras.border.isZero { remove(.hasPlainEdges) }
    if extras.border.usesPercent { insert(.usesPercent) }
    if extras.aspectRatio.isDefinite { formUnion([.hasRatio, .isHeightSensitive]) }
    if extras.rowGap.isPercent || extras.inset.top.isPercent || extras.inset.bottom.isPercent {
      insert(.isHeightSensitive)
    }
  }
}
