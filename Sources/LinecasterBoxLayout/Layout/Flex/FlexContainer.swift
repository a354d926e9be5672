import LinecasterBase

/// The container during layout: its axes, its extents and its place in the scratch arrays.
struct FlexContainer: ~Copyable {
  let node: Int
  let isRow: Bool
  let isMultiLine: Bool
  /// Whether main-start is the right or bottom edge.
  let isMainReversed: Bool
  /// Whether cross-start is the right or bottom edge.
  let isCrossReversed: Bool
  /// Whether `start` of the main axis is its end: the direction is reversed.
  let swapsMainStart: Bool
  /// Whether `start` of the cross axis is its end: lines wrap in reverse.
  let swapsCrossStart: Bool
  /// Whether the size of an item takes precedence over its basis, as in Yoga while the main size is
  /// indefinite.
  let prefersSizes: Bool
  let alignItems: BoxAlign
  /// Padding and border.
  let edges: ResolvedEdges
  let innerWidth: Double
  /// The given inner height, or indefinite.
  let innerHeight: Double
  /// The base of the items' percentages.
  let itemBasis: PercentBasis
  let mainGap: Double
  let crossGap: Double
  /// The limits of an inner height that follows the content.
  let minInnerHeight: Double
  let maxInnerHeight: Double
  /// The inner extents in the container's axes; indefinite until they are determined.
  var innerMain: Double
  var innerCross: Double
  /// The extents of the content alone, if they are indefinite at first.
  var contentMain = Double.indefinite
  var contentCross = Double.indefinite
  /// The cross sizes of the lines before they stretch, and the gaps between them.
  var lineSum = 0.0
  /// The places in the scratch arrays.
  var items: Range<Int>
  var lines: Range<Int>

  init(node: Int, style: ArenaNode, request: LayoutRequest) {
    self.node = node
    isRow = style.isRow
    alignItems = style.alignItems
    isMultiLine = style.wrap != .nowrap
    swapsMainStart = style.direction == .rowReverse || style.direction == .columnReverse
    swapsCrossStart = style.wrap == .wrapReverse
    isMainReversed = swapsMainStart != (style.isRow && style.isRightToLeft)
    isCrossReversed = swapsCrossStart != (!style.isRow && style.isRightToLeft)
    let edges = style.edges(against: request.basis.width)
    self.edges = edges
    innerWidth =
      request.width.isDefinite ? max(request.width - edges.horizontal, 0) : .indefinite
    innerHeight = request.height.isDefinite ? max(request.height - edges.vertical, 0) : .indefinite
    itemBasis = PercentBasis(
      width: innerWidth,
      height: request.percentHeight.isDefinite
        ? max(request.percentHeight - edges.vertical, 0) : .indefinite)
    let rowGap = style.rowGap.resolvedOrZero(against: itemBasis.height)
    let columnGap = style.columnGap.resolvedOrZero(against: innerWidth)
    mainGap = style.isRow ? columnGap : rowGap
    crossGap = style.isRow ? rowGap : columnGap
    let limits = style.heightLimits(edges: edges.vertical, against: request.basis.height)
    minInnerHeight = limits.minimum - edges.vertical
    maxInnerHeight = limits.maximum - edges.vertical
    prefersSizes =
      style.flags.contains(.prefersSizes) && !(style.isRow ? innerWidth : innerHeight).isDefinite
    innerMain = style.isRow ? innerWidth : innerHeight
    innerCross = style.isRow ? innerHeight : innerWidth
    items = 0..<0
    lines = 0..<0
  }

  /// The base of the items' percentages along the main axis.
  @inline(__always) var mainBasis: Double { isRow ? itemBasis.width : itemBasis.height }
  /// The base of the items' percentages along the cross axis.
  @inline(__always) var crossBasis: Double { isRow ? itemBasis.height : itemBasis.width }
}

