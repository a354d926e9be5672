/// An item of the container that is being laid out, in its axes; extents are of the border box.
struct FlexItem: ~Copyable {
  let node: Int32
  let align: FlexAlign
  var isFrozen = false
  /// Whether the automatic minimum has yet to be found; until then `minMain` is a lower bound.
  var hasPendingMinimum = false
  /// Whether the base size is that of the content, which no automatic minimum exceeds.
  var isBaseFromContent = false
  /// Whether the cross size follows the line.
  var stretches = false
  /// Whether the main size is definite by style, so that percentages inside may refer to it.
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
  /// From the cross-start margin edge to the baseline, where the item is aligned by it.
  var ascent = 0.0

  @inline(__always)
  init(node: Int, style: ArenaNode, align: FlexAlign, edges: ResolvedEdges) {
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

  /// Follows from the base size and its limits.
  @inline(__always)
  mutating func setHypothetical(isRow: Bool) {
    hypothetical = base.clamped(minMain, maxMain)
    target = hypothetical
    innerBase = max(base - (isRow ? edges.horizontal : edges.vertical), 0)
  }

  /// Fills a line across.
  @inline(__always)
  mutating func stretch(to lineSize: Double) {
    cross = (lineSize - crossMargins).clamped(minCross, maxCross)
  }

  @inline(__always) var mainMargins: Double { marginMainStart + marginMainEnd }
  @inline(__always) var outerCross: Double { cross + crossMargins }
  @inline(__always) var crossMargins: Double { marginCrossStart + marginCrossEnd }
  /// Whether the automatic minimum cannot raise the base size, so that only shrinking needs it.
  @inline(__always) var isMinimumBelowBase: Bool { isBaseFromContent || definiteMain <= base }
  /// Whether the item takes part in the baseline alignment of its line.
  @inline(__always) var isOnBaseline: Bool { align == .baseline && !hasAutoCrossMargin }

  /// The height that percentages inside the item refer to (§9.8), or indefinite.
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
