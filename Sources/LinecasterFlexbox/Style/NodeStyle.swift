/// A sanitised ``FlexStyle`` in the form the layout reads: compact, with sides instead of start
/// and end.
///
/// This initialiser is the one place where style values are checked. Sizes, padding, border, gaps
/// and flex factors below 0 and whatever is not finite become the initial value; lengths are cut
/// at ``FlexStyle/maximumLength``.
struct NodeStyle {
  let width, height, minWidth, minHeight, maxWidth, maxHeight, basis: StyleLength
  let rowGap, columnGap: StyleLength
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
  let isRightToLeft: Bool
  /// Whether the containing block's extents take part in the node's own layout.
  let usesPercent: Bool
  /// Whether a definite height of the container can change what this node asks for.
  let isHeightSensitive: Bool

  init(_ style: FlexStyle, inheriting isParentRightToLeft: Bool) {
    let direction = style.writingDirection
    isRightToLeft = direction.map { $0 == .rightToLeft } ?? isParentRightToLeft
    width = StyleLength(style.width, minimum: 0, fallback: .auto)
    height = StyleLength(style.height, minimum: 0, fallback: .auto)
    minWidth = StyleLength(style.minWidth, minimum: 0, fallback: .auto)
    minHeight = StyleLength(style.minHeight, minimum: 0, fallback: .auto)
    maxWidth = StyleLength(style.maxWidth, minimum: 0, fallback: .auto)
    maxHeight = StyleLength(style.maxHeight, minimum: 0, fallback: .auto)
    basis = StyleLength(style.basis, minimum: 0, fallback: .auto)
    rowGap = StyleLength(style.rowGap, minimum: 0, fallback: .zero)
    columnGap = StyleLength(style.columnGap, minimum: 0, fallback: .zero)
    let rtl = isRightToLeft
    let any = -Double.infinity
    margin = StyleEdges(style.margin, minimum: any, fallback: .auto, isRightToLeft: rtl)
    padding = StyleEdges(style.padding, minimum: 0, fallback: .zero, isRightToLeft: rtl)
    border = StyleEdges(style.border, minimum: 0, fallback: .zero, isRightToLeft: rtl)
    inset = StyleEdges(style.inset, minimum: any, fallback: .auto, isRightToLeft: rtl)
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
    usesPercent =
      padding.usesPercent || border.usesPercent || minHeight.isPercent || maxHeight.isPercent
      || minWidth.isPercent || maxWidth.isPercent || height.isPercent || width.isPercent
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