/// A line of the container during layout.
struct FlexLine: BitwiseCopyable {
  /// The places of its items in the scratch array.
  var items: Range<Int> { Int(firstItem)..<Int(endItem) }
  private let firstItem: Int32
  private let endItem: Int32
  /// The sum of the items' hypothetical outer main sizes and the gaps between them.
  var hypotheticalSum: Double
  var crossSize = 0.0
  var crossPosition = 0.0
  /// The distance from the cross-start edge of the line to the shared baseline.
  var ascent = 0.0
  /// The distance from the shared baseline to the far edge of the lowest item on it; indefinite if
  /// no item is on it.
  var descent = Double.indefinite

  init(items: Range<Int>, hypotheticalSum: Double) {
    firstItem = Int32(truncatingIfNeeded: items.lowerBound)
    endItem = Int32(truncatingIfNeeded: items.upperBound)
    self.hypotheticalSum = hypotheticalSum
  }
}

/// An item of the container during layout, in its axes; extents are of the border box.
struct FlexItem: ~Copyable {
  let node: Int32
  let align: BoxAlign
  var isFrozen = false
  /// Whether the automatic minimum is still unknown; until then `minMain` is a lower bound.
  var hasPendingMinimum = false
  /// Whether the base size is that of the content, which no automatic minimum exceeds.
  var isBaseFromContent = false
  /// Whether the cross size follows the line.
  var stretches = false
  /// Whether the main size is definite by style, so percentages inside may refer to it.
  var isMainDefinite = false
  /// Whether an aspect ratio ties the sizes together.
  let hasRatio: Bool
  var hasAutoMainStart = false
  var hasAutoMainEnd = false
  var hasAutoCrossStart = false
  var hasAutoCrossEnd = false

  let grow: Double
  let shrink: Double
  /// The flex base size.
  var base = 0.0
  /// The inner flex base size, which scales the shrink factor.
  var innerBase = 0.0
  var hypothetical = 0.0
  var target = 0.0
  var minMain = 0.0
  var maxMain = Double.indefinite
  var minCross = 0.0
  var maxCross = Double.indefinite
  /// The main size by style, or indefinite.
  var definiteMain = Double.indefinite
  /// The cross size by style or by a definite container it stretches in, or indefinite.
  var definiteCross = Double.indefinite
  var cross = Double.indefinite
  /// The cross size that an aspect ratio gives, or indefinite.
  var ratioCross = Double.indefinite
  /// Padding and border.
  var edges: ResolvedEdges
  var marginMainStart = 0.0
  var marginMainEnd = 0.0
  var marginCrossStart = 0.0
  var marginCrossEnd = 0.0
  var mainPosition = 0.0
  var crossPosition = 0.0
  /// The distance from the cross-start margin edge to the baseline, for baseline-aligned items.
  var ascent = 0.0

  @inline(__always)
  init(node: Int, style: ArenaNode, align: BoxAlign, edges: ResolvedEdges) {
    self.node = Int32(truncatingIfNeeded: node)
    self.align = align
    self.edges = edges
    grow = style.grow
    shrink = style.shrink
    hasRatio = style.hasRatio
  }

  @inline(__always)
  mutating func setMargins(main: (Double, Double), cross: (Double, Double)) {
    marginMainStart = main.0
    marginMainEnd = main.1
    marginCrossStart = cross.0
    marginCrossEnd = cross.1
  }

  /// Sets the hypothetical size from the base size and its limits.
  @inline(__always)
  mutating func setHypothetical(isRow: Bool) {
    hypothetical = base.clamped(minMain, maxMain)
    target = hypothetical
    innerBase = max(base - (isRow ? edges.horizontal : edges.vertical), 0)
  }

  /// Stretches the item across a line.
  @inline(__always)
  mutating func stretch(to lineSize: Double) {
    cross = (lineSize - crossMargins).clamped(minCross, maxCross)
  }

