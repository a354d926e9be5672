/// A sanitised ``FlexStyle`` in the form the layout reads: compact, with sides instead of start
/// and end.
///
/// This initialiser is the one place where style values are checked. Sizes, padding, border, gaps
/// and flex factors below 0 and whatever is not finite become the initial value; lengths are cut
/// at ``FlexStyle/maximumLength``.
struct NodeStyle {
  var width, height, minWidth, minHeight, maxWidth, maxHeight, basis: FlexLength
  let rowGap, columnGap: FlexLength
  let margin, padding, border, inset: StyleEdges
  let grow, shrink: Double
  /// Width divided by height, or indefinite.
  let aspectRatio: Double
  let display: FlexDisplay
  let position: FlexPosition
  let direction: FlexDirection
  let wrap: FlexWrap
  let justifyContent: FlexJustify
  let alignItems: FlexAlign
  let alignSelf: FlexAlign?
  let alignContent: FlexAlignContent
  let overflowX, overflowY: FlexOverflow
  let isContentBox: Bool
  let hasYogaRules: Bool
  let isRightToLeft: Bool
  /// Whether the containing block's extents take part in the node's own layout.
  let usesPercent: Bool
  /// Whether a size is a keyword other than `auto`.
  let usesKeywords: Bool
  /// Whether a definite height of the container can change what this node asks for.
  let isHeightSensitive: Bool

  init(_ style: FlexStyle, inheriting isParentRightToLeft: Bool) {
    let direction = style.writingDirection
    isRightToLeft = direction.map { $0 == .rightToLeft } ?? isParentRightToLeft
    width = style.width.nonNegative(or: .auto)
    height = style.height.nonNegative(or: .auto)
    minWidth = style.minWidth.nonNegative(or: .auto)
    minHeight = style.minHeight.nonNegative(or: .auto)
    maxWidth = style.maxWidth.nonNegative(or: .auto)
    maxHeight = style.maxHeight.nonNegative(or: .auto)
    basis = style.basis.nonNegative(or: .auto)
    rowGap = style.rowGap.nonNegative(or: .zero)
    columnGap = style.columnGap.nonNegative(or: .zero)
    let rtl = isRightToLeft
    margin = StyleEdges(style.margin, isRightToLeft: rtl)
    padding = StyleEdges(style.padding, isRightToLeft: rtl).nonNegative
    border = StyleEdges(style.border, isRightToLeft: rtl).nonNegative
    inset = StyleEdges(style.inset, isRightToLeft: rtl)
    grow = Self.factor(style.grow, fallback: 0)
    shrink = Self.factor(style.shrink, fallback: 1)
    let ratio = style.aspectRatio ?? 0
    aspectRatio = ratio >= Self.leastRatio && ratio <= 1 / Self.leastRatio ? ratio : .indefinite
    display = style.display
    position = style.position
    self.direction = style.direction
    wrap = style.wrap
    justifyContent = style.justifyContent
    alignItems = style.alignItems
    alignSelf = style.alignSelf
    alignContent = style.alignContent
    overflowX = style.overflowX
    overflowY = style.overflowY
    isContentBox = style.boxSizing == .contentBox
    hasYogaRules = style.rules == .yoga
    usesPercent =
      padding.usesPercent || border.usesPercent || minHeight.isPercent || maxHeight.isPercent
      || minWidth.isPercent || maxWidth.isPercent || height.isPercent || width.isPercent
    usesKeywords =
      width.isKeyword || height.isKeyword || minWidth.isKeyword || minHeight.isKeyword
      || maxWidth.isKeyword || maxHeight.isKeyword || (basis.isKeyword && !basis.isContent)
    let isColumn = style.direction == .column || style.direction == .columnReverse
    isHeightSensitive =
      aspectRatio.isDefinite || height.isPercent || minHeight.isPercent || maxHeight.isPercent
      || basis.isPercent || rowGap.isPercent || (isColumn && style.wrap != .nowrap)
  }

  /// Ratios beyond this one, or its inverse, would turn a point into more than any length.
  private static let leastRatio = 1e-6

  private static func factor(_ factor: Double, fallback: Double) -> Double {
    factor >= 0 ? min(factor, FlexStyle.maximumLength) : fallback
  }
}
