import LinecasterFlexbox

/// The words of CSS.
extension FlexCaseStyle {
  static func lengthPath(_ key: String) -> WritableKeyPath<FlexStyle, FlexLength>? {
    switch key {
    case "width": \.width
    case "height": \.height
    case "minWidth": \.minWidth
    case "minHeight": \.minHeight
    case "maxWidth": \.maxWidth
    case "maxHeight": \.maxHeight
    case "flexBasis": \.basis
    case "rowGap": \.rowGap
    case "columnGap": \.columnGap
    default: nil
    }
  }

  static let lengthWords: [String: FlexLength] = [
    "auto": .auto, "content": .content, "min-content": .minContent, "max-content": .maxContent,
    "fit-content": .fitContent, "stretch": .stretch,
  ]
  static let displays: [String: FlexDisplay] = [
    "flex": .flex, "none": .none, "contents": .contents,
  ]
  static let positions: [String: FlexPosition] = [
    "relative": .relative, "absolute": .absolute, "static": .static,
  ]
  static let boxSizings: [String: FlexBoxSizing] = [
    "border-box": .borderBox, "content-box": .contentBox,
  ]
  static let writingDirections: [String: FlexWritingDirection?] = [
    "ltr": .leftToRight, "rtl": .rightToLeft,
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
  static let selfAligns: [String: FlexAlign?] = {
    var words = aligns.mapValues(FlexAlign?.some)
    words.updateValue(nil, forKey: "auto")
    return words
  }()
  static let alignContents: [String: FlexAlignContent] = [
    "stretch": .stretch, "flex-start": .flexStart, "flex-end": .flexEnd, "center": .center,
    "start": .start, "end": .end, "space-between": .spaceBetween, "space-around": .spaceAround,
    "space-evenly": .spaceEvenly,
  ]
}