  @inline(__always) var mainMargins: Double { marginMainStart + marginMainEnd }
  @inline(__always) var outerCross: Double { cross + crossMargins }
  @inline(__always) var crossMargins: Double { marginCrossStart + marginCrossEnd }
  /// Whether the automatic minimum cannot raise the base size, so only shrinking needs it.
  @inline(__always) var isMinimumBelowBase: Bool { isBaseFromContent || definiteMain <= base }
  /// Whether the item takes part in the baseline alignment of its line.
  @inline(__always) var isOnBaseline: Bool { align == .baseline && !hasAutoCrossMargin }

  /// Returns the height that percentages inside the item refer to (§9.8), or indefinite.
  func percentHeight(in container: inout FlexContainer) -> Double {
    guard container.isRow else {
      return isMainDefinite || container.itemBasis.height.isDefinite ? target : .indefinite
    }
    return stretches || definiteCross.isDefinite ? cross : ratioCross
  }

  @inline(__always) var autoMainMarginCount: Int {
    (hasAutoMainStart ? 1 : 0) + (hasAutoMainEnd ? 1 : 0)
  }
  @inline(__always) var hasAutoCrossMargin: Bool { hasAutoCrossStart || hasAutoCrossEnd }
}

/// The sizes of an item's style in its container.
extension FlexItem {
  /// Sets border-box sizes of a style that only has points and `auto`.
  @inline(__always)
  mutating func setPlainSizes(
    _ style: ArenaNode, isRow: Bool, mainEdges: Double, crossEdges: Double
  ) {
    minMain = Self.least(style.minimum(isRow: isRow), mainEdges)
    maxMain = Self.plain(style.maximum(isRow: isRow), mainEdges)
    minCross = Self.least(style.minimum(isRow: !isRow), crossEdges)
    maxCross = Self.plain(style.maximum(isRow: !isRow), crossEdges)
    definiteMain = Self.plain(style.size(isRow: isRow), mainEdges)
    definiteCross = Self.plain(style.size(isRow: !isRow), crossEdges)
  }

  /// Returns a length of at least padding and border; indefinite if `auto`.
  @inline(__always)
  private static func plain(_ length: BoxLength, _ edges: Double) -> Double {
    length.raw < edges ? edges : length.raw
  }

  @inline(__always)
  private static func least(_ length: BoxLength, _ edges: Double) -> Double {
    length.raw > edges ? length.raw : edges
  }

  mutating func setSizes(
    _ style: ArenaNode, mainEdges: Double, crossEdges: Double, in container: inout FlexContainer
  ) {
    let isRow = container.isRow
    (minMain, maxMain) = style.limits(
      isRow: isRow, edges: mainEdges, against: container.mainBasis)
    (minCross, maxCross) = style.limits(
      isRow: !isRow, edges: crossEdges, against: container.crossBasis)
    definiteMain = style.definiteSize(
      isRow: isRow, edges: mainEdges, against: container.mainBasis)
    definiteCross = style.definiteSize(
      isRow: !isRow, edges: crossEdges, against: container.crossBasis)
  }
}

/// §9.7, for a single item.
extension FlexItem {
  /// The item's part of the line's space, before flexing or after freezing.
  @inline(__always) var reservedMain: Double { (isFrozen ? target : base) + mainMargins }
  /// The scaled flex shrink factor.
  @inline(__always) var scaledShrink: Double { shrink * innerBase }
  /// The amount by which the target violates the limits.
  @inline(__always) var violation: Double { target.clamped(minMain, maxMain) - target }

  /// Step 2.
  @inline(__always)
  mutating func freezeIfInflexible(isGrowing: Bool) {
    isFrozen =
      isGrowing ? grow == 0 || base > hypothetical : shrink == 0 || base < hypothetical
    target = isFrozen ? hypothetical : base
  }

  /// Steps 4 d and e.
  @inline(__always)
  mutating func clampTarget(totalViolation total: Double, isLast: Bool) {
    let violation = violation
    target += violation
    isFrozen = isLast || total == 0 || (total > 0 ? violation > 0 : violation < 0)
  }
}
