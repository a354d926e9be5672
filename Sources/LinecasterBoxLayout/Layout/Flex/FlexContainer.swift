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
