import LinecasterFlexbox

/// The words of the conformance data.
extension ConformanceStyle {
  static var lengths: [String: WritableKeyPath<FlexStyle, FlexLength>] {
    [
      "width": \.width, "height": \.height, "minWidth": \.minWidth, "minHeight": \.minHeight,
      "maxWidth": \.maxWidth, "maxHeight": \.maxHeight, "flexBasis": \.basis, "gap": \.gap,
      "rowGap": \.rowGap, "columnGap": \.columnGap,
    ]
  }

  static let displays: [String: FlexDisplay] = [
    "flex": .flex, "none": .none, "contents": .contents,
  ]
  static let positions: [String: FlexPosition] = [
    "relative": .relative, "absolute": .absolute, "static": .static,
  ]
  static let directions: [String: FlexDirection] = [
    "row": .row, "row-reverse": .rowReverse, "column": .column, "column-reverse": .columnReverse,
  ]
  static let wraps: [String: FlexWrap] = [
    "nowrap": .nowrap, "wrap": .wrap, "wrap-reverse": .wrapReverse,
  ]
  static let overflows: [String: FlexOverflow] = [
    "visible": .visible, "hidden": .hidden, "scroll": .scroll,
  ]
  static let justifies: [String: FlexJustify] = [
    "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center, "start": .start,
    "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]
  static let aligns: [String: FlexAlign] = [
    "stretch": .stretch, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "baseline": .baseline, "start": .start, "end": .end,
  ]
  static let alignContents: [String: FlexAlignContent] = [
    "stretch": .stretch, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "start": .start, "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]
}
