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
