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
